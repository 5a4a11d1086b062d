import type { Threat } from './threat.ts'

const kept = 'packages/host/src/ask-queue/orphaned-asks.test.ts'
const stored = 'packages/store/src/ask-store.test.ts'
const recorded = 'packages/host/src/audit/ask-record.test.ts'
const disk = 'packages/host/src/chat/turns/disk-write-failure.test.ts'
const abandoned = 'packages/host/src/launch-review/abandoned-reviews.test.ts'
const refused = 'packages/host/src/server-change-consent/refused-reviews.test.ts'
const imports = 'packages/host/src/server-import/abandoned-imports.test.ts'
const drafts = 'packages/host/src/ask-queue/ask-drafts.test.ts'
const written = 'packages/ui/src/features/chat/approvals/withdrawn-asks.test.tsx'
const values = 'packages/host/src/server-requests/saved-form-values.test.ts'
const facts = 'packages/mcp/src/message-parsing/reserved-meta.test.ts'

/** Attacks that make a question to the person, or the record of its answer, untrue or lost. */
export const threats: Threat[] = [
  {
    id: 'asks.lost-question',
    attacker: 'server',
    tries: 'To ask something and have the app die, so that no record shows that it was asked.',
    stoppedBy:
      'An ask is on disk before it is shown; the next start records what waited, with what it was about, in the transaction that removes its row.',
    tests: [
      { file: kept, title: 'an ask is on disk before the window is notified of it' },
      {
        file: kept,
        title: 'what waited when the app was killed is recorded once, with what it was about',
      },
      { file: kept, title: 'an approval whose call is not known any more is recorded by itself' },
      { file: kept, title: 'what waits when the person quits is recorded as ended by that' },
      {
        file: kept,
        title:
          'what a task wants to know is asked again when the app is back, and the first time is recorded',
      },
      { file: stored, title: 'an ask whose save has returned survives a kill' },
      { file: stored, title: 'an ask and its record are settled together, or neither' },
    ],
  },
  {
    id: 'asks.remembered-answers',
    attacker: 'server',
    tries:
      'To get in a form what the person entered in another one, of a server of that name or under a field of that name.',
    stoppedBy:
      'Only what the person asked to remember is kept, without what may be a secret, for the identity that the server had; it is filled in by a press, in view, and sent by another.',
    tests: [
      {
        file: values,
        title: 'nothing is kept of a form that was sent, unless the person says so',
      },
      {
        file: values,
        title:
          'what may be a secret is never kept, by its field, its look or the words of the form',
      },
      { file: values, title: 'is not filled into a field that asks for a secret by now' },
      {
        file: values,
        title:
          'is for who the server was: another identity is offered nothing, and takes its place',
      },
      {
        file: 'e2e/form-values.spec.ts',
        title:
          'answers are remembered when the person says so, filled in by a press, and forgotten',
      },
    ],
  },
  {
    id: 'asks.full-disk',
    attacker: 'program',
    tries:
      'To fill the disk, so that something is shown, answered or sent of which no record can be written.',
    stoppedBy:
      'What cannot be saved is not shown and not sent: the request ends with the reason, a call of the same step that was not sent is stopped, and one that was is waited for.',
    tests: [
      {
        file: kept,
        title: 'a request that the disk refuses is never shown, and ends with a reason',
      },
      { file: kept, title: 'an answer that the disk refuses leaves the ask waiting, on disk too' },
      {
        file: disk,
        title: 'a disk that refuses for good, from any write on, leaves no call running or waiting',
      },
      {
        file: disk,
        title: 'a disk that refuses any single write ends the turn with all its calls',
      },
      {
        file: disk,
        title:
          'a call that is not sent yet says why it was not made when another one could not be saved',
      },
    ],
  },
  {
    id: 'asks.forged-reason',
    attacker: 'server',
    tries:
      'To take a question back with words that the host uses itself, so that the record says that the person finished it.',
    stoppedBy:
      'Reasons are objects of the host’s own; any text means that the server took it back.',
    tests: [
      {
        file: kept,
        title: 'a server that takes its question back cannot say that the person finished it',
      },
    ],
  },
  {
    id: 'asks.forged-facts',
    attacker: 'server',
    tries:
      'To write into the metadata of a result, an error or a list what only the host says there: a task, a lost response, an entry that was left out.',
    stoppedBy:
      'Such facts are instances of a class, or have a key that is new in each run: nothing that a server can write is one.',
    tests: [
      {
        file: facts,
        title: 'a server cannot say in the metadata of a result what only the host moves there',
      },
      {
        file: facts,
        title: 'a server cannot say in an error that its own response was lost or cut off',
      },
      {
        file: facts,
        title: 'a server cannot have the host say in its own words that an entry was left out',
      },
    ],
  },
  {
    id: 'asks.unrecorded-edit',
    attacker: 'server',
    tries: 'To deny afterwards what it was given, or which tool and server a decision was about.',
    stoppedBy:
      'The record has the hash of what went out, its beginning where the person changed it, the values of a form, the identity of server and tool, and which grant decided.',
    tests: [
      {
        file: recorded,
        title:
          'a sampling that the person edited is recorded as edited, with the hash and the begin of what went out',
      },
      { file: recorded, title: 'a sampling that nobody edited is recorded by its hash alone' },
      {
        file: recorded,
        title:
          'a request that was edited for a run that failed is still recorded as edited when it runs again',
      },
      {
        file: recorded,
        title: 'an answer by hand is recorded with its begin, and a refusal with nothing sent',
      },
      {
        file: recorded,
        title:
          'the record of a call names server and tool by identity, and the grant that allowed it',
      },
    ],
  },
  {
    id: 'asks.secrets-in-record',
    attacker: 'file',
    tries: 'To read passwords and keys that were typed into forms out of the record on disk.',
    stoppedBy:
      'A value whose field, form or look says that it is a secret is not recorded; the row of a settled ask is removed and its pages are overwritten.',
    tests: [
      {
        file: recorded,
        title:
          'the record of a form says which fields were sent with which values, and keeps no secret',
      },
      { file: recorded, title: 'no text of a form whose message asks for a secret is kept' },
      { file: recorded, title: 'a form that was declined leaves no values in its record' },
      { file: stored, title: 'the words of an ask that is settled are not left in the file' },
    ],
    remains:
      'A secret without any sign of being one is in the record, like any other value: the first 200 characters of a field, the first 2,000 of a sampling that was edited.',
  },
  {
    id: 'asks.abandoned-secrets',
    attacker: 'program',
    tries: 'To read secrets out of main’s memory that were typed or imported and never used.',
    stoppedBy:
      'A review holds them until it is decided, refused, half an hour old, or without the page that began it.',
    tests: [
      {
        file: refused,
        title: 'the secrets of a launch that nobody consented to are forgotten with the refusal',
      },
      {
        file: abandoned,
        title:
          'a launch review that nobody finishes is forgotten when its time is over, not when another is begun',
      },
      {
        file: refused,
        title:
          'the filled-in launches of an import that nobody consented to are forgotten with the refusal',
      },
      {
        file: imports,
        title: 'an import that is closed is forgotten, secrets included, and no other one',
      },
      {
        file: 'apps/desktop/src/main/page-imports.test.ts',
        title: 'an import is forgotten with the page that began it, and with no other',
      },
      {
        file: 'apps/desktop/src/main/page-imports.test.ts',
        title: 'an import whose page went away while its files were read is forgotten at once',
      },
      {
        file: imports,
        title: 'an import that nobody finishes is forgotten after half an hour without a step',
      },
    ],
    remains: 'A text that is forgotten is in memory until the engine reuses its place.',
  },
  {
    id: 'asks.taken-answer',
    attacker: 'server',
    tries:
      'To take a question back while it is being answered, so that what was written is gone without a word.',
    stoppedBy:
      'Main keeps what is written into a card; when the question goes it stays, readable, until the person puts it away, and the chat says in a line what was asked and why it ended.',
    tests: [
      {
        file: drafts,
        title:
          'what was written for a question that its server took back stays until it is put away',
      },
      {
        file: drafts,
        title: 'what was typed in the last moment before the question went is not lost',
      },
      {
        file: drafts,
        title: 'is shown in the chat, below the call that it came with, and still after a restart',
      },
      {
        file: written,
        title: 'what the person had written for it can be read and copied until they put it away',
      },
    ],
  },
  {
    id: 'asks.endless-drafts',
    attacker: 'page',
    tries: 'To fill main with drafts, or with what is left of questions that come and go.',
    stoppedBy:
      'A draft is at most 1.5 million characters and belongs to an ask that waits; of those that went the texts of the last 20 are kept, in memory alone.',
    tests: [
      {
        file: drafts,
        title: 'a draft larger than its bound is refused, and the one before it stays',
      },
      { file: drafts, title: 'a server that asks and takes back without end fills nothing' },
      { file: drafts, title: 'a draft is never on disk' },
    ],
  },
]
