/** Tools that a model could not be offered. `detail` is what of the definition it is, in the words of its server. */
export const chatLeftOutTools = {
  summary_one: '{{count}} tool was not offered to the model',
  summary_other: '{{count}} tools were not offered to the model',
  tool: '{{tool}} ({{server}}): {{why}}',
  unknownTool: '{{tool}}: {{why}}',
  show: 'Show tool',
  faults: {
    name: 'The provider does not support its name.',
    'same-name': 'Another tool has the same name.',
    'no-object': 'Its input schema is not of type object.',
    'parameter-name': 'The provider does not support the parameter name “{{detail}}”.',
    'too-large': 'Its input schema is too large.',
    'outside-reference': 'Its input schema refers to “{{detail}}”, which is not in the schema.',
    schema: 'Its input schema cannot be used.',
    'too-much':
      'All tools together are too large for one request. Turn off some servers or tools in this chat.',
    'too-many': 'The provider does not take more tools in one request.',
    refused: 'The provider refused its definition.',
  },
}
