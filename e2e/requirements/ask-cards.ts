import type { Requirement } from './requirement.ts'

/** The cards of what waits for the person, whatever their kind. */
export const askCardRequirements = {
  'ask.keyboard': {
    promise:
      'Every card is read and answered by keyboard alone, with a screen reader, and with large text in a narrow window.',
    clauses: {
      'cards-en':
        'In English: each control is reached by Tab and in view then, cards are named groups, axe finds nothing, nothing is cut.',
      'cards-zh-CN': 'The same in Chinese.',
    },
  },
  'ask.reason': {
    promise: 'A card says why what was chosen before did not come about, in the person’s language.',
    clauses: {
      language:
        'The reason of each kind of card is in the language of the window, whatever the main process wrote.',
      quoted: 'What a provider said of it stands apart, marked as its own words.',
    },
  },
  'ask.form-values': {
    promise:
      'What was entered in a form is remembered for its server alone, and only when the person asks.',
    clauses: {
      nothing: 'Nothing is remembered of a form that was sent without the tick.',
      fill: 'With the tick it is offered to the next form of the server, filled in by a press, and sent by another.',
      typed: 'What the person has written is not replaced.',
      forget:
        'It is listed by the names of its fields on the page of the server, and forgotten there and on the card.',
    },
  },
} as const satisfies Record<string, Requirement>
