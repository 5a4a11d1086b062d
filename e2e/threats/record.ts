import type { Threat } from './threat.ts'

const asked = 'packages/host/src/audit/ask-record.test.ts'
const card = 'packages/ui/src/features/chat/tool-call-card.test.tsx'
const recovery = 'packages/host/src/chat/recovery.test.ts'

/** What makes the record say something else than what happened. */
export const threats: Threat[] = [
  {
    id: 'record.lost-outcome',
    attacker: 'server',
    tries:
      'To have a call that ran told as cancelled, or not recorded at all, by ending the app or the connection under it.',
    stoppedBy:
      'The decision is in the audit before anything is sent; a call without an answer is told as "not known: it may have run", to the person, the model and Activity.',
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
    tries: 'To have a request read by a model of which no record tells.',
    stoppedBy:
      'The record of a sampling request and of its answer names the model and who provides it.',
    tests: [
      { file: asked, title: 'the records of a sampling name the model and who provides it' },
      { file: asked, title: 'the record of a sampling that no model read names none' },
    ],
    remains:
      'What was sent and received is in the record in one line only, not whole or by its hash.',
  },
]
