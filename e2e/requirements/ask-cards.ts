import type { Requirement } from './requirement.ts'

/** The cards of what waits for the person, whatever their kind. */
export const askCardRequirements = {
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
