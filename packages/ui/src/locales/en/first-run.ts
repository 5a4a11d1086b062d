export const firstRun = {
  label: 'Get started',
  model: 'Connect a model',
  modelNote:
    'Use a model on this computer or one with an API key. Without a model, you run tools yourself.',
  modelOffer: 'A model is running on this computer.',
  use: 'Use {{model}} from {{engine}} (local)',
  other: 'Another model…',
  server: 'Add a server',
  serverNote: 'Give models tools: files, databases, search, your own programs.',
  import: 'Import…',
  importNote_one: '{{count}} server in {{programs}}: {{names}}',
  importNote_other: '{{count}} servers in {{programs}}: {{names}}',
  dismiss: 'Dismiss “{{card}}”',
}
