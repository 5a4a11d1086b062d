import type { Threat } from './threat.ts'

const hostile = 'apps/desktop/src/main/chat-files/hostile-file.test.ts'

const draft = 'apps/desktop/src/main/chat-files/imported-draft.test.ts'

const product = 'apps/desktop/src/main/chat-files/product-file.test.ts'

/** Files with chats, which may come from anybody. */
export const threats: Threat[] = [
  {
    id: 'chatfiles.pending-call',
    attacker: 'file',
    tries: 'To have a call run, an ask wait or a permission apply that the person never gave.',
    stoppedBy:
      'All that is imported is over: what waited was not made, what ran may have run. Ids are new, permissions and asks are not taken in, and the chat has no servers.',
    tests: [
      {
        file: hostile,
        title: 'takes a call that waits for one that was not made, and allows nothing by it',
      },
      { file: hostile, title: 'takes a call that ran for one that may have run' },
    ],
  },
  {
    id: 'chatfiles.setup',
    attacker: 'file',
    tries: 'To bring words along that a model is sent first, or to raise limits, unread.',
    stoppedBy:
      'A setup of a file is kept apart and used nowhere. It is shown in the settings of the chat, with what cannot be seen in it, and used once the person saved it there with a real press.',
    tests: [
      { file: hostile, title: 'uses no setup of a file, and forgets what cannot be one' },
      {
        file: 'packages/host/src/chat/conversations/file-setup.test.ts',
        title: 'no model is asked with the setup of a file before it is set',
      },
      {
        file: 'packages/ui/src/features/chat/setup/file-setup-note.test.tsx',
        title: 'shows all of it, hidden characters too, and saves what is shown',
      },
    ],
  },
  {
    id: 'chatfiles.foreign-data',
    attacker: 'file',
    tries: 'To show or send data of this computer by naming its hash.',
    stoppedBy:
      'Only data that came with the file can be named; what the file calls absent is absent.',
    tests: [
      { file: hostile, title: 'does not show data of this computer that a file names as absent' },
      {
        file: draft,
        title:
          'a draft that names data which is not in its file, or is more than a message can be, is refused',
      },
    ],
  },
  {
    id: 'chatfiles.passed-off',
    attacker: 'file',
    tries:
      'To pass text off as the person’s own, or as that of the server that it is to be sent to, so that no card names where it comes from.',
    stoppedBy:
      'All text of an imported turn counts as text of its file, also where a message of it is sent again, and so does what is sent of a draft that the file brought along, or in which a message of it is put again; the servers of a file are none that are here.',
    tests: [
      {
        file: draft,
        title: 'what is made of a draft of a file counts as its words, until the field was emptied',
      },
      {
        file: draft,
        title:
          'words of a file that are put into a draft again count as the file’s, until the field was emptied',
      },
      {
        file: 'packages/ui/src/features/chat/composer/recall.test.tsx',
        title:
          'a message of the file of the chat comes back as words of that file, and the person’s own as theirs',
      },
      {
        file: 'packages/ui/src/features/chat/message-queue/message-queue.test.tsx',
        title:
          'an edit whose message is gone goes to the draft as words of the file that the message came out of',
      },
      {
        file: 'packages/host/src/provenance/imported-source-texts.test.ts',
        title: 'takes all that an imported turn says for text of its file',
      },
      {
        file: 'packages/host/src/provenance/imported-source-texts.test.ts',
        title: 'takes an imported message that is sent again for text of its file',
      },
    ],
  },
  {
    id: 'chatfiles.replaced-chat',
    attacker: 'file',
    tries:
      'To take the place of an imported chat, with its title, workspace and setup, or to delete its newer messages.',
    stoppedBy:
      'A file replaces only a chat that the preview named, that nobody used here, that is not newer and whose messages are all in the file. Any other chat of the same id is imported beside it.',
    tests: [
      {
        file: product,
        title: 'imports %s beside the chat that is here, once',
      },
      {
        file: product,
        title:
          'names the chats that it updates, and keeps what was set in them while the import ran',
      },
      {
        file: 'packages/host/src/chat/conversations/fork-chat.test.ts',
        title: 'a fork of an import names its file, and is not the chat that an update replaces',
      },
    ],
  },
  {
    id: 'chatfiles.hidden-prompt',
    attacker: 'file',
    tries: 'To put words that cannot be seen into a prompt that counts as the person’s own.',
    stoppedBy:
      'The whole texts of a file with prompts are shown before the import, hidden characters revealed; the composer reveals them again once a prompt is inserted.',
    tests: [
      {
        file: 'packages/ui/src/features/chat/own-prompts/own-prompts.test.tsx',
        title:
          'the dialog › writes the prompts to a file, reads them from one, and refuses another',
      },
      {
        file: 'packages/ui/src/features/chat/own-prompts/own-prompts.test.tsx',
        title:
          'behind a slash › a prompt with hidden characters has the note of them below the field',
      },
    ],
  },
  {
    id: 'chatfiles.huge-file',
    attacker: 'file',
    tries: 'To hold main or fill its memory with lines, values or data without end.',
    stoppedBy:
      'A file, a line and the data in it have limits that hold before they are parsed; what is read is written in small parts, between which main stays responsive, and so is what is erased of it once it was removed.',
    tests: [
      {
        file: hostile,
        title: 'refuses a line that is longer than one may be before it is parsed',
      },
      {
        file: 'packages/host/src/chat/chat-files/parse-in-slices.test.ts',
        title: 'lets others take turns',
      },
      {
        file: 'packages/store/src/search/erase-words.test.ts',
        title: 'takes its names along step by step, however many a chat has, and after a kill too',
      },
    ],
    remains:
      'One word that such a file says millions of times is one place of the index, which is written at once when the index is merged: that takes main as long as it is large.',
  },
  {
    id: 'chatfiles.archive-bomb',
    attacker: 'file',
    tries:
      'To fill memory or disk, or to hold main, with an archive that unpacks to far more than it is, or with versions of versions in an export of another product.',
    stoppedBy:
      'Only lists of chats in an archive are unpacked, in parts, and no further than the size that they state, which is limited; of a chat that is too large nothing is held, and its versions count as entries.',
    tests: [
      { file: product, title: 'refuses an archive that unpacks to more than it says' },
      {
        file: product,
        title: 'reads a chat of branches without end in bounded time, and leaves it out',
      },
      {
        file: product,
        title: 'counts files beyond those that a message may have, in bounded time',
      },
      { file: product, title: 'refuses a list of more than may be in one, chats or not' },
    ],
  },
]
