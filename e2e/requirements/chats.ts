import type { Requirement } from './requirement.ts'

/** Models, secrets, chats, what is asked, workspaces. */
export const chatRequirements = {
  'model.openai': {
    promise: 'An OpenAI-compatible endpoint is connected by URL and key.',
    clauses: {
      asked: 'Nothing is sent before the person agreed to the receiver of the key.',
      connects: 'The test says that it works and how many models there are.',
      answers: 'The chat is answered, and requests have the key.',
    },
  },
  'model.anthropic': {
    promise: 'Anthropic is connected by key.',
    clauses: {
      address: 'Its address is filled in.',
      answers: 'The chat is answered, and requests have the key and the version.',
    },
  },
  'model.choices': {
    promise:
      'The person sets which models are offered first and which one servers are answered with.',
    clauses: {
      favourites: 'Favourite models are listed first where a chat’s model is chosen.',
      sampling: 'A request of a server is offered the model that is set for servers.',
    },
  },
  'model.azure': {
    promise: 'Azure OpenAI is connected by its endpoint, a key and the names of deployments.',
    clauses: {
      typed: 'The address stays as it is typed, and the deployments are asked for.',
      answers:
        'The chat is answered at the address of the deployment, with the version and the key.',
    },
  },
  'model.bedrock': {
    promise: 'Amazon Bedrock is connected by a region and an API key or an AWS access key.',
    clauses: {
      typed: 'The address follows the region, and the IDs of models are asked for.',
      signs: 'Requests are signed with an access key, whose secret is not sent.',
    },
  },
  'model.local': {
    promise: 'A local model server on loopback is found by itself.',
    clauses: {
      offered: 'It is offered, and only looked at until it is chosen.',
      answers: 'Once chosen, it answers.',
    },
  },
  'model.failure': {
    promise: 'A refused key, an unreachable endpoint and a broken stream are explained.',
    clauses: {
      key: 'A refused key is reported, without the key.',
      unreachable: 'An unreachable endpoint is reported, in the dialog and in the chat.',
      'broken-chat': 'With the OpenAI API a broken answer keeps its text and can be continued.',
      'broken-messages':
        'With the Anthropic API a broken answer keeps its text and can be continued.',
    },
  },
  'vault.keychain': {
    promise: 'A key is in the Secret Service and nowhere in the profile folder.',
    clauses: {
      kept: 'Keys of models and servers are in the keychain.',
      nowhere: 'They are in no file and in nothing that the window receives.',
      restart: 'They are used after a restart.',
      removed: 'They leave the keychain with the model or server.',
    },
  },
  'vault.page': {
    promise: 'Settings show what is in the keychain, and let it be deleted.',
    clauses: {
      exactly: 'The list is what the keychain has, whatever was done with servers and models.',
      deleted:
        'Deleted secrets are gone from the keychain, after the app showed what stops working.',
      needed:
        'The server shows what it needs again; a running one continues until it is restarted.',
      lost: 'Secrets that the keychain lost are distinguished from those left over from removed servers.',
      locked:
        'A locked keychain is distinguished from one that has lost something, and deletes nothing.',
      accessible:
        'The page in each state has no axe violation, and nothing cut, in both languages.',
    },
  },
  'vault.memory': {
    promise: 'Without a keychain the app says that secrets are kept until quit only.',
    clauses: {
      explained: 'It shows this, and why.',
      works: 'The key is used meanwhile, and is in no file.',
      forgotten: 'After a restart the key is asked for again.',
    },
  },
  'chat.stream': {
    promise: 'The answer streams; the model’s tool call is asked about with all its arguments.',
    clauses: {
      'streams-chat': 'With the OpenAI API text is shown while it comes.',
      'streams-messages': 'With the Anthropic API text is shown while it comes.',
      'asks-chat':
        'With the OpenAI API a call is asked about with its arguments, and none has run.',
      'asks-messages':
        'With the Anthropic API a call is asked about with its arguments, and none has run.',
    },
  },
  'chat.versions': {
    promise: 'What was edited or made again is another version; nothing that was there is lost.',
    clauses: {
      edit: 'An edited message is sent as a further version, and the model hears only its branch.',
      regenerate: 'An answer that is made again is a further version.',
      switch: 'The versions are switched, with all that came after each.',
      kept: 'After a restart the version that was shown is shown, and the others are there.',
    },
  },
  'chat.large-results': {
    promise: 'A large result costs the chat its beginning until the person opens it.',
    clauses: {
      text: 'A long text begins in the chat, and is read to its end by presses.',
      picture: 'A picture is drawn from its file.',
      gone: 'When its file is gone the chat reports it and opens as usual.',
    },
  },
  'chat.pages': {
    promise: 'A long chat is read a page at a time, in both directions.',
    clauses: {
      end: 'It opens at its end, and holds a bounded part of itself.',
      start: 'Scrolling leads to its first message, and nothing jumps on the way.',
      latest: 'From there one press leads to the end again.',
      sent: 'What is sent while an old part is shown is shown.',
    },
  },
  'chat.search': {
    promise: 'Messages and calls of any chat are found by their words, and can be opened.',
    clauses: {
      found: 'Messages, answers and calls are found by words, in Chinese by two characters.',
      opened: 'A hit opens the chat at its place, far from the end too.',
      version: 'A hit in a version that is not shown shows that version.',
    },
  },
  'chat.list': {
    promise: 'The list of chats stays quick with many of them, and each can be managed in it.',
    clauses: {
      long: 'Of many chats those in view are drawn, and keys reach the last one.',
      rename: 'A chat is renamed from its menu and by F2.',
      delete: 'A chat is deleted from its menu, and brought back.',
    },
  },
  'chat.allow-once': {
    promise: 'Allow once runs one call and gives the result back to the model.',
    clauses: {
      'runs-chat': 'With the OpenAI API the call runs once and the model gets its result.',
      'runs-messages': 'With the Anthropic API the call runs once and the model gets its result.',
      again: 'The same tool is asked about again.',
      inbox: 'It can be given in Activity, which keeps the decision.',
    },
  },
  'chat.allow-in-chat': {
    promise: 'Allow in this chat covers the next call of the same tool in that chat only.',
    clauses: {
      next: 'The next call of the tool runs by itself.',
      'other-tool': 'Another tool of the server is asked about.',
      'other-chat': 'Another chat is asked about the same tool.',
    },
  },
  'chat.in-workspace': {
    promise:
      'A chat is in a workspace, which says what is allowed in it and whose files it is given.',
    clauses: {
      files: 'A file of the workspace is found with @ and goes with the message.',
      allowed: 'What is allowed in the workspace runs in its next chat, which begins in it.',
      moved:
        'A chat that leaves is asked; one that comes back gains the permission in the consent window alone.',
      watched: 'A folder that goes and comes back is shown as it happens.',
    },
  },
  'chat.allow-always': {
    promise: 'What is allowed for longer is given in the consent window, listed, and taken back.',
    clauses: {
      consent: 'The consent window says how far it reaches.',
      listed: 'The call leads to the permission, and once that is revoked the tool is asked about.',
      settings: 'Settings list what is allowed at all servers.',
    },
  },
  'chat.edit-arguments': {
    promise: 'Edited arguments are what the server gets.',
    clauses: {
      sent: 'The server gets the edited arguments.',
      marked: 'The change is marked while it is made and in the chat.',
      model: 'The model gets a note that the arguments were changed.',
    },
  },
  'shown.bytes': {
    promise:
      'What a server receives is, byte for byte, what the card showed, whatever JSON a model or a person writes.',
    clauses: {
      shown: 'Arguments of the model arrive as they were shown.',
      edited: 'Arguments of the person arrive as they were typed.',
      refused: 'What cannot be shown as it is, is not sent.',
      unseen: 'What was never in view is let out by no button, also not after an edit.',
    },
  },
  'chat.deny': {
    promise: 'A refused call never reaches the server; the model sees the reason.',
    clauses: {
      'unsent-chat': 'With the OpenAI API the server gets nothing.',
      'unsent-messages': 'With the Anthropic API the server gets nothing.',
      'reason-chat': 'With the OpenAI API the model gets the reason.',
      'reason-messages': 'With the Anthropic API the model gets the reason.',
    },
  },
  'chat.parallel': {
    promise: 'Several calls of one step are asked about and run side by side.',
    clauses: {
      asked: 'All of them are asked about at once.',
      beside: 'A long-running one does not delay the others.',
      results: 'The model gets a result for each.',
    },
  },
  'chat.tool-error': {
    promise: 'A tool’s own error reaches the model.',
    clauses: { shown: 'The chat shows it.', words: 'The model gets its words.' },
  },
  'chat.progress': {
    promise: 'A running call shows progress and can be cancelled on the server.',
    clauses: {
      shown: 'Progress is shown and grows.',
      cancelled: 'Cancel reaches the server, and the model gets it as a result.',
    },
  },
  'chat.stop': {
    promise: 'Stop ends the model’s stream and the running tool.',
    clauses: {
      stream: 'The connection to the model is closed, and what was written stays.',
      tool: 'A running tool is cancelled at its server.',
      asks: 'A waiting ask is withdrawn, and nothing more is sent to the model.',
      key: 'Escape stops from wherever the focus is in the chat.',
      'key-elsewhere': 'Escape that closes a popup or empties a field stops nothing.',
    },
  },
  'chat.attach': {
    promise: 'What servers offer and what the person has is attached where the message is written.',
    clauses: {
      prompt: 'A prompt takes three keys more than its name and its arguments.',
      completed: 'Its arguments are completed by its server, with what else is filled in.',
      sent: 'What is in the tray is sent with the message, and the tray is empty then.',
      escape: 'Escape goes back to the text as it was.',
      undo: 'Undo takes back what was put into the text or taken out of it.',
      resource: 'Resources and those of templates are attached by keyboard and by mouse.',
      files: 'Files are attached by their bytes; one that is not says why.',
      removed: 'What was taken out is not sent.',
      last: 'The up arrow in an empty composer brings back the last message.',
      'accessible-en': 'The lists, the form and the tray pass axe in English.',
      'accessible-zh-CN': 'The lists, the form and the tray pass axe in Chinese.',
    },
  },
  'chat.draft': {
    promise: 'What is typed and not sent is never lost.',
    clauses: {
      'put-in': 'A prompt comes below what is typed by then, at once where the chat is open.',
      sections: 'It is there again after other sections.',
      reload: 'It is there again after the window reloads.',
    },
  },
  'chat.hostile': {
    promise: 'Hostile text of servers and models is shown revealed and never runs.',
    clauses: {
      server: 'Text of a server does not run and is not drawn as markup of the app.',
      revealed: 'Hidden characters are shown.',
      draft: 'Hidden characters of a draft are shown below it, and can be taken out.',
      model: 'Text of a model does not run, load or connect.',
      links: 'Links lead where they say, in the browser.',
    },
  },
  'ask.form': {
    promise:
      'A form that a server asks for is filled in, declined or cancelled, and the server receives which.',
    clauses: {
      wrong: 'Nothing is sent while the form is not right.',
      accepted: 'A legacy server gets what was filled in, with its defaults.',
      declined: 'A legacy server receives a decline and a cancel.',
      modern: 'A modern server gets what was filled in, or the decline.',
      record: 'Each decision is recorded.',
    },
  },
  'ask.page': {
    promise:
      'A page that a server wants visited is opened only when the person agrees; the call then continues.',
    clauses: {
      declined: 'A declined page is not opened, and the server is notified.',
      opened: 'An accepted page is opened as it was shown.',
      required: 'A call that needs a page first is tried again or cancelled by the person.',
      scheme: 'A page that may not be opened is not asked about.',
      trace: 'What was opened when, and what came of it, is on the card and in Activity.',
    },
  },
  'ask.notice': {
    promise: 'A person who looks elsewhere gets a system notification that something waits.',
    clauses: {
      notified: 'A notification names the server as the person does, once, without a sound.',
      click: 'A click on it shows what waits, and answers nothing.',
      quiet: 'Switched off in Settings, there is none.',
    },
  },
  'ask.expiry': {
    promise:
      'A request with a time limit shows it, reminds of it once, and reports that it expired.',
    clauses: {
      shown: 'The card shows when it expires, and near the end how much time is left.',
      reminded: 'Who looks elsewhere gets one notification before it expires.',
      expired: 'Once it expired its place shows this, and nothing was sent.',
      recorded: 'Activity shows that it expired.',
    },
  },
  'chat.task': {
    promise:
      'A call that runs on at its server as a task shows that, asks what the task needs, and gives its result.',
    clauses: {
      shown: 'The call says that it runs as a task.',
      asked: 'A question of the task reaches the person.',
      result: 'The result of the task is the result of the call.',
    },
  },
  'workspace.folders': {
    promise:
      'Workspaces are named sets of folders: added by dialog, flagged when missing, removed with undo.',
    clauses: {
      added: 'Folders are added by dialog, each once.',
      flagged: 'A missing folder is flagged, and found again.',
      undone: 'A removed folder and a removed workspace come back with undo.',
      kept: 'They are kept over a restart.',
    },
  },
  'workspace.drop': {
    promise: 'Folders dropped onto the screen are added; a dropped file is refused in words.',
    clauses: { folder: 'A dropped folder is added.', file: 'A dropped file is refused in words.' },
  },
  'workspace.projects': {
    promise: 'Projects found in a chosen folder are offered.',
    clauses: { offered: 'What is found is offered, and only what is chosen is added.' },
  },
  'workspace.shared': {
    promise:
      'A server receives the folders that the table shares with it, and is notified of changes at once.',
    clauses: {
      listed: 'It receives the shared folders and no others.',
      changed: 'It is notified of each change.',
    },
  },
  'workspace.asked': {
    promise: 'The first time a server asks for folders, the person is asked, once.',
    clauses: {
      asked: 'The person chooses which folders it receives.',
      once: 'It is not asked again, also not after a new start of the server.',
    },
  },
  'chat.attachments': {
    promise:
      'Files, resources and prompts are attached to a message, kept with it and sent with it.',
    clauses: {
      kept: 'What is attached to a draft is there after a restart.',
      shown: 'Just what was shown is sent: with any other set nothing is.',
      sent: 'The model gets the text of a file, the bytes of a picture, a resource and a prompt.',
      encoding:
        'A text in another encoding than UTF-8 is read in the likely one, which is shown and can be changed.',
      transcript: 'A sent message shows what was attached, and each opens as it was sent.',
      found: 'A message is found by what is attached to it.',
      'accessible-en': 'In English it has no axe violation, and nothing is cut or covered.',
      'accessible-zh-CN': 'In Chinese it has no axe violation, and nothing is cut or covered.',
    },
  },
  'chat.folder': {
    promise:
      'Files of a folder that the person picked are chosen in a tree and attached under their paths.',
    clauses: {
      listed:
        'Ignore files of each folder are honoured, links are not followed, and what is left out or over a limit is said.',
      picked:
        'Only folders that the person picked or dropped to attach their files are listed and read.',
      attached:
        'Each checked file is attached under its path; one that is gone or cannot be read is named.',
      keys: 'Arrow keys, Space and Enter choose files in the tree.',
    },
  },
  'chat.everyday-files': {
    promise: 'Files that people work with are attached, asked about and sent as shown.',
    clauses: {
      en: 'In English: a table in GBK, a workbook of three sheets, a scanned PDF and ten phone photos.',
      'zh-CN':
        'In Chinese: a table in GBK, a workbook of three sheets, a scanned PDF and ten phone photos.',
      'folder-en': 'In English: a folder of 40 files, chosen in its tree.',
      'folder-zh-CN': 'In Chinese: a folder of 40 files, chosen in its tree.',
    },
  },
  'chat.documents': {
    promise:
      'A document is attached as its text, or a PDF as the file where the API of the model takes it, and sent as shown.',
    clauses: {
      en: 'In English: the chip shows sheets and pages, a choice among them is previewed and sent, and a locked document is named.',
      'zh-CN':
        'In Chinese: the chip shows sheets and pages, a choice among them is previewed and sent, and a locked document is named.',
      wire: 'Each model API is sent the text of documents of every format, and none of their bytes.',
      file: 'A PDF is sent as the file to the APIs that take it, within their limits, and as its text to others.',
      scan: 'Pages of a PDF without text are sent as pictures where the model takes pictures and not the file.',
      samples:
        'Files of every format and encoding, and empty, huge, damaged and hostile ones, are attached, previewed and sent to each API as a table says, or refused in words.',
    },
  },
  'chat.pictures': {
    promise:
      'A picture of any usual format is attached, made as small as the model looks at it, shown as it is sent, and sent without location or camera data.',
    clauses: {
      en: 'In English: HEIC, AVIF, TIFF, BMP, SVG, GIF and a photo on its side are drawn upright, and the chip names both sizes.',
      'zh-CN':
        'In Chinese: HEIC, AVIF, TIFF, BMP, SVG, GIF and a photo on its side are drawn upright, and the chip names both sizes.',
      sent: 'The bytes of the preview are the bytes that the model gets, without location and camera.',
      wire: 'Each model API is sent pictures of every format in a type that it takes.',
      chosen: 'The person can send a larger one, its metadata, or the source of a drawing.',
      bounded: 'A damaged or huge picture is refused by its name, and costs no other one anything.',
    },
  },
  'chat.dear-steps': {
    promise: 'What a server or a model makes large in one step stays cheap.',
    clauses: {
      asks: 'What is asked about a call carries only the part of a definition that its card shows.',
      reads: 'Parts of one result are read one after the other, and its file once.',
      values: 'The calls of one step share one budget of values.',
      pictures: 'The pictures of the results of a turn take from one budget, the latest first.',
    },
  },
} as const satisfies Record<string, Requirement>
