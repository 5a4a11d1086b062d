import type { Threat } from './threat.ts'

const poisoned = 'packages/llm/src/poisoned-history.test.ts'

/** Attacks by a chat's content, which is sent again with every request. */
export const threats: Threat[] = [
  {
    id: 'history.half-characters',
    attacker: 'server',
    tries:
      'Ends a chat for good by half a character in a result, or every chat by one in a tool: providers refuse each request that holds it.',
    stoppedBy:
      'Each half of a pair is replaced by U+FFFD in the text of the request, once, as it is sent.',
    tests: [
      { file: poisoned, title: 'half a character in a result never reaches a provider' },
      { file: poisoned, title: 'half a character in a tool never reaches a provider' },
      {
        file: poisoned,
        title: 'half a character in the arguments of a call never reaches a provider',
      },
      {
        file: poisoned,
        title: 'only half characters are taken out of a body, not words that look like them',
      },
    ],
  },
  {
    id: 'history.false-pictures',
    attacker: 'server',
    tries:
      'Ends a chat for good by a result whose picture is none, is of another type than it says, or is larger than the provider takes.',
    stoppedBy:
      'The first bytes decide: a picture goes under the type that they have; what is none, is not base64 or is larger than 5 MB or 8,000 px an edge becomes a line of text.',
    tests: [
      {
        file: poisoned,
        title: 'a picture that is none is named to the model, and never sent as one',
      },
      {
        file: poisoned,
        title: 'a picture goes under the type that its bytes have, whatever its server calls it',
      },
      { file: poisoned, title: 'the type and the size of a picture are read from its first bytes' },
    ],
    remains:
      'Only the head is read: a picture that is damaged behind it is sent, and the provider may refuse it. The message can then be edited into a version without the call.',
  },
]
