/**
 * Servers of the story that the pictures tell, over stdio: `node demo-server.mjs calendar|mail|notes`. Their data is
 * made up and never changes.
 */
import { createInterface } from 'node:readline'

/**
 * @typedef {{ name: string, title: string, description: string, annotations: object, inputSchema: object }} Tool
 * @typedef {{ id?: number | string, method: string, params?: { name?: string, protocolVersion?: string } }} Request
 */

const text = (/** @type {string} */ description) => ({ type: 'string', description })
const object = (/** @type {Record<string, object>} */ properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const reads = { readOnlyHint: true, openWorldHint: false }
const changes = { readOnlyHint: false, destructiveHint: true, openWorldHint: true }
const adds = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }

/** @type {Record<string, Tool[]>} */
const toolsOf = {
  calendar: [
    {
      name: 'list_events',
      title: 'List events',
      description: 'Lists the events of a week.',
      annotations: reads,
      inputSchema: object({ week: text('A day of the week, as YYYY-MM-DD') }),
    },
    {
      name: 'find_free_time',
      title: 'Find free time',
      description: 'Finds gaps in which everyone is free.',
      annotations: reads,
      inputSchema: object({ week: text('A day of the week, as YYYY-MM-DD') }),
    },
    {
      name: 'move_event',
      title: 'Move event',
      description: 'Moves an event to another time and writes to its guests.',
      annotations: changes,
      inputSchema: object({
        event: text('Title of the event'),
        from: text('When it is now'),
        to: text('When it should be'),
        notify: text('Address of a guest who is written to'),
      }),
    },
    {
      name: 'create_event',
      title: 'Create event',
      description: 'Adds an event to the calendar.',
      annotations: adds,
      inputSchema: object({ title: text('Title of the event'), at: text('When it begins') }),
    },
    {
      name: 'delete_event',
      title: 'Delete event',
      description: 'Deletes an event and writes to its guests.',
      annotations: changes,
      inputSchema: object({ event: text('Title of the event') }),
    },
  ],
  mail: [
    {
      name: 'search_mail',
      title: 'Search mail',
      description: 'Finds messages by their words.',
      annotations: reads,
      inputSchema: object({ words: text('Words of the message') }),
    },
    {
      name: 'send_mail',
      title: 'Send mail',
      description: 'Sends a message.',
      annotations: changes,
      inputSchema: object({ to: text('Address'), text: text('The message') }),
    },
  ],
  notes: [
    {
      name: 'search_notes',
      title: 'Search notes',
      description: 'Finds notes by their words.',
      annotations: reads,
      inputSchema: object({ words: text('Words of the note') }),
    },
    {
      name: 'write_note',
      title: 'Write note',
      description: 'Writes a note.',
      annotations: adds,
      inputSchema: object({ title: text('Its title'), text: text('Its text') }),
    },
  ],
}

/** @type {Record<string, string>} */
const results = {
  list_events: [
    'Thu 26 Nov  10:00  Dentist, Dr Okafor',
    'Thu 26 Nov  10:00  Quarterly review (Ada, Grace)',
    'Fri 27 Nov  14:00  Planning',
  ].join('\n'),
  find_free_time: 'Fri 27 Nov  09:30 to 12:00',
}

const server = process.argv[2] ?? 'calendar'
const tools = toolsOf[server] ?? []

/** @param {Request} request */
function resultOf({ method, params }) {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion ?? '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: server, version: '1.4.0' },
    }
  if (method === 'tools/list') return { tools }
  if (method === 'ping') return {}
  if (method === 'tools/call')
    return { content: [{ type: 'text', text: results[params?.name ?? ''] ?? 'Done.' }] }
  return undefined
}

createInterface({ input: process.stdin }).on('line', (line) => {
  /** @type {Request} */
  const request = JSON.parse(line)
  if (request.id === undefined) return
  const result = resultOf(request)
  const response =
    result === undefined
      ? { error: { code: -32_601, message: `Method not found: ${request.method}` } }
      : { result }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...response })}\n`)
})
