import { parseJSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { toMessage } from './to-message.ts'

const bodies = [undefined, {}, { a: 1 }, { _meta: {} }, { _meta: 7 }, [], null, 'text', 5]
const ids = [undefined, 1, -1, 1.5, 1e300, 'a', '', null, {}, true]
const values = [
  ...bodies.flatMap((body) => [
    { jsonrpc: '2.0', method: 'm', params: body },
    { jsonrpc: '2.0', id: 1, method: 'm', params: body },
    { jsonrpc: '2.0', id: 1, result: body },
    { jsonrpc: '2.0', id: 1, error: body },
    { jsonrpc: '2.0', id: 1, result: body, error: { code: 1, message: '' } },
  ]),
  ...ids.flatMap((id) => [
    { jsonrpc: '2.0', id, result: {} },
    { jsonrpc: '2.0', id, method: 'm' },
    { jsonrpc: '2.0', id, error: { code: 1, message: 'e' } },
  ]),
  { jsonrpc: '2.0', method: 7 },
  { jsonrpc: '2.0', method: 'm', extra: 1 },
  { jsonrpc: '1.0', method: 'm' },
  { method: 'm' },
  [],
  null,
  'text',
]

test('what has the shape of a message is one for the SDK as well, and nothing else is', () => {
  for (const value of values) {
    // As it is received: what is undefined is not there.
    const received: unknown = JSON.parse(JSON.stringify(value))
    let isMessage = true
    try {
      parseJSONRPCMessage(received)
    } catch {
      isMessage = false
    }
    expect([JSON.stringify(received), toMessage(received) !== undefined]).toEqual([
      JSON.stringify(received),
      isMessage,
    ])
  }
})
