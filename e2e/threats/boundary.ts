import type { Threat } from './threat.ts'

const boundary = 'e2e/boundary.spec.ts'
const policy = 'e2e/content-policy.spec.ts'

/** Defences from the start: the window's confinement, its policy and the one door to main. */
export const threats: Threat[] = [
  {
    id: 'boundary.bridge',
    attacker: 'page',
    tries: 'reaches Node, Electron or the files of this computer from script in the window',
    stoppedBy:
      'the renderer is sandboxed and isolated; all it has is a frozen bridge of two functions',
    tests: [
      {
        file: boundary,
        title: 'the window has two functions to call main, and nothing of Node',
      },
    ],
  },
  {
    id: 'boundary.routes',
    attacker: 'page',
    tries: 'calls a route with input of another shape, or of a size that main cannot take',
    stoppedBy: 'every input is parsed by the schema of its route before a handler sees it',
    tests: [
      {
        file: boundary,
        title: 'every route refuses hostile input with an error of its own',
      },
    ],
  },
  {
    id: 'boundary.size',
    attacker: 'page',
    tries:
      'blocks main for a second and more with one request of megabytes or of 300,000 members, which is carried to main before it is refused',
    stoppedBy:
      'the preload script, which script in the page cannot reach, counts an input and its route before anything is sent; main counts again',
    tests: [
      {
        file: boundary,
        title: 'what is too large is refused before it is carried to main',
      },
      {
        file: 'packages/contract/src/input-size.test.ts',
        title: 'an input is not carried that is too large by %s',
      },
    ],
    remains:
      'A page that runs code of its own in its process, past V8 and past the preload script, sends what it likes: Electron copies it in main before it can be checked. It is refused then, after the copy. Many requests that are each within the bound are all answered.',
  },
  {
    id: 'boundary.sender',
    attacker: 'page',
    tries: 'calls main from a frame or page of another origin',
    stoppedBy: 'main serves only the main frame of its own origin',
    tests: [{ file: boundary, title: 'a page that is not the app’s own cannot call main' }],
  },
  {
    id: 'boundary.content-policy',
    attacker: 'page',
    tries: 'runs inline script, evaluates text, or loads code and data from elsewhere',
    stoppedBy: 'the content security policy of the window, and of every file it is served',
    tests: [
      {
        file: policy,
        title: 'no code and no data from elsewhere gets into the window',
      },
      {
        file: policy,
        title: 'the app serves the files of its interface and no others',
      },
    ],
  },
  {
    id: 'boundary.server-text',
    attacker: 'server',
    tries: 'puts markup, hidden characters or a copy of our own controls into its text',
    stoppedBy: 'text of servers is inert, framed as theirs, and characters that hide are shown',
    tests: [
      {
        file: 'e2e/chat-hostile.spec.ts',
        title: 'text of a server does not run, is revealed, and is not drawn as the app’s own',
      },
    ],
  },
  {
    id: 'boundary.model-text',
    attacker: 'model',
    tries: 'answers with markup that runs, fetches a picture or leads elsewhere than it says',
    stoppedBy: 'markdown is drawn without HTML and without remote pictures; links ask first',
    tests: [
      {
        file: 'e2e/chat-hostile.spec.ts',
        title: 'text of a model does not run or fetch, and leads where it says',
      },
    ],
  },
  {
    id: 'boundary.stale-changes',
    attacker: 'page',
    tries:
      'proposes two changes of one server, so that the second undoes the first though its consent window says that the name alone changes',
    stoppedBy:
      'what changes is compared again when the change is saved; one that is not what was shown is refused, and so is one of a server that was removed',
    tests: [
      {
        file: 'packages/host/src/server-change-consent/stale-review.test.ts',
        title:
          'a change of a server that is another one by then › is not saved, since the person read that the name alone changes',
      },
      {
        file: 'packages/host/src/server-change-consent/stale-review.test.ts',
        title:
          'a change of a server that is another one by then › is not saved after one that was allowed first and is still being saved',
      },
      {
        file: 'packages/host/src/servers/removed-while-saved.test.ts',
        title:
          'a server that is removed while a change of it is saved › does not come back when its program ends',
      },
    ],
  },
]
