import { composerContext } from './composer-context.ts'

/** What is attached to a message: the lists behind `/` and `@`, the form of their arguments, the tray. */
export const composer = {
  context: composerContext,
  toolSearch: {
    label: 'Tools by search',
    note_one:
      'The definition of {{number}} tool takes about {{tokens}} tokens, so the model looks for it with search_tools. Always offered: {{pinned}}. Found so far: {{found}}.',
    note_other:
      'The definitions of {{number}} tools take about {{tokens}} tokens, so the model looks for those that it needs with search_tools. Always offered: {{pinned}}. Found so far: {{found}}.',
  },
  files: 'Attach files',
  prompt: {
    button: 'Insert a prompt',
    list: 'Prompts',
    loading: 'Loading prompts from {{servers}}…',
    none: 'The running servers of this chat have no prompts.',
    noMatch: 'No prompt matches “{{query}}”.',
    failed: 'No prompts from {{servers}}: request failed',
    form: 'Arguments of {{title}}',
    insert: 'Insert',
  },
  resource: {
    button: 'Attach a resource',
    list: 'Resources',
    loading: 'Loading resources from {{servers}}…',
    none: 'The running servers of this chat have no resources.',
    noMatch: 'No resource matches “{{query}}”.',
    failed: 'No resources from {{servers}}: request failed',
    form: 'Variables of {{title}}',
    insert: 'Attach',
  },
  entry: {
    loading: 'Looking through the folders of the workspace…',
    failed: 'The folders of the workspace could not be searched',
    more: 'Not all files are listed: type more of the name',
    secret: 'may hold secrets',
    hidden: 'hidden',
    names: 'names only',
  },
  noServers: 'No server of this chat is running.',
  notRunning_one: '{{count}} server not running',
  notRunning_other: '{{count}} servers not running',
  found_one: '{{count}} entry',
  found_other: '{{count}} entries',
  more: 'First {{shown}} of {{total}}: type to find others',
  keys: { choose: 'choose', attach: 'attach', close: 'close', next: 'next field', back: 'back' },
  close: 'Close',
  changedPrompt: {
    title: '“{{name}}” from {{server}} has changed',
    note: 'You sent it before, on {{at}}. Nothing is sent until you decide.',
    noteAttached:
      'It is attached to this chat already, with another text or description. Nothing is sent until you decide.',
    otherServer: 'The server’s program or address has changed since, too.',
    text: 'Its text for the same arguments, then and now',
    definition: 'Its description and arguments, then and now',
    gone: 'The earlier text is no longer stored. This is the current text:',
    further: 'The texts differ beyond the part shown here.',
    more_one:
      'Not shown: {{number}} more character in which the texts can differ. To read it, open the prompt by its name above.',
    more_other:
      'Not shown: {{number}} more characters in which the texts can differ. To read them, open the prompt by its name above.',
    meaning: {
      hidden: 'Its text now has characters that cannot be seen.',
      orders: 'Its text contains new words that read like instructions to the model.',
    },
    use: 'Use as it is now',
    remove: 'Remove',
  },
  tray: {
    label: 'Attachments',
    tokens: '~{{tokens}} tokens',
    shortened: 'sent in part',
    reading: 'reading…',
    asking: 'waiting for {{server}}…',
    remove: 'Remove {{name}}',
    retry: 'Attach {{name}} again',
    drop: 'Drop files to attach them',
    tooMany: 'A message takes up to {{count}} attachments. The others were left out.',
  },
}
