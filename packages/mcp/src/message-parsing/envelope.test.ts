import { expect, test } from 'vitest'
import { envelopeOf, toEnvelope, type Envelope, createMemberReader } from './envelope.ts'

const cases: [string, string, Envelope][] = [
  ['a request', '{"jsonrpc":"2.0","id":3,"method":"ping"}', { kind: 'request', id: 3 }],
  [
    'a request by its end',
    '{"params":{"id":9},"method":"x","id":"a"}',
    { kind: 'request', id: 'a' },
  ],
  ['a notification', '{"method":"x","params":{"id":1}}', { kind: 'notification' }],
  ['a response', '{"result":{"method":"x","id":2},"id":7}', { kind: 'response', id: 7 }],
  ['a response in the middle', '{"a":[1],"id":7,"result":{}}', { kind: 'response', id: 7 }],
  ['an error', '{"id":7,"error":{"code":1}}', { kind: 'response', id: 7 }],
  ['a response cut off in its result', '{"id":7,"result":{"a":"xx', { kind: 'response', id: 7 }],
  ['an id that is cut off', '{"result":{},"id":7', { kind: 'response' }],
  ['an escaped name', String.raw`{"\u0069d":7,"result":"\"}"}`, { kind: 'response', id: 7 }],
  [
    'quotes and brackets in texts',
    '{"a":"{[\\"","id":1,"result":"]}"}',
    { kind: 'response', id: 1 },
  ],
  ['an id that is null', '{"id":null,"method":"x"}', { kind: 'request' }],
  ['an id that is inexact', '{"id":9007199254740993,"result":1}', { kind: 'response' }],
  ['a batch', '[{"id":1,"result":{}}]', { kind: 'unknown' }],
  ['no JSON', 'hello "id": 3, "method"', { kind: 'unknown' }],
  ['an id alone', '{"id":3}', { kind: 'unknown', id: 3 }],
]

test.each(cases)(
  '%s is recognised by its outermost members, however it is cut',
  (_, text, envelope) => {
    expect(envelopeOf(text)).toEqual(envelope)
    const bytes = Buffer.from(text)
    for (let size = 1; size < 6; size += 1) {
      const reader = createMemberReader()
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
      expect(toEnvelope(reader.read())).toEqual(envelope)
    }
  },
)

/** @threat inbound.request-without-response */
test.each([
  ['one long text', '"', 'x'],
  ['escapes', '"', String.raw`\\"`],
  ['open brackets', '', '['],
  ['empty objects', '[', '{},'],
])('16 MiB of %s are read in time linear in them', (_, start, unit) => {
  const part = Buffer.from(unit.repeat(Math.floor(1_048_576 / unit.length)))
  const reader = createMemberReader()
  reader.push(Buffer.from(`{"id":7,"result":${start}`))
  const { user: before } = process.cpuUsage()
  for (let count = 0; count < 16; count += 1) reader.push(part)
  const ms = (process.cpuUsage().user - before) / 1000
  expect(toEnvelope(reader.read())).toEqual({ kind: 'response', id: 7 })
  expect(ms).toBeLessThan(600)
})
