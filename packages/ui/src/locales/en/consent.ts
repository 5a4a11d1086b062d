export const consent = {
  cancel: 'Cancel',
  readToEnd: 'There is more below. Scroll to the end to decide.',
  nextPage: 'Next page',
  unseen_one: '{{count}} text is not fully shown yet.',
  unseen_other: '{{count}} texts are not fully shown yet.',
  showAll: 'Show all',
  launch: {
    newNote: 'This server has not run yet.',
    changeNote: 'Nothing has changed yet. Saving stops the running server.',
    changes: 'Changes',
    part: {
      name: 'Name',
      command: 'Command',
      arguments: 'Arguments',
      url: 'URL',
      directory: 'Working directory',
      environment: 'Environment',
      headers: 'Headers',
      connection: 'Connection',
      client: 'Sign-in',
    },
  },
  import: {
    subject_one: '{{count}} server to add',
    subject_other: '{{count}} servers to add',
  },
  provider: {
    title: 'Send chats to a new address?',
    note: 'Nothing has been sent to this address yet.',
    allow: 'Allow',
    address: 'Address',
    before: 'Current address',
    receives: 'This address will receive',
    chats: 'Messages of chats that use its models, and the tool results in them',
    key: 'The key you entered',
    header: 'The header {{name}}, whose value you entered',
    plain:
      'The connection is not encrypted. Others on the network can read and change what is sent.',
    disguised: 'The actual host differs from what it appears to be. Entered as:',
    trust: 'Allow this only if you trust whoever runs it.',
  },
  grant: {
    title: 'Allow without asking?',
    note: {
      chat: 'This tool would run in this chat without asking you each time.',
      workspace:
        'This tool would run in every chat of this workspace without asking you each time.',
      always: 'This tool would run in every chat without asking you each time.',
    },
    allow: {
      chat: 'Allow in this chat',
      workspace: 'Allow in this workspace',
      always: 'Always allow',
    },
    chat: 'Chat',
    workspace: 'Workspace',
    chats_one: '{{count}} chat is in it now',
    chats_other: '{{count}} chats are in it now',
    serverTitle: 'Title from the server',
    description: 'Description from the server',
    meaning: {
      chat: 'The model decides when this tool runs and with which arguments. Gatehouse asks again if the server or the tool’s definition changes, and in other chats.',
      workspace:
        'The model of any chat of this workspace decides when this tool runs and with which arguments. Chats that you move into it later are included. Gatehouse asks again if the server or the tool’s definition changes, and in other chats.',
      always:
        'The model of any chat decides when this tool runs and with which arguments. Gatehouse asks again if the server or the tool’s definition changes.',
    },
    risk: {
      destructive: 'Declared destructive by the server: it may change or delete things.',
      maybeDestructive: 'It may change or delete things: the server declares nothing about that.',
      openWorld: 'Declared open-world by the server: it may send data to external systems.',
      maybeOpenWorld:
        'It may send data to external systems: the server declares nothing about that.',
    },
  },
  chatWorkspace: {
    title: 'Move this chat to a workspace with permissions?',
    note: 'In this workspace, these tools run without asking you each time.',
    chat: 'Chat',
    tools_one: '{{count}} tool is allowed in this workspace',
    tools_other: '{{count}} tools are allowed in this workspace',
    meaning:
      'The model of this chat would decide when they run and with which arguments. Move the chat elsewhere, or revoke a permission, to stop this.',
    allow: 'Move the chat',
  },
  readOnly: {
    title: 'Allow all read-only tools without asking?',
    note: {
      chat: 'These tools would run in this chat without asking you each time.',
      workspace:
        'These tools would run in every chat of this workspace without asking you each time.',
      always: 'These tools would run in every chat without asking you each time.',
    },
    claim:
      'Read-only is the server’s own claim. Gatehouse cannot check it. Allow this only if you trust whoever made the server.',
    tools_one: '{{count}} tool, declared read-only and closed to the outside world',
    tools_other: '{{count}} tools, declared read-only and closed to the outside world',
    others_one: '{{count}} other tool of this server is not among them.',
    others_other: '{{count}} other tools of this server are not among them.',
    meaning:
      'The model decides when they run and with which arguments. Gatehouse asks again about a tool that is new or declared differently later, and about all of them if the server’s program or address changes.',
    allow_one: 'Allow this tool',
    allow_other: 'Allow these {{count}} tools',
  },
  sampling: {
    title: 'Ask less often about sampling requests?',
    note: 'Sampling: this server asks your model for an answer, with text that the server wrote.',
    before: 'Now',
    after: 'From now on',
    rule: {
      never: 'Each request is refused.',
      'ask-both':
        'You see each request before the model does, and each answer before the server does.',
      'ask-before':
        'You see each request before the model does. Its answer goes to the server without you seeing it.',
      budget:
        'While a tool call of yours runs, the server’s requests go to the model and the answers go to the server without you seeing either. The limit is {{tokens}} tokens a day.',
    },
    models_one: 'The model, and where the requests go',
    models_other: 'The models, and where the requests go',
    cost: 'The server decides what it asks and how often. A provider may charge you for every token.',
    limits:
      'You are still asked when the day’s tokens may not be enough, or when a request has images or audio. You are also asked when no tool call of yours caused it, and after 10 requests of one call.',
    meaning:
      'Each request and answer is recorded in Activity. Gatehouse asks again about everything if the server’s program or address changes.',
    allow: {
      never: 'Refuse all',
      'ask-both': 'Ask before and after',
      'ask-before': 'Ask before only',
      budget: 'Allow within this budget',
    },
  },
  link: {
    title: 'Open this address in your browser?',
    note: 'Opening an address tells its host everything in it.',
    address: 'Whole address',
    found: 'Text of this chat in the address',
    remember: 'Open and remember this host',
    allow: 'Open in browser',
    meaning:
      'If you remember {{host}}, its addresses open without asking, except those that contain text of the chat. You can forget it in Settings, Permissions.',
    reason: {
      'found-text': 'The address contains text of this chat. It is marked below.',
      incomplete: 'Not all of this chat could be compared with the address.',
      'not-in-chat': 'This exact address is not in the chat.',
      'by-app': 'The interface of a server wants to open it.',
      'other-host': 'The text of the link names another site.',
      hidden: 'The text of the link contains invisible characters.',
      punycode: 'The host contains letters that may look like others.',
      query: 'It has a query, the part after “?”.',
      fragment: 'It has a fragment, the part after “#”.',
      'long-path': 'Its path is long.',
      'long-host': 'Its host name is long.',
    },
    from: {
      person: 'Your message or instructions',
      model: 'An earlier answer of the model',
      server: 'Server: {{server}}',
      file: 'File: {{file}}',
    },
    how: {
      encoded: 'Encoded in the address',
      reversed: 'Written backwards in the address',
      split: 'In several pieces',
    },
  },
  appAccess: {
    title: 'Give this interface network or permissions?',
    note: 'It runs in a window of its own. Each of its requests goes through Gatehouse and is listed in Traffic of the server.',
    allow: 'Open in a window of its own',
    hosts: 'Hosts that it reaches',
    leaves:
      'Everything the interface knows can go to these hosts: the arguments and result of its call, and whatever you type in its window.',
    wildcard: 'Every host that ends in .{{host}}, whoever runs it',
    port: 'Port {{port}}',
    use: {
      connect: 'sends and reads data',
      resource: 'loads scripts, styles, pictures, fonts and media',
      frame: 'shows pages of this host inside',
      base: 'resolves its addresses against this host',
    },
    plain: 'Not encrypted',
    here: 'It is on this computer. Programs here may trust whoever asks from here.',
    near: 'It is in your network, or a name that only your network knows.',
    written: 'The server wrote it as {{written}}. It reads like another host.',
    punycode: 'The name contains letters that may look like others.',
    permissions: 'Permissions',
    permission: {
      camera: 'Camera',
      microphone: 'Microphone',
      clipboardWrite: 'Writing to the clipboard',
    },
    permissionMeans: {
      camera: 'It can see through the camera while its window is open, without asking again.',
      microphone: 'It can listen while its window is open, without asking again.',
      clipboardWrite: 'It can replace the contents of the clipboard after a press in its window.',
    },
    notGiven: 'Asked for and not given',
    refused: {
      socket: 'Web sockets are not carried.',
      local:
        'It is on this computer or in a private network. The server’s Interfaces tab can allow such hosts.',
      unencrypted: 'The connection would not be encrypted.',
      'too-wide': 'It is too wide.',
      unreadable: 'It is no host.',
      location: 'Location: looking it up would send the networks around you to a third party.',
    },
    address: 'Address of the interface',
    page: 'Its page, {{size}} (SHA-256)',
    before: 'You allowed this interface on {{date}}. Since then:',
    otherServer: 'The program or address of the server changed.',
    otherPage: 'The page changed.',
    added: 'It asks for more: {{list}}.',
    gone: 'It no longer asks for: {{list}}.',
    otherUses: 'It uses otherwise: {{list}}.',
    sameAccess: 'It asks for the same hosts and permissions.',
    new: 'New',
    meaning:
      'Remembered for this page, this server and this list. Gatehouse asks again if one of them changes. You can take it back on the server’s Interfaces tab.',
    temporary: 'This chat is temporary: nothing of this is remembered.',
  },
  flow: {
    title: {
      allow: 'Send this text without asking?',
      ask: 'Stop blocking this text?',
      never: 'Block this text?',
    },
    note: {
      server: 'Text from one server would be sent to another in tool call arguments.',
      files: 'Text from files that you attached would be sent to a server in tool call arguments.',
    },
    from: 'Text from',
    files: 'Files that you attach',
    to: 'To',
    before: 'Now',
    after: 'From now on',
    rule: {
      allow: 'Tools you have allowed run with such text without asking.',
      ask: 'You are asked each time, even about tools you have allowed.',
      never: 'Calls with such text are refused, and you are not asked.',
    },
    meaning: {
      server:
        'Applies to any text from the first server and any tool of the second, in all chats. It does not allow any tool; tools you have not allowed still ask. Gatehouse asks again if the program or address of either changes.',
      files:
        'Applies to all files that you attach, now and later, and any tool of the server, in all chats. It does not allow any tool; tools you have not allowed still ask. Gatehouse asks again if the program or address of the server changes.',
    },
    allow: { allow: 'Allow from now on', ask: 'Ask each time', never: 'Refuse' },
  },
  instructions: {
    title: 'Send these instructions to models?',
    note: 'This text would be part of each request in chats that use this server.',
    risk: 'The server wrote it, and models tend to follow it. Gatehouse cannot check it.',
    before: 'Previously allowed',
    text: 'Instructions from the server',
    meaning:
      'Tool calls still need your approval. If the text of the instructions or the server’s program or address changes, Gatehouse stops sending them.',
    allow: 'Send them to models',
  },
  network: {
    title: 'Change how the network is reached?',
    subject: 'Models, and servers without settings of their own',
    before: 'Now',
    after: 'From now on',
    proxyMeaning:
      'The proxy learns which addresses are reached. It reads what is sent to addresses that begin with http://.',
    authoritiesMeaning:
      'Anyone with the key of one of these certificates can read and change everything sent to models and servers, including API keys and chats.',
    allow: 'Change network',
  },
  retention: {
    title_one: 'Delete activity after {{count}} day?',
    title_other: 'Delete activity after {{count}} days?',
    subject: 'The record of what was asked, decided and sent',
    before: 'Now',
    after: 'From now on',
    always: 'Every entry is kept.',
    days_one: 'Entries older than {{count}} day are deleted.',
    days_other: 'Entries older than {{count}} days are deleted.',
    atOnce: 'Right away',
    nothingYet: 'No entry is that old.',
    deletes_one: '{{number}} entry is deleted. This cannot be undone.',
    deletes_other: '{{number}} entries are deleted. This cannot be undone.',
    meaning:
      'Export the record first if you need it later. Each deletion is an entry of its own, so that the record can still be checked.',
    allow: 'Delete old activity',
  },
  restore: {
    title: 'Replace all data with this backup?',
    madeAt: 'Made on {{at}} with Gatehouse {{app}}',
    note: 'Programs of these servers can start, and everything that was allowed in the backup is allowed again.',
    chats: 'Chats',
    chatsCount: '{{now}} now, {{restored}} in the backup',
    servers: 'Servers and what they run',
    models: 'Models are reached at',
    proxy: 'Models and servers are reached through',
    permissions: 'Standing permissions',
    meaning:
      'Running answers stop, and Gatehouse restarts. The present data are kept until you delete them.',
    allow: 'Replace and restart',
  },
  folders: {
    title: 'Add these folders?',
    note: 'You did not pick or drop these folders yourself. Servers can receive the paths of folders in a workspace.',
    allow_one: 'Add folder',
    allow_other: 'Add {{count}} folders',
  },
}
