import type { Requirement } from './requirement.ts'

/** Promises about the drawing of a model's text. */
export const chatRenderingRequirements = {
  'chat.code': {
    promise: 'Code in an answer is coloured without holding the window up.',
    clauses: {
      colors: 'A complete block in a language that has a grammar is coloured.',
      still: 'Colours change neither the size of a block nor what is copied of it.',
      plain: 'Code that is too long or that hides characters stays plain.',
      slow: 'Code that takes too long to colour, twice, stays plain, and delays no other.',
    },
  },
  'chat.math': {
    promise: 'Formulas in an answer are drawn, and prices are not.',
    clauses: {
      drawn:
        'What stands in dollars or in brackets with a backslash is drawn, beside Chinese too, and is MathML for screen readers.',
      text: 'Prices, code and what cannot be drawn stay as they were written.',
      inert: 'A formula links to nothing, loads nothing, hides nothing and lies over nothing else.',
      bounded: 'No more is drawn of formulas than a window can.',
    },
  },
  'chat.emphasis': {
    promise: 'Emphasis is drawn beside the punctuation of Chinese, Japanese and Korean.',
    clauses: {
      drawn:
        'Bold, italic and struck text that ends in such punctuation is drawn, with no space after it.',
      grows: 'It is drawn so while the answer grows.',
      copied: 'The plain text of an answer has no marks of it.',
      same: 'What has no such characters is drawn as it was, and no text takes longer than it may.',
    },
  },
  'chat.diagrams': {
    promise: 'A diagram in an answer is drawn when the person asks for it, as a picture.',
    clauses: {
      asked:
        'It is code until then, and code again when the person wants; its code is what is copied.',
      drawn: 'Flowcharts and sequence diagrams are drawn in the colours of each theme.',
      kept: 'One that is shown is still shown when the person comes back to its chat.',
      larger: 'It is shown in its own size and larger, by the keyboard too.',
      wrong: 'One with an error says what is wrong, beside its code.',
      slow: 'One that takes too long is ended with a message, and the window stays responsive.',
      memory: 'One that takes too much memory is ended with a message, and the next one is drawn.',
      large:
        'One that is too large for a picture, or has too many edges, is replaced with a message.',
      inert:
        'Whatever it says, nothing of it runs, loads or links, and its picture is all of it that is in the window.',
      alone:
        'What draws it has no way to the window, to main, to the disk or to a network, and its process ends with it.',
    },
  },
  'chat.resource-links': {
    promise: 'A resource that a result names is used where it stands.',
    clauses: {
      acts: 'It is opened, saved and attached by a press; nothing is read of it before.',
    },
  },
  'chat.links': {
    promise:
      'A link to a message leads to that message, and says where it goes in words of Gatehouse.',
    clauses: {
      copied: 'It is copied from a message and from an answer.',
      person:
        'In what the person wrote it is a button with the title of the chat, which goes there.',
      model: 'In an answer it is the same button, whatever the answer calls it.',
      gone: 'A message that no longer exists is reported as gone.',
    },
  },
} as const satisfies Record<string, Requirement>
