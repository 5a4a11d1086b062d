/** About what the next request of a chat will hold. */
export const composerContext = {
  title: 'Next request',
  share: '{{percent}}% of context',
  nearlyFull: 'Context {{percent}}% full',
  tokens: 'About {{tokens}} tokens',
  percent: '{{percent}}%',
  kinds: {
    system: 'System prompt',
    tools: 'Tool definitions',
    messages: 'Earlier messages',
    results: 'Tool results',
    attachments: 'Attachments',
    draft: 'This draft',
  },
  total: 'Total',
  window: 'This model can read {{window}} tokens. Up to {{answer}} of them are for its answer.',
  windowAssumed:
    'By its name this model is assumed to read {{window}} tokens. Up to {{answer}} of them are for its answer.',
  unknownWindow: 'How much this model can read is not known.',
  willLeaveOut_one: 'To fit, about {{count}} of the earliest exchanges will be left out.',
  willLeaveOut_other: 'To fit, about {{count}} of the earliest exchanges will be left out.',
  leavesOut_one: 'The earliest exchange is left out. Pinned messages stay as far as they fit.',
  leavesOut_other:
    'The {{count}} earliest exchanges are left out. Pinned messages stay as far as they fit.',
  counted: 'Estimated, and corrected by what the provider counted last.',
  estimated: 'Estimated.',
  cost: 'This chat so far: {{cost}}',
}
