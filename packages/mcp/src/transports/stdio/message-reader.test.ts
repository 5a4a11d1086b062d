import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { createMessageReader } from './message-reader.ts'

interface Read {
  messages: JSONRPCMessage[]
  stray: string[]
  malformed: number[]
  /** The error responses to the server. */
  sent: JSONRPCMessage[]
  /** The longest work during which nothing else had a turn, in milliseconds of the processor. */
  stallMs: number
  /** All of the work, in the same unit. */
  totalMs: number
}

/** Returns the processor time of this process, in milliseconds, however busy the machine is. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Reads the lines as a process writes them, 64 KiB at a time. */
async function read(lines: string): Promise<Read> {
  const got: Read = { messages: [], stray: [], malformed: [], sent: [], stallMs: 0, totalMs: 0 }
  const reader = createMessageReader({
    recorder: {
      sent: () => undefined,
      received: () => undefined,
      noteHttpExchange: () => undefined,
      refused: () => undefined,
      malformed: (_text, bytes) => got.malformed.push(bytes),
    },
    onMessage: (message) => got.messages.push(message),
    onStray: (line) => got.stray.push(line),
    onRefusal: (response) => got.sent.push(response),
    isWaiting: (id) => id === 7,
  })
  let last = cpuMs()
  let isOver = false
  const watch = (): void => {
    const now = cpuMs()
    got.stallMs = Math.max(got.stallMs, now - last)
    last = now
    if (!isOver) setImmediate(watch)
  }
  setImmediate(watch)
  const bytes = Buffer.from(lines)
  const begun = cpuMs()
  last = begun
  for (let at = 0; at < bytes.length; at += 65_536) {
    await reader.push(bytes.subarray(at, at + 65_536))
    if (at % 1_048_576 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 5))
  got.totalMs = cpuMs() - begun
  isOver = true
  return got
}

const response = (id: number, result: string) => `{"jsonrpc":"2.0","id":${id},"result":${result}}\n`
const note = (number: number) => `{"jsonrpc":"2.0","method":"n/${number}"}\n`
const idOf = (message: JSONRPCMessage) =>
  'method' in message ? message.method : 'id' in message ? message.id : undefined

/** @threat inbound.many-messages */
test('messages keep their order around large ones', async () => {
  const large = response(1, `{"a":"${'x'.repeat(3_000_000)}"}`)
  const { messages } = await read(`${note(1)}${large}${note(2)}${note(3)}${large}${note(4)}`)
  expect(messages.map(idOf)).toEqual(['n/1', 1, 'n/2', 'n/3', 1, 'n/4'])
})

test('a line that is too long is seen through a part at a time', async () => {
  const nested = `{"jsonrpc":"2.0","id":7,"result":{"a":[${'[],'.repeat(8_000_000)}[]]}}\n`
  const { messages, stallMs, totalMs } = await read(`${nested}${note(8)}`)
  expect(messages.map(idOf)).toEqual([7, 'n/8'])
  expect(stallMs).toBeLessThan(totalMs / 2)
})

/** @threat inbound.many-messages */
test('a large batch is read whole, and in order', async () => {
  const parts = Array.from({ length: 1000 }, (_, index) => note(index).trim())
  const { messages } = await read(`[${parts.join(',')}]\n${note(5)}`)
  expect(messages.map(idOf)).toEqual([
    ...Array.from({ length: 1000 }, (_, index) => `n/${index}`),
    'n/5',
  ])
})

/** @threat inbound.hidden-key */
test.each([
  ['holds 15 MB of empty objects', `{"a":[${'{},'.repeat(4_999_999)}{}]}`, /100,000 values/],
  ['nests deeply', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /128 levels/],
  ['has a key __proto__', '{"a":{"__proto__":{"b":1}}}', /"__proto__"/],
  ['has a number that is none', '{"a":1e999}', /1e999/],
  ['is too long', `{"a":"${'x'.repeat(17_000_000)}"}`, /at most 16777216 bytes/],
])(
  'a response that %s fails its request in words, and the next is read',
  async (_, result, words) => {
    const { messages, stray, malformed } = await read(`${response(7, result)}${note(1)}`)
    expect(messages[0]).toMatchObject({ id: 7, error: { message: expect.stringMatching(words) } })
    expect(messages[1]).toMatchObject({ method: 'n/1' })
    expect(stray.join()).toMatch(words)
    expect(malformed).toHaveLength(1)
  },
)

