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
  window: 'Context window: {{window}} tokens, up to {{answer}} reserved for the answer.',
  windowAssumed:
    'Context window (assumed from the name): {{window}} tokens, up to {{answer}} reserved for the answer.',
  unknownWindow: 'This model’s context window is unknown.',
  willLeaveOut_one: 'To fit, about {{count}} of the earliest exchanges will be left out.',
  willLeaveOut_other: 'To fit, about {{count}} of the earliest exchanges will be left out.',
  leavesOut_one: 'The earliest exchange is left out. Pinned messages stay as far as they fit.',
  leavesOut_other:
    'The {{count}} earliest exchanges are left out. Pinned messages stay as far as they fit.',
  counted: 'Estimate, adjusted to the provider’s last count.',
  estimated: 'Estimated.',
  cost: 'This chat so far: {{cost}}',
  titled: 'Titled by {{model}}: {{input}} tokens in, {{output}} out',
}
