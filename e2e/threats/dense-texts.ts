import type { Threat } from './threat.ts'

export const threats: Threat[] = [
  {
    id: 'texts.of-one-megabyte',
    attacker: 'model',
    tries:
      'To hold the window with one text that is dear to lay out: a megabyte of words or of combining marks as an argument, thousands of hidden characters.',
    stoppedBy:
      'Where nobody decides on it a text is drawn 60,000 characters and 500 hidden characters at a time; where a person does, up to 1,200,000 and 4,000.',
    tests: [],
    remains:
      'The card of a call is drawn whole, so that nothing on it is unread: one argument of a megabyte takes one to two seconds to lay out, once. An answer of a model with hundreds of hidden characters in each paragraph takes about as long.',
  },
]
