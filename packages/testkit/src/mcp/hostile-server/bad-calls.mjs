import { setTimeout as delay } from 'node:timers/promises'

/** @typedef {import('./hostile-server.mjs').Transport} Transport */
/** @typedef {import('./hostile-server.mjs').HostileServer} HostileServer */

/**
 * @typedef {object} Call
 * @property {string | number} id
 * @property {string | number | undefined} token progress token
 * @property {Record<string, any>} given arguments
 * @property {Transport} transport
 * @property {HostileServer} server
 * @property {(result: object) => void} reply the correct response
 * @property {(text?: string) => void} ok the correct response with a text
 */

/** @typedef {{ outputSchema?: object, run(call: Call): void | Promise<void> }} BadCall */

const levels = 100_000
const deepText = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** @param {Call} call @param {object} rest */
const respond = ({ transport, id }, rest) => transport.send({ jsonrpc: '2.0', id, ...rest })
/** @param {Call} call @param {unknown} progressToken @param {unknown} progress */
const sendProgress = ({ transport }, progressToken, progress) =>
  transport.send({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress },
  })
/** @param {Call} call @param {object} structuredContent */
const replyStructured = ({ reply }, structuredContent) =>
  reply({ content: [{ type: 'text', text: 'structured' }], structuredContent })

/** A response whose structured content is this text. @param {Call} call @param {string} text */
function replyText({ transport, id, server }, text) {
  const content = [{ type: 'text', text: 'structured' }]
  const result = server.complete({ content, structuredContent: 0 })
  const message = JSON.stringify({ jsonrpc: '2.0', id, result })
  transport.bytes(
    Buffer.from(message.replace('"structuredContent":0', () => `"structuredContent":${text}`)),
  )
}
/** @param {number} count */
const blocks = (count) =>
  Array.from({ length: count }, (_, index) => ({ type: 'text', text: `block ${index}` }))

/** Faults of each tool in place of a proper response. @type {Record<string, BadCall>} */
export const badCalls = {
  'responds-out-of-order': {
    async run({ given, server, ok }) {
      const turn = new Promise((resolve) => server.held.push(() => resolve(undefined)))
      if (server.held.length === 2) {
        const [first, second] = server.held.splice(0)
        second?.()
        setTimeout(() => first?.(), 20)
      }
      await turn
      ok(given['text'])
    },
  },
  'responds-twice': {
    run({ ok }) {
      ok('first')
      ok('second')
    },
  },
  'responds-with-unknown-ids': {
    run({ transport, ok }) {
      transport.send({ jsonrpc: '2.0', id: 987_654_321, result: {} })
      transport.send({ jsonrpc: '2.0', id: 'nobody', error: { code: -32603, message: 'stray' } })
      ok()
    },
  },
  'responds-with-huge-ids': {
    run({ transport, ok }) {
      transport.bytes(Buffer.from(`{"jsonrpc":"2.0","id":1e300,"result":{}}`))
      transport.bytes(Buffer.from(`{"jsonrpc":"2.0","id":${'9'.repeat(5000)},"result":{}}`))
      transport.send({ jsonrpc: '2.0', id: 'i'.repeat(1_000_000), result: {} })
      ok()
    },
  },
  'responds-with-ids-of-wrong-type': {
    run({ transport, ok }) {
      for (const id of [null, true, {}, [], 1.5])
        transport.send({
          jsonrpc: '2.0',
          id,
          result: { content: [{ type: 'text', text: 'wrong' }] },
        })
      ok()
    },
  },
  'responds-with-result-and-error': {
    run: (call) => respond(call, { result: {}, error: { code: -32603, message: 'both' } }),
  },
  'responds-with-neither': { run: (call) => respond(call, {}) },
  'responds-with-malformed-error': { run: (call) => respond(call, { error: 'broken' }) },
  'sends-broken-utf-8': {
    run({ transport, id, server }) {
      const text = JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: server.complete({ content: [{ type: 'text', text: 'a#b' }] }),
      })
      const [head = '', tail = ''] = text.split('#')
      const broken = Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80])
      transport.bytes(Buffer.concat([Buffer.from(head), broken, Buffer.from(tail)]))
    },
  },
  'sends-50-megabytes-in-a-line': { run: ({ ok }) => ok('x'.repeat(50_000_000)) },
  'sends-a-result-of-16-megabytes': {
    run({ reply }) {
      const text = 'é'.repeat(500_000)
      reply({ content: Array.from({ length: 16 }, () => ({ type: 'text', text })) })
    },
  },
  'sends-half-a-message': {
    run({ transport, id }) {
      transport.begin(Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"con`))
      return new Promise(() => {})
    },
  },
  'changes-its-tools-meanwhile': {
    async run({ server, transport, ok }) {
      server.generation += 1
      const listed = server.untilListed()
      server.sendToolsChanged(transport)
      await listed
      ok()
    },
  },
  'asks-for-undeclared-capabilities': {
    async run({ server, transport, reply, ok }) {
      const question = { role: 'user', content: { type: 'text', text: 'Who are you?' } }
      const sampling = { messages: [question], maxTokens: 10 }
      if (server.era === 'modern') {
        const inputRequests = { ask: { method: 'sampling/createMessage', params: sampling } }
        reply({ resultType: 'input_required', inputRequests })
        return
      }
      const form = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }
      const responses = await Promise.all([
        server.ask(transport, 'sampling/createMessage', sampling),
        server.ask(transport, 'elicitation/create', form),
        server.ask(transport, 'roots/list', {}),
        server.ask(transport, 'no/such/method', {}),
      ])
      ok(responses.map(({ error }) => error?.code).join(' '))
    },
  },
  'sends-requests-in-the-modern-era': {
    async run({ transport, ok }) {
      transport.send({ jsonrpc: '2.0', id: 'asked', method: 'roots/list', params: {} })
      ok()
    },
  },
  'floods-with-notifications': {
    run: async (call) => call.ok(String(await flood(call, Number(call.given['ms'] ?? 1000)))),
  },
  'ignores-cancel': {
    async run({ server, id, ok }) {
      await server.untilCancelled(id)
      ok('too late')
    },
  },
  'sends-progress-for-unknown-tokens': {
    run(call) {
      for (const token of ['nobody', 123_456, call.token === 0 ? 1 : 0, ''])
        sendProgress(call, token, 1)
      call.ok()
    },
  },
  'sends-progress-backwards': {
    async run(call) {
      for (const progress of [5, 3, 4, 'six', null, 10, 1]) {
        sendProgress(call, call.token, progress)
        await delay(5)
      }
      call.ok()
    },
  },
  'responds-100000-levels-deep': {
    run: (call) => replyText(call, deepText),
  },
  'responds-with-5000000-empty-objects': {
    run: (call) => replyText(call, `[${'{},'.repeat(4_999_999)}{}]`),
  },
  'responds-with-50000-blocks': { run: ({ reply }) => reply({ content: blocks(50_000) }) },
  'responds-with-2000-blocks': { run: ({ reply }) => reply({ content: blocks(2000) }) },
  'responds-with-hidden-key': {
    run: (call) => replyText(call, String.raw`{"shown":[{"\u005f_proto__":{"admin":true}}]}`),
  },
  'strays-100000-levels-deep': {
    run({ transport, ok }) {
      transport.bytes(Buffer.from(`{"jsonrpc":"2.0","id":"nobody","result":${deepText}}`))
      transport.bytes(Buffer.from(`{"jsonrpc":"2.0","method":"x/y","params":${deepText}}`))
      transport.bytes(
        Buffer.from(
          `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"nobody","progress":1,"deep":${deepText}}}`,
        ),
      )
      transport.bytes(
        Buffer.from(
          `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${deepText}}}`,
        ),
      )
      ok()
    },
  },
  'promises-a-pattern-without-end': {
    outputSchema: {
      type: 'object',
      properties: { text: { type: 'string', pattern: '^(a+)+$' } },
    },
    run: (call) => replyStructured(call, { text: `${'a'.repeat(64)}!` }),
  },
  'promises-a-schema-that-doubles': {
    outputSchema: doublingSchema(40),
    run: (call) => replyStructured(call, { any: 1 }),
  },
  'promises-a-schema-of-itself': {
    outputSchema: { $ref: '#' },
    run: (call) => replyStructured(call, { any: 1 }),
  },
}

