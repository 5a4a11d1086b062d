import type { Threat } from './threat.ts'

const damaged = 'apps/desktop/src/main/update/damaged-data.test.ts'
const chain = 'packages/store/src/audit/audit-chain.test.ts'
const signatures = 'packages/store/src/audit/audit-signatures.test.ts'
const signed = 'apps/desktop/src/main/faults/signed-record.test.ts'
const cuts = 'packages/store/src/audit/audit-deletion.test.ts'
const retention = 'packages/host/src/audit/audit-retention.test.ts'
const exported = 'packages/tooling/src/audit-verify/verify-export.test.ts'
const update = 'packages/store/src/file/update-file.test.ts'
const givenBack = 'apps/desktop/src/main/faults/restored-parts.test.ts'
const asked = 'packages/host/src/audit/ask-record.test.ts'
const card = 'packages/ui/src/features/chat/calls/tool-call-card.test.tsx'
const filters = 'packages/store/src/search/search-filters.test.ts'
const erased = 'packages/store/src/search/erase-words.test.ts'
const erasing = 'apps/desktop/src/main/erased-chats.test.ts'
const temporary = 'apps/desktop/src/main/temporary-chats.test.ts'
const several = 'packages/host/src/temporary-chats/redacted-record.test.ts'
const recovery = 'packages/host/src/chat/turns/recovery.test.ts'

