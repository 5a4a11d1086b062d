import type { Threat } from './threat.ts'

const mask = 'packages/host/src/masking/secret-mask.test.ts'

/** What streams of servers cost, and what of a secret comes through them. */
export const threats: Threat[] = [
  {
    id: 'streams.compressed-without-end',
    attacker: 'server',
    tries:
      'To keep main busy with a compressed stream of its own that is gigabytes of newlines, comments or tiny events.',
    stoppedBy: 'Each event is bounded; how many come in a second is not.',
    tests: [],
    remains:
      'There is no rate for the bytes or events of a stream: main was measured at 95 % of a core for as long as it is sent, with halts of up to 207 ms.',
  },
  {
    id: 'streams.parts-of-secrets',
    attacker: 'server',
    tries:
      'To have a part of its secret shown or kept: cut off before it is looked for, decoded from Basic, one cookie of several, in capitals or in HTML.',
    stoppedBy:
      'The mask knows the parts of what was given, other spellings, either case, and the beginning of a secret at the end of a text that was cut.',
    tests: [
      { file: mask, title: 'come through as %s' },
      { file: mask, title: 'come through in part, cut %s' },
      {
        file: 'packages/host/src/masking/find-secrets.test.ts',
        title: 'takes a text of eight characters and more in either case',
      },
    ],
    remains: 'A spelling that no encoder makes: reversed, or with signs between.',
  },
]
