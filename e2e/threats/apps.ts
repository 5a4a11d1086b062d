import type { Threat } from './threat.ts'

const views = 'packages/host/src/apps/app-views.test.ts'
const window = 'e2e/apps.spec.ts'
const attacks = 'e2e/apps-hostile.spec.ts'
const watch = 'apps/desktop/src/main/app-frames/view-watch.test.ts'
const storage = 'apps/desktop/src/main/app-frames/view-storage.test.ts'
const restless =
  'a view that never rests is ended within seconds and leaves nothing, and no other ends'
const policy = 'packages/domain/src/apps/app-policy.test.ts'
const messages = 'packages/domain/src/apps/app-messages.test.ts'
const hostile =
  'a hostile interface reaches no network and no other frame, and does not keep the keyboard'
const drawn =
  'a server’s interface is drawn sealed after its call was approved, and asks like a model'

/** Attacks by the interfaces that servers give (MCP Apps). */
export const threats: Threat[] = [
  {
    id: 'apps.network',
    attacker: 'server',
    tries:
      'To send out what its interface was given, by any request of a browser, WebRTC, a form or by going elsewhere.',
    stoppedBy:
      'A view has no network by its policy, which is a header; the session cancels requests and has a dead proxy, and a frame goes to no other address.',
    tests: [
      { file: policy, title: 'gives a sealed view no network, no frames and no forms' },
      { file: policy, title: 'lets the proxy contain its own view alone' },
      { file: window, title: hostile },
    ],
  },
  {
    id: 'apps.unseen-reading',
    attacker: 'server',
    tries: 'To read a resource whose address carries what the person typed in the interface.',
    stoppedBy: 'A view reads only what its server lists.',
    tests: [
      {
        file: views,
        title: 'reads no resource that its server does not list: an address could carry text away',
      },
    ],
  },
  {
    id: 'apps.taken-out',
    attacker: 'server',
    tries: 'To go on with calls after the person took the server out of the chat.',
    stoppedBy:
      'A call of a view needs its server and tool in the chat, and a server that is offered.',
    tests: [{ file: views, title: 'makes no call with a server that was taken out of the chat' }],
  },
  {
    id: 'apps.unseen-calls',
    attacker: 'server',
    tries: 'To run tools by its interface that the person did not allow, or to wear them down.',
    stoppedBy:
      'Calls of an interface are decided like those of a model, on its own server alone and no tool that is for models; two refusals end the asking.',
    tests: [
      {
        file: views,
        title:
          'asks about its calls as an entry of the same turn that no model is sent, and stops after two refusals',
      },
      {
        file: views,
        title: 'refuses tools for models alone and unknown tools',
      },
      { file: window, title: drawn },
    ],
  },
  {
    id: 'apps.injection',
    attacker: 'server',
    tries: 'To speak to the model by messages and context of its interface.',
    stoppedBy:
      'They are put into the draft with the mark of the server, and go when the person sends them, as text of that server.',
    tests: [
      {
        file: views,
        title:
          'puts messages and context into the draft, the last context in place of the one before',
      },
    ],
  },
  {
    id: 'apps.keyboard',
    attacker: 'server',
    tries:
      'To take the keyboard and read what the person types elsewhere, or to move a button below their pointer.',
    stoppedBy:
      'The page takes the keyboard back at once and ends the view the second time; sizes are frozen while a question is open.',
    tests: [
      { file: window, title: hostile },
      { file: window, title: drawn },
    ],
    remains:
      'Below a pointer that rests in the frame, a view can take the keyboard of a person who pauses; it has it until the next key is noticed.',
  },
  {
    id: 'apps.flood',
    attacker: 'server',
    tries:
      'To hold main up with floods, deep or large messages, sizes without end, or views without end.',
    stoppedBy:
      'The proxy and main bound size and rate, and end a view beyond them; four views run at once, each in a process that is ended with it.',
    tests: [
      {
        file: views,
        title:
          'ends a view that does not start in time, floods, sends too much or nothing that is a message',
      },
      {
        file: views,
        title: 'limits sizes in rate, and ends the first of five views once it saved its state',
      },
      { file: views, title: 'bounds what a view sends in a second by its size, before it is read' },
      { file: messages, title: 'knows what is no message' },
    ],
  },
  {
    id: 'apps.processor',
    attacker: 'server',
    tries: 'To use the processor without end, by a script that loops or by workers.',
    stoppedBy:
      'Main runs an empty script in each view: one that does not come back, or takes more than one and a half processors, is ended, and nothing else is.',
    tests: [
      { file: watch, title: 'a script that loops is ended within two seconds' },
      {
        file: watch,
        title: 'a view that draws without pause stays, workers that take all processors do not',
      },
      { file: attacks, title: restless },
    ],
  },
  {
    id: 'apps.storage',
    attacker: 'server',
    tries: 'To keep what it was given in storage of the browser, for a later view.',
    stoppedBy:
      'Each view has a host of its own, and its storage is cleared once it ended, or at the next start.',
    tests: [
      { file: storage, title: 'a view that ended leaves neither storage nor a name' },
      {
        file: storage,
        title: 'the next start clears what a run that crashed left, and what could not be cleared',
      },
      { file: attacks, title: restless },
    ],
    remains: 'A log of the storage has deleted text until it is written anew.',
  },
  {
    id: 'apps.powers',
    attacker: 'server',
    tries:
      'To open windows, dialogs, programs or files, to print, to cover the page, or to speak to another view.',
    stoppedBy:
      'The frame is sandboxed and clipped to its card, permissions and downloads are refused, and each proxy hears its own view alone.',
    tests: [{ file: attacks, title: 'the attacks of a hostile view reach nothing' }],
  },
  {
    id: 'apps.files',
    attacker: 'server',
    tries: 'To write a file under a name that misleads, or elsewhere.',
    stoppedBy:
      'The person chooses the place of every file; the name that is proposed is the last part without hidden characters.',
    tests: [
      {
        file: views,
        title:
          'saves a file of a view where the person chose, under its last name, and asks no third time after two refusals',
      },
    ],
  },
  {
    id: 'apps.changed',
    attacker: 'server',
    tries: 'To give another interface once the first one is trusted.',
    stoppedBy:
      'An interface is pinned by its hash for the server’s identity; another one is drawn only after the person let it, and an old call draws its own.',
    tests: [
      {
        file: views,
        title:
          'draws a changed interface only after the person accepted it, and what was drawn once as it was',
      },
    ],
  },
]
