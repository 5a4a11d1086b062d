export const firstRun = {
  label: 'To begin with',
  model: 'Connect a model',
  modelNote: 'One on this machine, or by key. Without one you run tools by hand.',
  modelOffer: 'A model is running on this machine.',
  use: 'Use {{model}} from {{engine}} (local)',
  other: 'Another model…',
  server: 'Add a server',
  serverNote: 'Give models tools: files, databases, search, your own programs.',
  dismiss: 'Dismiss “{{card}}”',
}
