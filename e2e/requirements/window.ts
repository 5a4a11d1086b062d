import type { Requirement } from './requirement.ts'

/** The window, what it may reach, and what outlives it. */
export const windowRequirements = {
  'frame.first-window': {
    promise: 'The window opens usable at once.',
    clauses: {
      composer: 'The composer has the keyboard, and what is typed is in it.',
      rail: 'The rail names its six entries and marks the chats as current.',
      cards: 'First-run cards offer to connect a model and to add a server.',
      dismissed: 'A dismissed card stays away after a restart.',
    },
  },
  'frame.theme': {
    promise: 'Light and dark follow the system; a setting overrides it.',
    clauses: {
      follows: 'The theme changes with the system.',
      overrides: 'A chosen theme wins over the system.',
      kept: 'A chosen theme is kept over a restart.',
      returns: 'The setting can be given back to the system.',
    },
  },
  'frame.language': {
    promise: 'English and Simplified Chinese.',
    clauses: {
      switches: 'A setting switches the language at once.',
      notices: 'Notices that are shown then follow it.',
      kept: 'The chosen language is kept over a restart, and no word of the other is on the screen.',
      system: 'The first start uses the language of the system.',
    },
  },
  'window.composition': {
    promise:
      'Text that an input method is composing triggers no shortcut and is sent nowhere until it is chosen.',
    clauses: {
      sends:
        'Its Enter, Escape and arrows send, save, choose and close nothing, in fields of messages, names, searches and reasons.',
      search:
        'Nothing is searched for, and no server asked to complete, before the words are chosen.',
      window: 'The same holds in the real window, with a composition of the browser’s own.',
    },
  },
  'window.presses': {
    promise:
      'Keys and double clicks do not act on what came under them, or kept the focus, meanwhile.',
    clauses: {
      awaited:
        'What is typed after a palette, a search in the chat or a dialog was asked for and before it has the focus does not reach the message.',
      chat: 'What is typed before a chat that was asked for is in view is for that chat alone, unsent.',
      held: 'A key that is held presses a button and runs a shortcut once.',
      second:
        'The second press of a double click on Send does not stop the answer, and that of a double Enter does not send what is half written.',
      closing: 'A palette that closes runs nothing more.',
    },
  },
  'frame.keyboard': {
    promise: 'Everything of the frame is reached by keyboard alone.',
    clauses: {
      sections: 'Each section has a shortcut that also moves the focus into it.',
      palette: 'The palette opens, filters and runs commands by keyboard.',
      help: 'A question mark opens the shortcuts, except where one types.',
      'new-chat': 'A shortcut begins a new chat with an empty composer.',
      focus: 'Tab leads to visible things only.',
    },
  },
  'frame.narrow': {
    promise: 'In a window of 900 or 640 by 600 pixels nothing is cut and nothing overlaps.',
    clauses: {
      smallest: 'The window cannot be made smaller than what is in it.',
      list: 'The hidden list opens over the content and closes again.',
      choice: 'A row that is chosen in the hidden list is shown, and the list closes.',
      side: 'The right panel opens over the content, and is closed by its button, Escape or a click beside it.',
      large: 'Text twice as large does not make the page scroll sideways.',
      'screens-en': 'No English screen cuts or covers anything.',
      'screens-zh-CN': 'No Chinese screen cuts or covers anything.',
    },
  },
  'frame.accessible': {
    promise: 'No screen has an axe violation, in either theme and language.',
    clauses: {
      'screens-en': 'No English screen of the app has a violation.',
      'screens-zh-CN': 'No Chinese screen of the app has a violation.',
      'asks-en': 'No English screen of what servers ask has a violation.',
      'asks-zh-CN': 'No Chinese screen of what servers ask has a violation.',
      'signin-en': 'No English screen of signing in, or of what was allowed, has a violation.',
      'signin-zh-CN': 'No Chinese screen of signing in, or of what was allowed, has a violation.',
      'client-en': 'No English screen of a client registered by hand has a violation.',
      'client-zh-CN': 'No Chinese screen of a client registered by hand has a violation.',
      'workspace-en': 'No English screen of the workspace of a chat has a violation.',
      'workspace-zh-CN': 'No Chinese screen of the workspace of a chat has a violation.',
      'permissions-en': 'No English screen of permissions has a violation.',
      'permissions-zh-CN': 'No Chinese screen of permissions has a violation.',
      'consent-en': 'The English consent window has no violation.',
      'consent-zh-CN': 'The Chinese consent window has no violation.',
    },
  },
  'boundary.bridge': {
    promise: 'window.bridge is exactly two functions; nothing of Node is reachable.',
    clauses: {
      functions: 'The bridge has two functions and cannot be replaced.',
      node: 'No global of Node or Electron is reachable from the page.',
      preferences: 'The window is isolated and sandboxed, without Node in it or in its frames.',
      listeners: 'A listener hears its own events, until it is taken away.',
    },
  },
  'boundary.content-policy': {
    promise: 'Inline script, eval and foreign connections are refused.',
    clauses: {
      code: 'No inline script, eval, worker or foreign script runs.',
      connections: 'Nothing is sent to another origin.',
      files: 'The app serves the files of its interface and no others.',
      own: 'The interface itself keeps to the policy.',
    },
  },
  'boundary.navigation': {
    promise: 'Navigation, new windows and permissions are refused.',
    clauses: {
      stays: 'The window stays on its own page, whatever link or form is used.',
      windows: 'No second window opens, and the browser is not started.',
      permissions:
        'Camera, microphone, screen, location, notifications and the clipboard are refused.',
      copying: 'A press of a copy button can write the clipboard.',
      downloads: 'A download is prevented.',
    },
  },
  'boundary.routes': {
    promise: 'Every route responds to hostile input with a typed error.',
    clauses: {
      typed: 'Each route responds to each kind of hostile input with an error of the boundary.',
      unknown: 'A route that does not exist is reported as unknown.',
      unpolluted: 'No input changes the prototypes of main or of the page.',
      size: 'What is too large is refused before it leaves the page.',
      sender: 'A page that is not the app’s own gets no response.',
    },
  },
  'boundary.sandbox': {
    promise: 'An ordinary user runs the renderer in Chromium’s sandbox.',
    clauses: {
      flags: 'No switch turns the sandbox off.',
      confined: 'The renderer has a seccomp filter, no capabilities and namespaces of its own.',
    },
  },
  'restart.kept': {
    promise: 'Servers, chats and drafts are there after a restart.',
    clauses: {
      drafts: 'The draft of each chat is kept.',
      chats: 'Answers are kept, and the model receives the earlier conversation.',
      servers: 'A server is started again.',
    },
  },
  'restart.interrupted': {
    promise:
      'A running turn is marked interrupted with its partial text, after quit and after kill -9.',
    clauses: {
      'text-quit': 'After quit the partial answer is there, marked as cut off.',
      'text-kill9': 'After kill -9 the partial answer is there, marked as cut off.',
      'call-quit': 'After quit the outcome of a running call is called unknown.',
      'call-kill9': 'After kill -9 the outcome of a running call is called unknown.',
      'retry-quit': 'After quit the answer can be tried again without the partial text.',
      'retry-kill9': 'After kill -9 the answer can be tried again without the partial text.',
    },
  },
  'restart.task': {
    promise: 'A task that its server continues is found again after kill -9.',
    clauses: {
      running: 'The call is shown as running, and is not sent again.',
      result: 'Its result reaches the chat and the model.',
      cancelled: 'It can be cancelled from the list of tasks, and the server is notified.',
    },
  },
  'restart.asks': {
    promise: 'What waited for the person when the app was killed is not lost.',
    clauses: {
      recorded: 'It is in Activity, with what it was about and that Gatehouse ended.',
    },
  },
  'window.chat': {
    promise: 'A chat can have a window of its own, and is written on in one window at a time.',
    clauses: {
      'torn-off':
        'A key opens the chat in a window without rail and list, with its name and what was typed.',
      once: 'Its row shows this, and choosing it leads to that window.',
      drafts: 'Closing the window loses nothing that was typed.',
      back: 'It goes back into the main window with a press.',
      both: 'Two windows write and are answered at the same time.',
      asks: 'What waits in its chat is decided in it.',
      'own-presses': 'A press in one window authorises no call from another.',
      consent: 'Consent opens over the window that asked for it.',
      'consent-ends':
        'Consent is cancelled with the window that asked for it, and that of other windows is not.',
      places:
        'What it does not have is shown in the main window, which is reopened if it was closed.',
      elsewhere: 'With no main window open it shows what waits elsewhere.',
      deleted: 'It closes when its chat is deleted or ended.',
      restart: 'After a quit it is open again, where it was and behind the main window.',
      crash: 'After a crash none is opened by itself.',
      'dies-alone':
        'When its process dies the main window continues, and its chat is held back in it.',
      small: 'At 480 px nothing in it is cut, in both languages, and axe finds nothing.',
      crowd: 'One press opens one window, whatever the page asks for with it.',
      held: 'What was held back in it is held back in the main window once it is closed.',
    },
  },
  'window.quick': {
    promise: 'A small window takes a quick question, called by a key wherever the person is.',
    clauses: {
      key: 'The recorded key opens it above the windows of other programs, with the keyboard in its composer, and hides it again.',
      off: 'There is no key before one is recorded, and none after it is removed.',
      refused: 'A key that another program has is refused in words, and nothing changes.',
      guarded: 'Page script takes no key and opens no window by itself.',
      answers: 'A question is answered in it, and the answer continues while it is hidden.',
      unseen: 'What came while it was hidden is allowed only half a second after it is seen.',
      escape: 'Escape hides it, and denies where a card that waits has the keys.',
      continues: 'Called again it shows the last chat, and a button begins another.',
      blank: 'Opening it again and again leaves one untouched chat at most.',
      main: 'Its chat goes to the main window with a press.',
      tray: 'The menu in the tray and the palette open it.',
      small: 'At 480 px nothing in it is cut, in both languages, and axe finds nothing.',
    },
  },
  'window.zoom': {
    promise: 'Text can be made larger, in all windows alike.',
    clauses: {
      all: 'What is chosen in one window holds in the others.',
      kept: 'It is kept over a restart.',
    },
  },
  'window.tray': {
    promise: 'An icon in the tray counts what waits and leads there.',
    clauses: {
      counts: 'Its menu names how many requests wait.',
      shows: 'It shows what waits, and answers nothing.',
      quiet: 'It turns notifications off and on.',
      stays:
        'If that is chosen, the app keeps running without its window, and the icon opens it again.',
    },
  },
  'window.update': {
    promise: 'Data of an earlier version is updated in view of the person.',
    clauses: {
      shown:
        'A small window says how far it is, in both languages, and the app stays responsive meanwhile.',
      quit: 'Closing that window quits; the next start continues.',
    },
  },
  'window.reload': {
    promise: 'A reloaded window finds its pending asks and running turn again.',
    clauses: {
      ask: 'A pending ask is shown again and can be answered.',
      turn: 'A running answer continues to its end, complete.',
      draft: 'What was half written into a card is in it again.',
      'half-typed': 'So is a reason for denying, and JSON that is not whole yet.',
      unsent:
        'What was written for a question that went away stays until it is put away, and the chat says that it went.',
    },
  },
  'app.leaves': {
    promise: 'The app exits when it is asked to, whatever its runtime still does.',
    clauses: {
      finalizers: 'Finalizers that are due at the very end do not hold the process.',
    },
  },
  'package.smoke': {
    promise: 'The packaged app works.',
    clauses: {
      starts: 'It starts as a packaged app with a usable window.',
      calls: 'A server is added and a tool called in it.',
      quits: 'Quitting leaves no process.',
    },
  },
  'audit.inbox': {
    promise: 'All that was ever asked, decided and sent can be listed, searched and opened.',
    clauses: {
      'any-length':
        'A record of 100,000 entries is listed, searched and narrowed, in both languages, with no long task.',
    },
  },
  'audit.messages': {
    promise:
      'A record of what was sent or received leads to the very messages, while they are kept.',
    clauses: {
      call: 'From a call its request and its response open in the traffic of its server, in view and selected.',
      asked: 'From what a server asked its request and the answer to it open there too.',
      gone: 'Where they are no longer kept the record states it.',
    },
  },
  'audit.chain': {
    promise: 'What was decided cannot be changed or taken out of the record without being noticed.',
    clauses: {
      checked: 'The window and a command look through it, and name the entry where it breaks.',
      signed:
        'Someone who rewrites entries with right hashes, or puts an older copy back, without reading the keychain, is noticed up to the last anchor. A locked keychain costs no entry and prompts nobody.',
      proven:
        'The result states up to which entry that holds, and what is not noticed. Without the key it states why nothing was checked.',
      'not-written': 'An export that cannot be written is reported.',
      retention:
        'Old entries are deleted only when the person consented to that in the consent window, and a check finds the rest whole.',
    },
  },
} as const satisfies Record<string, Requirement>