/** Attacks that make the record differ from the events. */
export const threats: Threat[] = [
  {
    id: 'record.rewritten',
    attacker: 'file',
    tries:
      'To change a decision in the database or in an export, or to take one out, the last one included.',
    stoppedBy:
      'Each record holds the hash of the one before it. A rewrite of the chain is noticed by its signatures, see `record.rewritten-with-hashes`.',
    tests: [
      { file: chain, title: 'names the record that was changed, and where one is missing' },
      { file: chain, title: 'misses the last ones' },
      { file: chain, title: 'misses neither the first ones, nor one that lost its hash' },
      {
        file: exported,
        title: 'an export with one character changed, one line less or another order is refused',
      },
    ],
  },
  {
    id: 'record.rewritten-with-hashes',
    attacker: 'file',
    tries:
      'To rewrite the record with right hashes: change a decision, cut the end off, put back an older copy, an empty file or the data of another profile.',
    stoppedBy:
      'Records are signed with a key that only the keychain holds, beside the place where the record last ended. The record never opens the keychain itself, and is written without a signature while it is locked.',
    tests: [
      ...[
        'who changed a signed record and computed the hashes again',
        'who changed a record that was written without a key before a signed one',
        'who changed a record from before the key was made',
        'who took away the signatures up to the anchor to change a record',
        'who cut the end off in front of the anchor, the counter of the table too',
        'who put an empty file in its place',
        'who put an older copy back, also once new records follow it',
        'who put the file of another profile in its place, with a key of its own',
        'who claims that young records were deleted as old',
      ].map((title) => ({
        file: signatures,
        title: `finds a rewriter without the key › ${title}`,
      })),
      {
        file: signed,
        title:
          'with a real Secret Service the record › gets no signature and prompts nobody while the keychain is locked, and continues once it is unlocked',
      },
      {
        file: signed,
        title:
          'with a real Secret Service the record › is found to be an older copy, however much follows it, and keeps saying so',
      },
    ],
    remains:
      'a program that can read the keychain can rewrite all. Without it, what comes after the anchor can be cut off or changed, and what has no signature until the next signed record. The result of a check says so',
  },
  {
    id: 'record.deleted-as-old',
    attacker: 'file',
    tries:
      'To delete entries, or hide that one was changed, behind the deleting of old entries that the person allowed.',
    stoppedBy:
      'Each cut is an entry that names what it deleted and the hashes on both sides; more, or less, is a fault. A fault found in deleted entries stays reported.',
    tests: [
      {
        file: cuts,
        title:
          'holds after 10,000 random actions with cuts in between, and one flipped byte or one removed record is found',
      },
      {
        file: cuts,
        title:
          'deletes what is older and nothing else, says so in the record, and finds a cut that nobody made',
      },
      {
        file: cuts,
        title: 'finds a cut that claims less or more than it deleted, and one that was taken out',
      },
      {
        file: cuts,
        title:
          'what was changed or missing before it was deleted stays known, also after the next cut',
      },
    ],
  },
  {
    id: 'record.deleted-by-page',
    attacker: 'page',
    tries: 'To have the record of what it did deleted.',
    stoppedBy:
      'The time is not among the settings that the page may change; a shorter one is decided in the consent window, which says how many entries go, and is recorded.',
    tests: [
      {
        file: retention,
        title:
          'what deletes more is put before the person with how many go, and both change and cut are recorded',
      },
    ],
  },
  {
    id: 'record.lost-outcome',
    attacker: 'server',
    tries:
      'To have a call that ran reported as cancelled, or not recorded at all, by ending the app or the connection under it.',
    stoppedBy:
      'The decision is in the audit before anything is sent; a call without a response is shown as "not known: it may have run", to the person, the model and Activity.',
    tests: [
      {
        file: recovery,
        title: 'a call is in the audit before it is sent, and once more when it is over',
      },
      {
        file: recovery,
        title: 'a call that was at its server when the app died has an outcome that is not known',
      },
      {
        file: recovery,
        title:
          'a call that was at its server when the person quit is not known; a stopped one is cancelled',
      },
      {
        file: card,
        title: 'a call whose outcome is not known says that it may have run, and why: %s',
      },
      {
        file: recovery,
        title: 'a call that nobody decided when the app died was not made, and is in the audit',
      },
    ],
  },
  {
    id: 'record.run-twice',
    attacker: 'model',
    tries:
      'To run a call again by its standing permission, though the first run may have been done.',
    stoppedBy:
      'A call whose outcome is not known makes the permission of its tool void in that chat; the person is asked again and reads why.',
    tests: [
      {
        file: recovery,
        title:
          'the model is told that such a call may have run, and its grant does not run it again',
      },
      {
        file: recovery,
        title:
          'a call that was sent and ended by %s is not known either, and runs again only when allowed',
      },
      { file: recovery, title: 'allowing it anew in the chat takes the doubt away' },
    ],
  },
  {
    id: 'record.page-by-its-words',
    attacker: 'server',
    tries: 'To have the record of an opened page say the server’s words instead of where it led.',
    stoppedBy:
      'The subject is the host and the address as the browser is given it; the server’s words stand beside it and are called so.',
    tests: [
      {
        file: asked,
        title:
          'the record of a page names its host and its address, whatever the server says of it',
      },
    ],
  },
  {
    id: 'record.who-read-it',
    attacker: 'server',
    tries: 'To have a request read by a model that no record names.',
    stoppedBy:
      'The record of a sampling request and of its answer names the model and who provides it.',
    tests: [
      { file: asked, title: 'the records of a sampling name the model and who provides it' },
      { file: asked, title: 'the record of a sampling that no model read names none' },
    ],
  },
  {
    id: 'record.given-back-elsewhere',
    attacker: 'model',
    tries:
      'To have what another provider gave in confidence (reasoning, signed or sealed) sent to it, or shown.',
    stoppedBy:
      'It is kept apart from the chat with the address, kind and model it came from, and goes only there.',
    tests: [
      {
        file: givenBack,
        title: 'goes to no other model, no other address and no other kind of provider',
      },
      { file: givenBack, title: 'is neither sent to the window nor in what it can read' },
    ],
  },
  {
    id: 'record.two-updates',
    attacker: 'program',
    tries:
      'To have data of an earlier version lost by ending its update at a bad moment, or by a process of it that is left over.',
    stoppedBy:
      'Copy, steps and batches are each whole or not there; a batch that was taken is not taken again, and a copy of another process never gets the name.',
    tests: [
      {
        file: update,
        title:
          'what another process has moved meanwhile is not moved again, and nothing of it is lost',
      },
      {
        file: update,
        title: 'a copy that another process was making never becomes the copy of this update',
      },
      {
        file: update,
        title:
          'an update that is killed at 20 moments goes on, with one copy, and every entry is as it was',
      },
    ],
  },
  {
    id: 'record.damaged-file',
    attacker: 'program',
    tries:
      'To keep Gatehouse from ever starting again, or to have all chats disappear without a word, by damaging the file that they are in: a page, its end, its format number.',
    stoppedBy:
      'Nothing looks into the file before it is known to be whole but to see whether an update is due, and that look never fails; only the opening itself sets a damaged file aside, under another name and in view. A link in its place is refused before anything is opened.',
    tests: [
      {
        file: damaged,
        title:
          'a damaged file › with the first page damaged behind its header (latest format) is set aside in view, and the app starts',
      },
      {
        file: damaged,
        title:
          'a damaged file › with pages in the middle damaged (old format) is set aside in view, and the app starts',
      },
      {
        file: damaged,
        title:
          'a damaged file › whose records are not those of its format says where what it was before is',
      },
      {
        file: damaged,
        title: 'a link in place of the file is refused, and nothing is made where it points to',
      },
    ],
    remains:
      'a file whose pages are sound but whose tables were changed (one taken away, the number of an earlier format written in) does not open; the app reports this, and changes nothing of it besides making a copy. A damaged search index alone sets the file aside too, although every chat in it is whole',
  },
  {
    id: 'record.given-back-without-end',
    attacker: 'model',
    tries: 'To fill the disk with data that the app keeps only to hand it back.',
    stoppedBy:
      'Of a step with more than 1,000,000 characters of it nothing of it is kept; the answer stays, and the turn says so.',
    tests: [
      {
        file: givenBack,
        title:
          'is more than a step may hold: the answer stays, and the turn says what is not sent back',
      },
    ],
  },
  {
    id: 'record.search-forged',
    attacker: 'model',
    tries:
      'To have a text found as a call of some tool, or as of another model or time than it is, by writing what the search index writes of those.',
    stoppedBy:
      'What the index writes begins with a character that counts as a space in every text and in what is typed.',
    tests: [
      {
        file: filters,
        title: 'no text takes itself for a call of a tool, and nothing that is typed asks for one',
      },
    ],
    remains:
      'A tool is found by its name and that of its server: two servers that were given the same name are one choice.',
  },
  {
    id: 'record.removed-chat',
    attacker: 'program',
    tries: 'To read messages of a deleted chat in the database.',
    stoppedBy:
      'The next start removes it for good and overwrites its rows, then its words in the index of the search, in small steps that continue after a quit or a kill, then the log.',
    tests: [
      {
        file: erased,
        title:
          'what was removed for good › of two chats leaves none of its words in the file or its log, nor what it was narrowed by',
      },
      {
        file: erased,
        title: 'what was removed for good › is erased after a kill or a quit between any two steps',
      },
      {
        file: erased,
        title:
          'what was removed for good › is erased too when it was removed while others are, or when much is written meanwhile',
      },
      {
        file: erased,
        title:
          'a file of format 32 › from which a chat was removed still has its words, and loses them',
      },
      {
        file: erasing,
        title: 'the start after a chat was deleted erases its words while others are used',
      },
    ],
    remains:
      'until the next start a deleted chat can be brought back, and is there; copies of the database that were made before an update stay as they were; the disk or its snapshots may keep what was overwritten',
  },
  {
    id: 'record.temporary-chat',
    attacker: 'program',
    tries: 'To read messages, calls or results of a temporary chat in the data folder.',
    stoppedBy:
      'Its rows and data are in stores of their own in memory; the record of decisions on disk has none of its words, nor a hash that could confirm a guess at them.',
    tests: [
      {
        file: temporary,
        title: 'keeps a temporary chat in memory, with its versions, attachments and draft',
      },
      { file: temporary, title: 'leaves nothing of one that ended, and takes nothing more for it' },
      { file: temporary, title: 'keeps of a decision in it that it was made, and no word of it' },
      {
        file: temporary,
        title: 'keeps nothing of one that the disk refuses, and leaves it as it was',
      },
      {
        file: several,
        title: 'keeps no word of what may be of a temporary chat, though another chat is named',
      },
    ],
    remains:
      'The system may write memory to its swap space or a dump. Models and servers keep what they were sent, and a permission for longer than the chat is kept like any other.',
  },
]
