import type { Threat } from './threat.ts'

export const threats: Threat[] = [
  {
    id: 'texts.of-one-megabyte',
    attacker: 'model',
    tries:
      'To hold the window with one text that is dear to lay out: a megabyte of words or of combining marks as an argument, thousands of hidden characters.',
    stoppedBy:
      'Where no decision depends on it a text is drawn 60,000 characters and 500 hidden characters at a time; where a person does, up to 1,200,000 and 4,000.',
    tests: [],
    remains:
      'The card of a call is drawn whole, so that nothing on it is unread: one argument of a megabyte takes one to two seconds to lay out, once. An answer of a model with hundreds of hidden characters in each paragraph takes about as long.',
  },
  {
    id: 'texts.slow-to-color',
    attacker: 'model',
    tries:
      'To hold the window, or to hide something, with code that a grammar takes long to colour or that is coloured to mislead.',
    stoppedBy:
      'Code is coloured in a worker, one at a time and for a second at most; then the worker is ended and the code stays plain. Colours are painted on text that stays as it was drawn; code with hidden characters gets none.',
    tests: [
      {
        file: 'packages/ui/src/features/chat/syntax-highlighting/highlight-service.test.ts',
        title: 'ends a worker that a code holds up, leaves that code plain, and colours the next',
      },
      {
        file: 'e2e/chat-rendering.spec.ts',
        title: 'code that hides characters or is too long stays plain',
      },
    ],
  },
  {
    id: 'texts.formulas',
    attacker: 'model',
    tries:
      'To run, load or link something from a formula, to hide words in one, to draw one over other parts of the window, or to hold the window with formulas.',
    stoppedBy:
      'A formula is read by the parser, and nothing is put into the text. It is drawn only if each of its commands is one of a list that shows all it is given: none of them links, loads, defines, hides, colours, resizes or moves. Any other stays source, as does one with a comment, of more than 1,000 characters or too deep. A hundred are drawn in each part of an answer, when the window has time; what is too wide is scrolled in its place.',
    tests: [
      {
        file: 'e2e/chat-rendering.spec.ts',
        title: 'formulas are drawn, prices and code stay text, and none reaches out of its place',
      },
      {
        file: 'packages/ui/src/features/chat/math/remark-formulas.test.tsx',
        title: 'no more formulas are drawn of a text than a window can',
      },
      {
        file: 'packages/ui/src/features/chat/math/remark-formulas.test.tsx',
        title: 'leaves the address as it was written in %j',
      },
      {
        file: 'packages/ui/src/features/chat/math/remark-formulas.test.tsx',
        title: 'is not what a text marks as one by itself',
      },
      {
        file: 'packages/ui/src/features/chat/math/draw-math.test.ts',
        title: 'draws whatever else is nested in time',
      },
      {
        file: 'packages/ui/src/features/chat/math/draw-math.test.ts',
        title: 'takes only commands that there are and that show all they are given',
      },
    ],
  },
]
