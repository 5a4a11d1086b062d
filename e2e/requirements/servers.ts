import type { Requirement } from './requirement.ts'

const starts = { statement: 'A tool is called and its text, error and picture come back.' }
const shown = { statement: 'Its page shows it ready, with its tools and their arguments.' }

/** Servers: added, shown, failing, ending, imported. */
export const serverRequirements = {
  'server.add-command': {
    promise: 'A server is added by command; nothing runs before “Add and start”.',
    clauses: {
      waits: 'Nothing has run and nothing is kept while the review is open.',
      exact: 'It is started with the arguments, the folder and the variables that were shown.',
      environment: 'It gets no variable of the app and no session bus.',
    },
  },
  'server.add-url': {
    promise: 'A server is added by URL.',
    clauses: {
      waits: 'No request is sent while the review is open.',
      legacy: 'A legacy server is ready and says what it is.',
      headers: 'Every request has the given headers, whose values the review does not show.',
    },
  },
  'server.review': {
    promise: 'The review shows the whole launch untruncated, with its risks.',
    clauses: {
      whole: 'Every argument is shown whole, and none is cut.',
      revealed: 'Invisible characters are shown and named as a risk.',
      context: 'Variables and the folder are shown, values of secrets are not.',
    },
  },
  'server.catalogue': {
    promise:
      'Servers that others published are found in a registry, with who proved to be their publisher.',
    clauses: {
      press: 'What is typed goes to the registry at a press, not before, and Activity has it.',
      copy: 'Without the network, earlier answers are searched, and it says so.',
      consent: 'What is picked runs nothing before its exact launch was read and allowed.',
      bundle:
        'A bundle that an entry names is fetched by a press on its host, checked by its digest, and read as any bundle.',
    },
  },
  'server.presses': {
    promise:
      'From what a person has found to a server that runs it takes four presses, and three for a bundle that is dropped.',
    clauses: {
      json: 'JSON of a README with a package of npm: paste, review, read, add.',
      command: 'A command line: paste, review, read, add.',
      catalogue:
        'A server of the list or of a registry: open, pick, read, add, beside its search and form.',
      bundle: 'A bundle: drop, read, add.',
      import: 'All servers of another program: open, review, read, add.',
    },
  },
  'server.install': {
    promise: 'The package of a server is installed once, and started from the disk as it was read.',
    clauses: {
      commands:
        'The commands that fetch it are shown whole, and run after the person allowed them.',
      locked: 'Each file of a Python package has the hash of its lock; another one is refused.',
      source:
        'A Python package is built from source after the person allowed it by name, not before.',
      image:
        'An image is pulled in a step of its own, and starts by its digest whatever its tag becomes.',
      offline: 'An installed Python server starts without its index, in an environment of its own.',
      update: 'A newer version is proposed with what differs, and the one before is a press away.',
      refused: 'A launch whose package cannot be installed says for which part of it.',
    },
  },
  'server.add-bundle': {
    promise: 'A bundle is added in three presses, and runs as what was allowed.',
    clauses: {
      form: 'Its options are a form; a secret goes into the keychain, a folder is picked.',
      read: 'The consent window shows its folder, its digest and that it is not signed.',
      filled: 'The program gets what was entered, byte for byte.',
      pinned: 'With one changed file of it, it does not start before the person has read that.',
      gone: 'Once no server uses it, its files are removed.',
    },
  },
  'server.plugins': {
    promise: 'The servers of a plugin are added like those of any other configuration.',
    clauses: {
      servers:
        'Servers of Agent Plugins and of Claude Code are read, with the folder of the plugin.',
      copied:
        'The plugin is copied under its content, read-only, and later changes do not reach it.',
      'left-out': 'Skills, hooks and other parts are named and not used.',
    },
  },
  'server.trusted-signers': {
    promise: 'A signer of bundles is trusted by a press of the person, by the certificate.',
    clauses: {
      pressed: 'A signer is unknown until a press in the review, and again once it was removed.',
      certificate:
        'Another certificate with the same name is unknown; an expired one is not trusted.',
      shown: 'The review shows the certificate beside the choice, which is not made at first.',
    },
  },
  'server.runtimes': {
    promise: 'A server whose runtime is missing can run with a copy that is fetched at one press.',
    clauses: {
      place: 'The runtime of a launch is found with its version and its place.',
      missing: 'A missing runtime is named, with where it was looked for and the ways to get it.',
      consent: 'The consent window shows address, size and SHA-256 of each archive.',
      verified: 'Nothing but exactly these archives is unpacked; a fault leaves nothing.',
      only: 'The copy serves only launches whose runtime is missing, and is pinned whole.',
    },
  },
  'server.placeholders': {
    promise: 'A launch follows the workspace, with folders that the person has read.',
    clauses: {
      shown: 'The consent window shows the placeholder and the folder that it stands for.',
      filled: 'The program gets the folder as one argument, whatever it is called.',
      again: 'With another folder it does not start before the person has read that.',
      outdated: 'A server that runs with another folder shows this and offers to restart.',
      none: 'Without a folder it does not start, and leads to Workspaces.',
    },
  },
  'server.everything-stdio': {
    promise: 'server-everything works over stdio.',
    clauses: { calls: starts, page: shown },
  },
  'server.everything-http': {
    promise: 'server-everything works over Streamable HTTP.',
    clauses: { calls: starts, page: shown },
  },
  'server.filesystem': {
    promise: 'server-filesystem works over stdio.',
    clauses: {
      files: 'Files of its folder are listed, read and written.',
      outside: 'A file outside of it is refused, and the refusal is shown.',
    },
  },
  'server.modern': {
    promise: 'A server of the modern era (2026-07-28) works.',
    clauses: {
      http: 'Over HTTP it is ready, without a session.',
      stdio: 'Over stdio it is ready and named as modern.',
    },
  },
  'server.page': {
    promise: 'A server’s page shows what it is and what it offers, and steers it.',
    clauses: {
      overview: 'Name, revision, capabilities and counts are shown.',
      tools: 'Tools are shown with descriptions, hints and schemas.',
      logs: 'What it printed and the messages are shown.',
      stop: 'It is stopped and started.',
      change: 'A change is reviewed with its differences before it counts.',
      remove: 'It is removed after a question.',
    },
  },
  'server.hostile-definitions': {
    promise: 'What a server writes into its definitions is text, whatever and however much it is.',
    clauses: {
      page: 'On the page of the server 500 tools are drawn inert, and nothing is cut, covered or pushed away.',
      menu: 'The same holds of its prompts in the list of the composer.',
      card: 'The same holds of the card of a call.',
      tasks: 'None of it takes the window a tenth of a second of processor time at once.',
      network: 'None of it makes the app send a network request.',
      refused: 'A list that is deeper or larger than is read is refused in words.',
    },
  },
  'server.prompts': {
    promise: 'A server’s prompts are filled in, looked at, and put into a draft that is not sent.',
    clauses: {
      required: 'A missing argument is pointed out and not sent.',
      preview: 'The messages of a prompt are shown.',
      draft: 'A prompt becomes a draft, and no turn begins.',
      stopped: 'Looking at the prompts of a stopped server does not start it.',
    },
  },
  'server.resources': {
    promise: 'A server’s resources and templates are read.',
    clauses: {
      text: 'Text is shown as text, markup included, and does not run.',
      picture: 'A picture is drawn.',
      template: 'A template is filled in, and its URI shown before it is read.',
      refused: 'A refusal of the server is shown.',
      bytes: 'Bytes are shown as bytes.',
    },
  },
  'server.skills': {
    promise: 'A server’s skills are listed, read file by file, and refused if not as described.',
    clauses: {
      read: 'A skill and a file of it are read when asked for.',
      refused: 'One that is not as described is refused with the difference, and not shown.',
      unchecked: 'One that cannot be checked is marked so.',
      bounded: 'A head that nests too deeply or is too long is refused before it is parsed.',
    },
  },
  'server.completion': {
    promise: 'Arguments and variables are completed by the server.',
    clauses: {
      prompt: 'An argument of a prompt is completed from what was typed.',
      context: 'What else is filled in decides what is proposed.',
      template: 'A variable of a template is completed.',
      left: 'A field that is left, and a form that is closed, take back what their server was asked for.',
    },
  },
  'server.health': {
    promise:
      'After sleep no connection is shown as healthy before its server responded; a dead one is replaced.',
    clauses: {
      doubted: 'A server that does not respond after sleep is no longer shown as ready.',
      responds: 'One that responds again is shown as ready again.',
      replaced: 'A process that stays silent is replaced.',
      url: 'A URL that is gone is reported as failed.',
    },
  },
  'server.adjust': {
    promise: 'Time limits, start and log level change at once, without a new start.',
    clauses: {
      checked: 'A limit out of range is refused in words.',
      kept: 'Limits and level are kept, and the process stays the same.',
      silence: 'The new request timeout ends a silent call.',
      total: 'The new maximum duration of a tool ends a call that runs longer.',
      level: 'The server receives the new log level.',
      start: 'Starting on demand is kept.',
    },
  },
  'server.running': {
    promise: 'What a server is asked for shows that it runs and can be cancelled.',
    clauses: {
      shown: 'A request that takes long is shown with its progress.',
      cancelled: 'Cancelling ends it in words.',
      notified: 'The server is notified of the cancel.',
    },
  },
  'server.forms': {
    promise: 'What is half filled in on a server page is kept until it is saved or discarded.',
    clauses: {
      kept: 'Settings and arguments are there again after other tabs and sections.',
      discarded: 'Changes that were discarded do not come back.',
    },
  },
  'server.watch': {
    promise: 'A person can follow and unfollow a resource; the server is notified.',
    clauses: {
      unasked: 'Reading a resource subscribes to nothing.',
      watched: 'Following subscribes at the server, and is shown as such.',
      ended: 'Ending it unsubscribes.',
    },
  },
  'server.traffic': {
    promise:
      'The traffic is filtered, a request leads to its response, and HTTP facts hold no secret.',
    clauses: {
      filtered: 'Method and direction filter the messages.',
      paired: 'A request leads to its response, with facts of HTTP.',
      clean: 'A secret of the URL is nowhere in it.',
    },
  },
  'server.connection': {
    promise:
      'A proxy with a password and an authority of one’s own lead to a server; a revision is pinned.',
    clauses: {
      reviewed: 'The review shows proxy, user, authority and revision, not the password.',
      used: 'Proxy and authority are used, and the pinned revision is spoken.',
      password: 'The password is in the keychain, in no file, and never comes back to the window.',
      kept: 'All of it is used again after a restart.',
    },
  },
  'server.old-transport': {
    promise: 'A server of 2024-11-05 over HTTP+SSE works.',
    clauses: {
      found: 'It is found by its URL and named.',
      remembered: 'At the next start it is not asked again what it speaks.',
    },
  },
  'server.command-missing': {
    promise: 'A command that does not exist fails with its cause and where it was looked for.',
    clauses: {
      cause: 'The failure names the command.',
      places: 'The folders that were searched are listed.',
      fixed: 'The command can be corrected from there.',
    },
  },
  'server.exits': {
    promise: 'A server that exits at once fails with its cause and the last lines it printed.',
    clauses: {
      cause: 'The exit code is shown.',
      lines: 'The last lines are shown with the failure and in the log.',
    },
  },
  'server.doctor': {
    promise:
      'A failed server says what happened at each step of its start, why, and how to mend it.',
    clauses: {
      cause: 'The title names the cause that its output names.',
      steps: 'Each step shows its state and what is known of it.',
      mended: 'A button leads through the settings and their review to a server that runs.',
    },
  },
  'server.garbage': {
    promise: 'A server that prints garbage fails with its cause and the lines.',
    clauses: {
      cause: 'The failure says that it is not MCP, and shows the lines.',
      mixed: 'Garbage among right responses does not end the connection.',
      nobody: 'An address that cannot be reached is reported with the cause.',
    },
  },
  'server.silent': {
    promise: 'A server that never responds times out, in words; the app stays responsive.',
    clauses: {
      step: 'The page says which step is under way.',
      responsive: 'Meanwhile another server starts, routes respond and the chat takes text.',
      ended: 'It times out, in words.',
    },
  },
  'server.processes-quit': {
    promise: 'After quit no process of a server is left.',
    clauses: {
      ended: 'Quitting ends every server and what they started, stubborn ones included.',
      soon: 'Quitting takes less than twelve seconds.',
    },
  },
  'server.processes-kill': {
    promise:
      'After kill -9 none that honours end of input is left; stubborn ones end at the next start.',
    clauses: {
      polite: 'Servers that honour end of input end by themselves.',
      stubborn: 'Stubborn ones and grandchildren end at the next start.',
      repeated: 'Killing the app again and again piles up no process.',
    },
  },
  'import.first-run': {
    promise: 'Servers of other programs are found, shown whole, and added only after a review.',
    clauses: {
      found: 'A card names the program and the servers that are set up there.',
      whole: 'Each is shown with all its arguments and what is not taken over.',
      reviewed: 'Nothing is added or run before the review is agreed to.',
      untouched: 'The file of the other program is not changed.',
    },
  },
  'import.secrets': {
    promise:
      'Tokens of an imported configuration go to the keychain, never to the window or a file.',
    clauses: {
      window: 'The window receives that there is a secret and its length, never the secret.',
      keychain: 'It is in the keychain once the import is agreed to, and gone with the server.',
      files: 'It is in no file of the profile.',
      variable: 'A variable of the person goes only to the server that they allow it for.',
    },
  },
  'import.sources': {
    promise: 'A file, a project’s folder and pasted text are imported; inputs are asked for.',
    clauses: {
      folder: 'A project’s folder is read, and one without a configuration is refused in words.',
      file: 'A chosen file is read.',
      text: 'Pasted text is read, and its problems are shown.',
      inputs:
        'What the configuration leaves open is asked for, and kept as a secret where it is one.',
    },
  },
  'import.undo': {
    promise: 'What was imported is taken back in one step.',
    clauses: {
      undone: 'Undo removes the servers and their secrets.',
    },
  },
} as const satisfies Record<string, Requirement>