/**
 * 10,000 notifications a second.
 * @param {Pick<Call, 'transport' | 'token'>} call @param {number} ms
 * @returns {Promise<number>} how many were sent
 */
export async function flood(call, ms) {
  let sent = 0
  for (const started = Date.now(); Date.now() - started < ms;) {
    // Whatever the timer's grain.
    for (const due = (Date.now() - started) * 10; sent < due; sent += 1) sendFlood(call, sent)
    await delay(5)
  }
  return sent
}

/** @param {Pick<Call, 'transport' | 'token'>} call @param {number} number */
function sendFlood(call, number) {
  const kinds = [
    { method: 'notifications/message', params: { level: 'info', data: `line ${number}` } },
    { method: 'notifications/progress', params: { progressToken: call.token, progress: number } },
    { method: 'notifications/progress', params: { progressToken: 'nobody', progress: number } },
    { method: 'notifications/resources/updated', params: { uri: `file:///${number}` } },
    { method: 'notifications/unknown', params: { number } },
    { method: 'notifications/tools/list_changed' },
  ]
  call.transport.send({ jsonrpc: '2.0', ...kinds[number % kinds.length] })
}

/** Small to send, but each level is looked at twice as often as the one above. @param {number} depth */
function doublingSchema(depth) {
  const entries = Array.from({ length: depth }, (_, level) => {
    const next = { $ref: `#/$defs/l${level + 1}` }
    return [`l${level}`, { allOf: [next, next] }]
  })
  return {
    type: 'object',
    allOf: [{ $ref: '#/$defs/l0' }],
    $defs: Object.fromEntries([...entries, [`l${depth}`, {}]]),
  }
}

/** Tools of a plain list. */
export const hostileTools = [
  { name: 'hello', inputSchema: { type: 'object' } },
  { name: 'set-lists', inputSchema: { type: 'object' } },
  ...Object.entries(badCalls).map(([name, { outputSchema }]) => ({
    name,
    inputSchema: { type: 'object' },
    ...(outputSchema === undefined ? {} : { outputSchema }),
  })),
]
