export const catalogue = {
  begin: 'To begin with',
  beginNote: 'Who made it, and what proves that',
  start: {
    files: { title: 'Files', note: 'Reads and changes your folders' },
    git: { title: 'Git', note: 'History, diffs and commits' },
    memory: { title: 'Memory', note: 'Remembers facts between chats' },
    browser: { title: 'Browser', note: 'Opens pages and fills in forms' },
    sqlite: { title: 'SQLite', note: 'Asks a database file' },
    pages: { title: 'Web pages', note: 'Fetches a page as text' },
    time: { title: 'Time', note: 'Dates and time zones' },
    thinking: { title: 'Thinking', note: 'Works through a problem in steps' },
  },
  search: {
    title: 'Search the registry',
    note: 'What you type goes to {{host}}. Anyone can publish there: look at who did.',
    do: 'Search',
    found_one: '{{count}} server found',
    found_other: '{{count}} servers found',
    copy: '{{host}} could not be reached. These are from your earlier searches, the oldest from {{date}}.',
  },
  way: { url: 'runs elsewhere' },
  status: {
    deprecated: 'The registry advises against this server.',
    deleted: 'The registry has deleted this server.',
  },
  proof: {
    none: 'Publisher not proved',
    account: 'signed in with this account',
    domain: 'owns this domain',
  },
  maker: {
    mcp: { name: 'MCP project', proof: 'by its scope in npm' },
    mcpByName: { name: 'MCP project', proof: 'by its name in PyPI' },
    microsoft: { name: 'Microsoft', proof: 'by its scope in npm' },
    unproved: { name: 'Unknown', proof: 'nothing proved' },
  },
  input: {
    folders: 'Folders that it may read and change',
    repository: 'Folder of the repository',
    memoryFile: 'The file in which it remembers. Left empty, a file of its own.',
    database: 'Database file',
  },
}
