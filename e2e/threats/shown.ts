import type { Threat } from './threat.ts'

const shownTest = 'packages/host/src/asks/shown.test.ts'

export const threats: Threat[] = [
  {
    id: 'shown.lost-on-the-way',
    attacker: 'model',
    tries:
      'Proposes arguments of which a part is lost between main and the window (a __proto__ key), so that the person allows what they cannot see.',
    stoppedBy:
      'The window sends the SHA-256 of the canonical text of what it drew; main compares it with what it would send and refuses when they differ.',
    tests: [
      {
        file: shownTest,
        title: 'is refused, and asked still, when the window showed other arguments',
      },
      { file: shownTest, title: 'is refused when an edit lost a part on its way to main' },
    ],
  },
  {
    id: 'shown.unsigned',
    attacker: 'page',
    tries: 'Answers an ask without having drawn it, or with what was shown of another call.',
    stoppedBy:
      'An answer that lets something out needs the hash over server, tool and content of this very ask.',
    tests: [
      {
        file: shownTest,
        title: 'is refused without the hash of what was shown, for a call and for an edit',
      },
      { file: shownTest, title: 'is refused for the hash of another tool or server' },
    ],
    remains:
      'A page whose script is hostile can compute the hash itself; what it may never decide alone is asked outside of it.',
  },
  {
    id: 'shown.changed-after-consent',
    attacker: 'server',
    tries: 'Has the arguments of a call differ from what was allowed by the time they are sent.',
    stoppedBy: 'The hash is compared again with the very value that is sent, at that moment.',
    tests: [
      { file: shownTest, title: 'is compared again when it is sent, and then rejected in words' },
    ],
  },
]
