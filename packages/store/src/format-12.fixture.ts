import type { ToolResult } from '@gatehouse/domain'

const base64 = (length: number, seed: number): string =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * seed) % 256)).toString('base64')

/** Results as servers sent them, which format 12 kept inside their entries. */
export const formatTwelveResults: Record<string, ToolResult> = {
  small: { isError: false, content: [{ type: 'text', text: 'lone \ud800 and nul \u0000' }] },
  long: {
    isError: false,
    content: [{ type: 'text', text: `${'漢字 words 😀 '.repeat(3000)}end` }],
  },
  picture: {
    isError: false,
    content: [
      { type: 'image', data: base64(300, 7), mimeType: 'image/png' },
      { type: 'audio', data: base64(40_000, 11), mimeType: 'audio/wav' },
    ],
  },
  'not-base64': {
    isError: false,
    content: [{ type: 'image', data: 'no picture at all', mimeType: 'image/png' }],
  },
  resources: {
    isError: true,
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///a', mimeType: 'text/x', text: 'r'.repeat(9000) },
      },
      { type: 'resource', resource: { uri: 'file:///b', blob: base64(20, 3) } },
      { type: 'resource', resource: { uri: 'file:///c', text: 'short' } },
      { type: 'resource_link', uri: 'file:///d', name: 'd', title: 'D' },
      { type: 'resource_link', uri: 'file:///e', name: 'e'.repeat(30_000) },
    ],
  },
  structured: {
    isError: false,
    content: [],
    structuredContent: { rows: Array.from({ length: 2000 }, (_, n) => ({ n })) },
    _meta: { note: 'm'.repeat(10_000) },
  },
  'many-parts': {
    isError: false,
    content: Array.from({ length: 400 }, (_, n) => ({
      type: 'text' as const,
      text: `part ${n} `.repeat(20),
    })),
    structuredContent: { ok: true },
    _meta: { small: 1 },
  },
}

const CONVERSATION = `{"id":"chat","title":"Chat","titled":true,"model":null,"serverIds":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}`
const TURN = `{"id":"turn","conversationId":"chat","origin":"message","status":"done","model":{"providerId":"p1","modelId":"m"},"step":1,"stepLimit":20,"failure":null,"startedAt":1700000000000,"endedAt":1700000001000}`

/** A call of format 12, word for word but for its result. */
const formatTwelveCall = (id: string, result: ToolResult): string =>
  `{"kind":"tool-call","id":${JSON.stringify(id)},"step":1,"callId":"c","origin":"model","serverId":"s1","serverName":"files","serverHue":0,"toolName":"read","toolTitle":"read","proposedArguments":{},"arguments":{},"status":"done","result":${JSON.stringify(result)},"createdAt":1700000000000,"endedAt":1700000000500}`

/** Rows of format 12: a chat of one turn with a call for each result. */
export function formatTwelveRows(calls: [id: string, result: ToolResult][]): {
  sql: string
  entries: { id: string; json: string }[]
} {
  const sql = `
    INSERT INTO conversations (id, updated_at, json) VALUES ('chat', 1700000000000, '${CONVERSATION}');
    INSERT INTO turns (id, conversation_id, status, json) VALUES ('turn', 'chat', 'done', '${TURN}');
    UPDATE turns SET parent_id = NULL, depth = 0, chosen = 1, active = 1;
  `
  return { sql, entries: calls.map(([id, result]) => ({ id, json: formatTwelveCall(id, result) })) }
}
