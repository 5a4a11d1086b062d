import type { Requirement } from './requirement.ts'

/** Promises about a server's requests to a model, and the person's control of them. */
export const samplingRequirements = {
  'ask.sampling': {
    promise:
      'A sampling request is edited before a model reads it and the answer before the server does; or answered by hand; or denied.',
    clauses: {
      before: 'No model is asked before the person agreed, and it gets the edited request.',
      whole: 'Every text that the model gets can be read in full before.',
      after: 'The server gets the answer that the person let through, not the model’s.',
      hand: 'An answer by hand reaches the server.',
      denied: 'A denial reaches the server without the reason.',
      tools: 'Tools are read before they can be agreed to, and reach the model.',
      modern: 'A denial ends a modern server’s call in words.',
      arranged:
        'Messages that the person added, moved and took out reach the model as they stood on the card, set beside what the server sent.',
      media:
        'A picture that the person added reaches the model, and whether the model supports images is shown before.',
      context:
        'Context of the chat that a server asks for reaches the model only when the person added it, as they edited it.',
      line: 'The chat keeps a line of each exchange: who asked which model, and who changed and allowed what; it opens to what both got.',
      adapted:
        'Beside the answer stands which parameters of the request its model did not take, or took otherwise.',
      streamed:
        'An answer is shown while it is written, also one that a budget sends without review; once stopped, the person decides about the part that arrived.',
    },
  },
  'ask.sampling-policy': {
    promise:
      'For each server the person may be asked about sampling before only, not within a budget of tokens a day, or never; each is enforced, recorded and taken back.',
    clauses: {
      consent:
        'What is asked about less is given in the consent window, which names tokens, models and addresses.',
      unasked: 'Within the budget the server gets its answer and no card comes.',
      record: 'The record says by which policy, with the numbers.',
      spent:
        'A request that may go beyond the budget is put before the person, and no model reads it before.',
      never: 'Never refuses without a card, and the record says by which policy.',
      'before-only': 'If the answer will not be shown, the card of the request states it.',
      revoked: 'Settings list the policies and take them back.',
      killed: 'What a run reserved stays counted when the app is killed.',
    },
  },
} as const satisfies Record<string, Requirement>
