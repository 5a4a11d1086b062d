/**
 * What the product promises, as data. Every id is cited by at least one end-to-end test as
 * `[id]` in its title; `requirements.spec.ts` fails for an id that no test cites and for a citation
 * of an id that is not here.
 */
export const requirements = {
  'frame.first-window': 'The window opens usable at once: rail, chat, composer, first-run cards.',
  'frame.theme': 'Light and dark follow the system; a setting overrides it.',
  'frame.language': 'English and Simplified Chinese; a setting switches at once and is kept.',
  'frame.keyboard': 'Sections, palette and new chat are reached by keyboard alone.',
  'frame.narrow': 'At 900x600 nothing is cut and nothing overlaps.',
  'frame.accessible': 'No screen has an axe violation, in either theme and language.',
  'boundary.bridge': 'window.bridge is exactly two functions; nothing of Node is reachable.',
  'boundary.content-policy': 'Inline script, eval and foreign connections are refused by the CSP.',
  'boundary.navigation': 'Navigation, new windows and permissions are refused.',
  'boundary.routes': 'Every route answers hostile input with a typed error.',
  'boundary.sandbox': 'An ordinary user runs the renderer in Chromium’s sandbox.',
  'server.add-command': 'A server is added by command; nothing runs before “Add and start”.',
  'server.add-url': 'A server is added by URL.',
  'server.review': 'The review shows the whole launch untruncated, with its risks.',
  'server.everything-stdio': 'server-everything works over stdio.',
  'server.everything-http': 'server-everything works over Streamable HTTP.',
  'server.filesystem': 'server-filesystem works over stdio.',
  'server.modern': 'A server of the modern era (2026-07-28) works.',
  'server.page': 'A server’s page shows state, capabilities, and tools with their schemas.',
  'server.prompts':
    'A server’s prompts are filled in, looked at, and put into a draft that is not sent.',
  'server.resources':
    'A server’s resources and templates are read: text, JSON, pictures and bytes.',
  'server.completion':
    'Arguments and variables are completed by the server, with what else is filled in.',
  'server.command-missing':
    'A command that does not exist gives its cause and where it was looked for.',
  'server.exits': 'A server that exits at once gives its cause and the last lines it printed.',
  'server.garbage': 'A server that prints garbage gives its cause and the lines.',
  'server.silent': 'A server that never answers is given up with words; the app stays responsive.',
  'server.processes-quit': 'After quit no process of a server is left.',
  'server.processes-kill':
    'After kill -9 none that honours end of input is left; stubborn ones end at the next start.',
  'model.openai': 'An OpenAI-compatible endpoint is connected by URL and key.',
  'model.anthropic': 'Anthropic is connected by key.',
  'model.local': 'A local model server on loopback is found by itself.',
  'model.failure': 'A refused key, an unreachable endpoint and a broken stream are told in words.',
  'vault.keychain': 'A key is in the Secret Service and nowhere in the profile folder.',
  'vault.memory': 'Without a keychain the app says that secrets are kept until quit only.',
  'chat.stream': 'The answer streams; the model’s tool call is asked about with all its arguments.',
  'chat.allow-once': 'Allow once runs one call and gives the result back to the model.',
  'chat.allow-in-chat':
    'Allow in this chat covers the next call of the same tool in that chat only.',
  'chat.edit-arguments': 'Edited arguments are what the server gets.',
  'chat.deny': 'A refused call never reaches the server; the model sees the reason.',
  'chat.parallel': 'Several calls of one step are asked about and run side by side.',
  'chat.tool-error': 'A tool’s own error reaches the model.',
  'chat.progress': 'A running call shows progress and can be cancelled on the server.',
  'chat.stop': 'Stop ends the model’s stream and the running tool.',
  'chat.hostile': 'Hostile text of servers and models is shown revealed and never runs.',
  'manual.form':
    'Without a model a tool is chosen, its form filled, and it takes the same approval.',
  'manual.results':
    'Text, image, audio, links, embedded resources and structured content are shown.',
  'restart.kept': 'Servers, chats and drafts are there after a restart.',
  'restart.interrupted':
    'A running turn is marked interrupted with its partial text, after quit and after kill -9.',
  'window.reload': 'A reloaded window finds its pending asks and running turn again.',
  'package.smoke':
    'The packaged app starts, adds a server, calls a tool, and quits leaving no process.',
} as const satisfies Record<string, string>
