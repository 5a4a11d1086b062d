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
  'server.skills':
    'A server’s skills are listed, read file by file when asked for, and refused if not as described.',
  'server.completion':
    'Arguments and variables are completed by the server, with what else is filled in.',
  'server.health':
    'After sleep no connection is shown as healthy before it answered; a dead one is replaced.',
  'server.adjust': 'Time limits, start and log level change at once, without a new start.',
  'server.running': 'What a server is asked for shows how far it is and can be cancelled.',
  'server.watch': 'A resource is watched and let go; the server is told.',
  'server.traffic':
    'The traffic is filtered, a request leads to its answer, and HTTP facts hold no secret.',
  'server.connection':
    'A proxy with a password and an authority of one’s own lead to a server; a revision is pinned.',
  'server.old-transport':
    'A server of 2024-11-05 over HTTP+SSE works, and is not asked again what it speaks.',
  'import.first-run':
    'Servers of other programs are found, shown whole, and added only after a review.',
  'import.secrets':
    'Tokens of an imported configuration go to the keychain, never to the window or a file.',
  'import.sources':
    'A file, a project’s folder and pasted text are imported; inputs are asked for.',
  'import.undo': 'What was imported is taken back in one step.',
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
  'shown.bytes':
    'What a server receives is, byte for byte, what the card showed, whatever JSON a model or a person writes.',
  'chat.deny': 'A refused call never reaches the server; the model sees the reason.',
  'chat.parallel': 'Several calls of one step are asked about and run side by side.',
  'chat.tool-error': 'A tool’s own error reaches the model.',
  'chat.progress': 'A running call shows progress and can be cancelled on the server.',
  'chat.stop': 'Stop ends the model’s stream and the running tool.',
  'chat.hostile': 'Hostile text of servers and models is shown revealed and never runs.',
  'ask.form':
    'A form that a server asks for is filled in, declined or cancelled, and the server is told which.',
  'ask.page':
    'A page that a server wants visited is opened only when the person agrees; the call then goes on.',
  'ask.sampling':
    'A sampling request is edited before a model reads it and the answer before the server does; or answered by hand; or denied.',
  'chat.task':
    'A call that runs on at its server as a task shows that, asks what the task needs, and gives its result.',
  'manual.form':
    'Without a model a tool is chosen, its form filled, and it takes the same approval.',
  'manual.results':
    'Text, image, audio, links, embedded resources and structured content are shown.',
  'workspace.folders':
    'Workspaces are named sets of folders: added by dialog, flagged when missing, removed with undo.',
  'workspace.drop':
    'Folders dropped onto the screen are added; a dropped file is refused in words.',
  'workspace.projects': 'Projects found in a chosen folder are offered.',
  'workspace.shared':
    'A server sees the folders that the table shares with it, and hears of changes at once.',
  'workspace.asked': 'The first time a server wants to see folders, the person is asked, once.',
  'restart.kept': 'Servers, chats and drafts are there after a restart.',
  'restart.interrupted':
    'A running turn is marked interrupted with its partial text, after quit and after kill -9.',
  'restart.task':
    'A task that its server goes on with is found again after kill -9; its result reaches the chat.',
  'window.reload': 'A reloaded window finds its pending asks and running turn again.',
  'package.smoke':
    'The packaged app starts, adds a server, calls a tool, and quits leaving no process.',
} as const satisfies Record<string, string>

export { protocolRequirements } from './protocol-requirements.ts'
