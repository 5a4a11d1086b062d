import type { Threat } from './threat.ts'

const presses = 'apps/desktop/src/main/consent/spent-presses.test.ts'

/** Presses of a person in the hands of script in the page. */
export const threats: Threat[] = [
  {
    id: 'consent.harvested-presses',
    attacker: 'page',
    tries:
      'Uses one press of the person for many acts: sends, reads, links, starts; stops servers or changes those of a chat without any.',
    stoppedBy:
      'Each such act takes a press of its own, that no other act had before, at most three seconds old, in the window in front.',
    tests: [
      ...[
        'app.open-link',
        'chat.send',
        'provider.test',
        'server.sign-in-again',
        'chat.set-servers',
        'server.read-resource',
        'server.stop',
      ].map((route) => ({
        file: presses,
        title: `does ${route} by a press alone, and once by each`,
      })),
      {
        file: presses,
        title: 'sends nothing by a press that answered an ask, nor the other way round',
      },
      {
        file: 'apps/desktop/src/main/ipc/handlers/recorded-acts.test.ts',
        title: 'what a person reads from a server, starts or stops is on record',
      },
      {
        file: 'apps/desktop/src/main/ipc/handlers/recorded-acts.test.ts',
        title:
          'what a person sends, resumes, signs out of or cancels is on record, with the model that is asked',
      },
    ],
    remains:
      'Lists of a running server, completions while the person types, and acts by assistive technology.',
  },
]
