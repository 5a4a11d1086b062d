import type { Threat } from './threat.ts'

const network = 'packages/mcp/checks/faults/faulty-network.test.ts'
const responses = 'packages/mcp/checks/faults/broken-responses.test.ts'
const asked = 'packages/mcp/checks/faults/asked-once.test.ts'
const starts = 'packages/mcp/checks/faults/refused-starts.test.ts'
const recovery = 'packages/host/src/servers/health/recovery.test.ts'
const gone = 'packages/host/src/chat/conversations/removed-server.test.ts'
const calls =
  'of calls under every fault none runs twice, and none that ran is reported as one that did not'

/** Failures of a network, and attacks by a server that uses them. */
export const threats: Threat[] = [
  {
    id: 'faults.retold',
    attacker: 'server',
    tries:
      'To have a call that ran be called again, by having it reported as one that failed: with an error of a proxy, half a response or none.',
    stoppedBy:
      'Whatever does not say that the call was refused ends it as one that may have run; the model is notified, and a standing permission is suspended.',
    tests: [
      { file: network, title: calls },
      { file: responses, title: 'an event with an id that is cut off fails its call at once: %s' },
    ],
  },
  {
    id: 'faults.one-reset',
    attacker: 'server',
    tries: 'To end every call and the session of a server by one reset of one request.',
    stoppedBy: 'Only that request fails; the session is ended once pings fail too.',
    tests: [
      { file: network, title: 'a reset of one request fails that request and no other' },
      { file: network, title: 'a network that resets for a moment ends no session' },
    ],
  },
  {
    id: 'faults.asked-twice',
    attacker: 'server',
    tries:
      'To have the person answer one request twice, by sending it again under its id or replaying its event.',
    stoppedBy: 'Each request of a session is handled once; a repetition is noted and dropped.',
    tests: [
      { file: asked, title: 'what a server asks %s is put before the person once' },
      {
        file: asked,
        title: 'what a server asks twice over stdio is put before the person once',
      },
    ],
  },
  {
    id: 'faults.left-question',
    attacker: 'server',
    tries: 'To keep a question before the person that looks as if a call that is over needed it.',
    stoppedBy:
      'What was asked for a call is withdrawn when the call fails, is lost or takes too long.',
    tests: [{ file: gone, title: 'is taken from the person when the call ended with %s' }],
    remains:
      'After a call that has a result its question stays, as some servers keep working; it names the call.',
  },
  {
    id: 'faults.removed',
    attacker: 'page',
    tries: 'To start a server that was removed, by allowing a card that is left of it.',
    stoppedBy: 'Its cards are withdrawn with it, and it refuses every start.',
    tests: [
      { file: recovery, title: 'starts no more, whoever asks for it' },
      {
        file: gone,
        title: 'takes back what is asked about it, so that no card is left to allow',
      },
      { file: gone, title: 'is not started by a call that was allowed just before' },
    ],
  },
  {
    id: 'faults.another-while-changed',
    attacker: 'program',
    tries: 'To have a call start the server as it was, while the person changes what it is.',
    stoppedBy: 'A start that comes while a server is changed begins with the new configuration.',
    tests: [
      { file: recovery, title: 'a call that comes while it is changed gets the changed one' },
    ],
  },
  {
    id: 'faults.wedged',
    attacker: 'model',
    tries: 'To leave a server stuck in stopping with a live process, by calling it just then.',
    stoppedBy: 'A start during a stop begins after it.',
    tests: [
      {
        file: recovery,
        title: 'a call waits for that and for the start after it, and the server is not stuck',
      },
    ],
  },
  {
    id: 'faults.app-tools',
    attacker: 'model',
    tries: 'To call a tool that its server keeps for the views of an app.',
    stoppedBy:
      'Such tools are not in the list of a model, and only those of the list can be called.',
    tests: [{ file: gone, title: 'is offered to a model only if it is for models: %s' }],
    remains: 'A person may call them in manual mode, where they see the tool and its arguments.',
  },
  {
    id: 'faults.pressed',
    attacker: 'server',
    tries: 'To make the host press a busy server with requests, or to silence it for ever.',
    stoppedBy:
      'A refused start is one request and is repeated after the time that was asked for, at most a day; a person can try at once.',
    tests: [
      {
        file: starts,
        title:
          'a start that is refused with HTTP %i sends %i requests: the question for the era ends none',
      },
      { file: recovery, title: 'is left alone by calls for as long as it asked' },
    ],
  },
  {
    id: 'faults.sent-and-not-saved',
    attacker: 'program',
    tries:
      'To have a call made twice by filling or locking the disk as its result comes, under a permission that still holds.',
    stoppedBy:
      'A call that was sent and could not be saved may have run: it is told so, and what allowed it is suspended, in whatever workspace the chat is by then.',
    tests: [
      {
        file: 'packages/host/src/chat/turns/disk-write-failure.test.ts',
        title:
          'a call whose result the disk refuses%s may have run, so it runs again only when allowed',
      },
      {
        file: 'packages/host/src/chat/conversations/chat-workspaces.test.ts',
        title:
          'a call whose outcome no one knows suspends what allowed it, wherever its chat is by then',
      },
    ],
  },
  {
    id: 'faults.after-stop',
    attacker: 'program',
    tries:
      'To run once more after Stop, Remove, quit or a time-out, because the start was still reading files, secrets or a proxy.',
    stoppedBy:
      'Reading has the time limit of the start and ends with it; the signal is looked at again right before the process is started.',
    tests: [
      {
        file: 'packages/mcp/src/session/stopped-preparation.test.ts',
        title: 'a start that is stopped at "%s" runs no program',
      },
      {
        file: 'packages/mcp/src/session/stopped-preparation.test.ts',
        title: 'a program whose folders are not known in time is not run once they are',
      },
      {
        file: 'packages/host/src/servers/start/stopped-preparation.test.ts',
        title: 'ends with %s, and opens nothing when the keychain responds',
      },
    ],
  },
]
