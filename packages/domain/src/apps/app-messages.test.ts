import { expect, it } from 'vitest'
import type { JsonValue } from '../json/json.ts'
import { readAppMessage } from './app-messages.ts'

const read = (message: { [key: string]: JsonValue }) =>
  readAppMessage({ jsonrpc: '2.0', ...message })

it('reads requests, notifications and responses by their schemas', () => {
  expect(read({ id: 1, method: 'tools/call', params: { name: 'a', extra: 1 } })).toEqual({
    kind: 'request',
    id: 1,
    request: { method: 'tools/call', params: { name: 'a', arguments: {} } },
  })
  expect(read({ method: 'ui/notifications/initialized' })).toMatchObject({ kind: 'notification' })
  expect(read({ id: 'a', result: {} })).toEqual({ kind: 'response', id: 'a' })
})

it('takes the content of a message as one block or as a list', () => {
  const block = { type: 'text', text: 'hello' }
  for (const content of [block, [block]])
    expect(read({ id: 1, method: 'ui/message', params: { role: 'user', content } })).toMatchObject({
      request: { params: { content: [block] } },
    })
})

it('refuses unknown methods, and parameters that do not fit, by different rules', () => {
  expect(read({ id: 1, method: 'sampling/createMessage', params: {} })).toEqual({
    kind: 'refused',
    id: 1,
    rule: 'unknown-method',
  })
  expect(read({ id: 1, method: 'tools/call', params: { name: 5 } })).toMatchObject({
    rule: 'invalid-params',
  })
  expect(read({ method: 'ui/notifications/size-changed', params: { height: -1 } })).toEqual({
    kind: 'ignored',
  })
})

/** @threat apps.flood */
it('knows what is no message', () => {
  for (const value of [null, [], 'x', { method: 'ping', id: 1 }, { jsonrpc: '2.0', id: {} }])
    expect(readAppMessage(value)).toEqual({ kind: 'not-a-message' })
})