const refusals = [
  ['has a key __proto__', '{"a":{"__proto__":1}}'],
  ['nests deeply', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`],
  ['is too long', `{"a":"${'x'.repeat(17_000_000)}"}`],
] as const

test.each(refusals)(
  'a request of the server that %s gets an error response at once, wherever its id stands',
  async (_, params) => {
    const first = `{"jsonrpc":"2.0","id":3,"method":"roots/list","params":${params}}\n`
    const last = `{"params":${params},"jsonrpc":"2.0","method":"roots/list","id":"b"}\n`
    const { messages, sent, stray } = await read(`${first}${last}${note(1)}`)
    expect(messages.map(idOf)).toEqual(['n/1'])
    const error = { code: -32_600, message: expect.stringMatching(/^The request was refused: It /) }
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 3, error },
      { jsonrpc: '2.0', id: 'b', error },
    ])
    expect(stray.join()).toContain('It was a request of the server, which got an error response.')
  },
)

test.each(refusals)('a notification that %s gets no response', async (_, params) => {
  const { messages, sent } = await read(`{"jsonrpc":"2.0","method":"x","params":${params}}\n`)
  expect([messages, sent]).toEqual([[], []])
})

/** @threat inbound.request-without-response */
test.each(refusals)(
  'a response that %s ends its call also when its id is between other members',
  async (_, result) => {
    const { messages } = await read(`{"x":${result},"id":7,"jsonrpc":"2.0","result":${result}}\n`)
    expect(messages).toMatchObject([
      { id: 7, error: { message: expect.stringMatching(/refused/) } },
    ])
  },
)

test('of a refused message that has neither an id nor a method the log says what follows', async () => {
  const { messages, sent, stray } = await read('[{"id":1,"result":{"__proto__":1}}]\n')
  expect([messages, sent]).toEqual([[], []])
  expect(stray.join()).toContain('a call that waits for it ends at its time limit')
})

/** @threat inbound.flood-of-values */
test.each([
  ['one long text', `"${'x'.repeat(16_000_000)}"`],
  ['texts up to the bound of values', `["${Array(99_000).fill('y'.repeat(150)).join('","')}"]`],
  ['many escapes', `"${String.raw`\"\n`.repeat(3_900_000)}"`],
  ['wide characters', `"${'漢'.repeat(5_000_000)}"`],
])('16 MB of %s never hold everything else up for long', async (_, text) => {
  const { messages, stallMs } = await read(response(1, `{"a":${text}}`))
  expect(messages.map(idOf)).toEqual([1])
  const begin = cpuMs()
  JSON.parse(text)
  // One text is parsed at once, which takes longer on a slow machine.
  expect(stallMs).toBeLessThan(Math.max(200, 3 * (cpuMs() - begin)))
})

/**
 * @threat inbound.many-messages
 * @attacker server
 * @tries To block main with large messages one after another, or a batch of thousands.
 * @stoppedBy A large message is read in several turns, a batch by the hundred, and the process waits meanwhile.
 */
test('many large messages one after another let everything else have its turn', async () => {
  const large = response(1, `{"a":"${'x'.repeat(1_100_000)}"}`)
  const { messages, stallMs } = await read(large.repeat(30))
  expect(messages).toHaveLength(30)
  expect(stallMs).toBeLessThan(200)
})

test.each<[string, string, { messages: unknown[]; stray: string[] }]>([
  ['text before', `Loading... ${response(7, '{}')}`, { messages: [7], stray: ['Loading...'] }],
  ['text after', `${response(7, '{}').trim()} done\n`, { messages: [7], stray: ['done'] }],
  ['colours before', `\u001b[0m${response(7, '{}')}`, { messages: [7], stray: [] }],
  ['a byte order mark', `\ufeff${note(1)}`, { messages: ['n/1'], stray: [] }],
  ['a NUL', `\u0000${response(1, '{}')}`, { messages: [1], stray: [] }],
  ['returns', `\r50%\r100%\r${response(7, '{}')}`, { messages: [7], stray: ['50% 100%'] }],
  ['two on a line', note(1).trim() + response(7, '{}'), { messages: ['n/1', 7], stray: [] }],
  ['a quote', `got: ${note(1)}`, { messages: [], stray: [`got: ${note(1).trim()}`] }],
  [
    'another id',
    `x ${response(8, '{}')}`,
    { messages: [], stray: [`x ${response(8, '{}').trim()}`] },
  ],
])(
  'a line with %s gives the messages that it can be meant to hold',
  async (_name, line, expected) => {
    const { messages, stray } = await read(line)
    expect({ messages: messages.map(idOf), stray }).toEqual(expected)
  },
)

test('a line of many open braces is looked through in no time', async () => {
  const { messages, stray, stallMs } = await read(`${'{"a":'.repeat(400_000)}\n`)
  expect(messages).toEqual([])
  expect(stray).toHaveLength(1)
  expect(stallMs).toBeLessThan(500)
})
