/** Chats as files, and the list of them. */
export const chatLibrary = {
  menu: 'More actions for chats',
  export: 'Export',
  exportMarkdown: 'Markdown, to read…',
  exportJson: 'JSON, to import again…',
  exported: 'Chat exported',
  import: 'Import a chat…',
  imported: 'Chat imported',
  importedFrom:
    'Imported from {{name}} on {{date}}. What was said and done here is what the file says. Servers are off until you turn them on.',
}
