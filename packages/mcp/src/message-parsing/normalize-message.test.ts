import { expect, it, test } from 'vitest'
import { normalizeMessage } from './normalize-message.ts'
import { toMessage } from './to-message.ts'

const result = { content: [] }
const ok = { jsonrpc: '2.0', id: 1, result }
const failed = (message: string, code = -32_603) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message },
})

test.each<[string, unknown, unknown]>([
  ['an error that is null beside a result', { ...ok, error: null }, ok],
  [
    'a result that is null beside an error',
    { ...failed('no', -1), result: null },
    failed('no', -1),
  ],
  ['a method that is null', { ...ok, method: null, params: null }, ok],
  [
    'params that are null',
    { jsonrpc: '2.0', method: 'a', params: null },
    { jsonrpc: '2.0', method: 'a' },
  ],
  ['a version that is missing', { id: 1, result }, ok],
  ['another version', { ...ok, jsonrpc: '1.0' }, ok],
  ['a member that no message has', { ...ok, timing: 3 }, ok],
  ['metadata that is null', { ...ok, result: { ...result, _meta: null } }, ok],
  [
    'a list of blocks as the result',
    { ...ok, result: ['a'] },
    { ...ok, result: { content: ['a'] } },
  ],
  ['metadata that is a list', { ...ok, result: { ...result, _meta: [] } }, ok],
  ['a text as the error', { id: 1, error: 'no quota' }, failed('no quota')],
  ['a text as the code', { id: 1, error: { code: 'E_QUOTA', message: 'no' } }, failed('no')],
  [
    'only a code',
    { id: 1, error: { code: -5, message: null } },
    failed('The server gave no reason.', -5),
  ],
])('%s is read as the message that was meant', (_name, given, expected) => {
  expect(normalizeMessage(given)).toEqual(expected)
  expect(toMessage(normalizeMessage(given))).toBeDefined()
})

test.each<[string, unknown]>([
  ['a result and an error', { ...ok, error: { code: 1, message: 'no' } }],
  ['neither', { jsonrpc: '2.0', id: 1 }],
  ['an error that says nothing', { jsonrpc: '2.0', id: 1, error: {} }],
  ['a result that is null', { jsonrpc: '2.0', id: 1, result: null }],
  ['an id that is null', { jsonrpc: '2.0', id: null, result }],
])('%s is no message: nothing is guessed', (_name, given) => {
  expect(toMessage(normalizeMessage(given))).toBeUndefined()
})

it('keeps null where it is data, and omits it where it is a member', () => {
  const schema = {
    type: 'object',
    title: null,
    required: null,
    default: null,
    const: null,
    enum: [null, 1],
  }
  const kept = { type: 'object', default: null, const: null, enum: [null, 1] }
  const tool = {
    name: 'a',
    description: null,
    annotations: { title: null, readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: { title: schema, gone: null },
      $defs: { default: schema },
    },
  }
  expect(normalizeMessage({ ...ok, result: { tools: [tool, null], nextCursor: null } })).toEqual({
    ...ok,
    result: {
      tools: [
        {
          name: 'a',
          annotations: { readOnlyHint: true },
          inputSchema: {
            type: 'object',
            properties: { title: kept, gone: {} },
            $defs: { default: kept },
          },
        },
        null,
      ],
    },
  })
  const data = { ...ok, result: { content: [], structuredContent: { a: null, list: [null] } } }
  expect(normalizeMessage(data)).toBe(data)
  const log = {
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', data: { a: null } },
  }
  expect(normalizeMessage(log)).toBe(log)
})
