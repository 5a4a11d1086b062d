/** Texts for copying from a transcript. */
export const chatCopy = {
  markdown: 'Copy as Markdown',
  plain: 'Copy as plain text',
  selectionMarkdown: 'Copy selection as Markdown',
  selectionPlain: 'Copy selection as plain text',
  callMarkdown: 'Copy call as Markdown',
  callPlain: 'Copy call as plain text',
  copiedMarkdown: 'Copied as Markdown',
  copiedPlain: 'Copied as plain text',
  hidden_one: 'It contains {{count}} invisible character.',
  hidden_other: 'It contains {{count}} invisible characters.',
  failed: 'Could not copy to the clipboard.',
  call: '{{tool}} ({{server}})',
  leftOut: '[{{type}}, {{size}}]',
}
