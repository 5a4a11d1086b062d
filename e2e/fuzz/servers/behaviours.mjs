import { setTimeout as sleep } from 'node:timers/promises'
import { evilPicture } from '../generators/pictures.mjs'
import { markdownBomb, oddName } from '../generators/words.mjs'

/** @typedef {import('../random.mjs').Random} Random */

/**
 * Where a message goes, and what a behaviour may use.
 * @typedef {object} Transport
 * @property {(message: object) => void} send
 * @property {(text: string) => void} raw one whole message as text, whatever it is
 * @property {(method: string, params: object) => void} ask sends a request of the server's own
 * @property {(text: string) => void} complain writes to standard error
 */

/** @typedef {{ id: string | number, token: unknown, random: Random, transport: Transport }} Call */

const text = (/** @type {string} */ value) => ({ type: 'text', text: value })

/**
 * Sends a result.
 * @param {Call} call @param {object} result
 */
const reply = ({ id, transport }, result) => transport.send({ jsonrpc: '2.0', id, result })

/**
 * Sends a result whose JSON is given as text.
 * @param {Call} call @param {string} json
 */
const replyRaw = ({ id, transport }, json) =>
  transport.raw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`)

/** Behaviours of a call by name, with weights: sane ones, so that turns continue, and attacks. */
export const behaviours =
  /** @type {Record<string, readonly [number, (call: Call) => unknown]>} */ ({
    plain: [12, (call) => reply(call, { content: [text(oddName(call.random))] })],
    'markdown bomb': [4, (call) => reply(call, { content: [text(markdownBomb(call.random))] })],
    picture: [
      6,
      (call) => reply(call, { content: [{ type: 'image', ...evilPicture(call.random) }] }),
    ],
    pictures: [
      1,
      (call) => {
        const picture = { type: 'image', ...evilPicture(call.random) }
        reply(call, { content: Array.from({ length: 40 }, () => picture) })
      },
    ],
    'many blocks': [
      2,
      (call) => {
        const count = call.random.pick([600, 50_000, 300_000])
        replyRaw(
          call,
          `{"content":[${'{"type":"text","text":"a"},'.repeat(count)}{"type":"text","text":"z"}]}`,
        )
      },
    ],
    'millions of objects': [
      1,
      (call) =>
        replyRaw(call, `{"content":[],"structuredContent":{"a":[${'{},'.repeat(6_000_000)}{}]}}`),
    ],
    deep: [
      2,
      (call) => {
        const depth = call.random.pick([100, 130, 5000, 100_000])
        replyRaw(
          call,
          `{"content":[],"structuredContent":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
        )
      },
    ],
    'hidden keys': [
      3,
      (call) =>
        replyRaw(
          call,
          `{"content":[{"type":"text","text":"ok"}],"structuredContent":{"shown":1,"__proto__":{"admin":true}}}`,
        ),
    ],
    'large text': [
      2,
      (call) =>
        reply(call, { content: [text('lorem ipsum '.repeat(call.random.int(1000, 1_500_000)))] }),
    ],
    'odd structure': [
      3,
      (call) =>
        replyRaw(
          call,
          call.random.pick([
            'null',
            '[]',
            '{"content":{}}',
            '{"content":[null,1,{"type":"x"}]}',
            '{}',
          ]),
        ),
    ],
    links: [
      2,
      (call) =>
        reply(call, {
          content: Array.from({ length: 30 }, () => ({
            type: 'resource_link',
            uri: `file:///etc/${encodeURIComponent('passwd')}`,
            name: oddName(call.random),
          })),
        }),
    ],
    error: [
      3,
      (call) => reply(call, { isError: true, content: [text(markdownBomb(call.random))] }),
    ],
    refusal: [
      2,
      (call) =>
        call.transport.send({
          jsonrpc: '2.0',
          id: call.id,
          error: { code: -32000, message: oddName(call.random).repeat(200), data: { a: [1, 2] } },
        }),
    ],
    twice: [
      1,
      (call) => {
        reply(call, { content: [text('first')] })
        reply(call, { content: [text('second')] })
      },
    ],
    'progress storm': [2, progressStorm],
    changes: [2, changes],
    'log flood': [2, logFlood],
    complaints: [
      1,
      (call) => {
        for (let line = 0; line < 20_000; line += 1)
          call.transport.complain(`complaint ${line} \u001b[31m\n`)
        reply(call, { content: [text('complained')] })
      },
    ],
    asks: [3, asks],
    sums: [3, sums],
    'no response': [1, () => undefined],
    garbage: [
      1,
      (call) => {
        call.transport.raw('{"jsonrpc":"2.0","id":')
        call.transport.raw('\u0000'.repeat(1000))
        reply(call, { content: [text('after garbage')] })
      },
    ],
    end: [1, () => process.exit(3)],
  })

/** @param {Call} call */
async function progressStorm(call) {
  for (let done = 0; done < 5000; done += 1) {
    const params = {
      progressToken: call.token ?? 'x',
      progress: done,
      message: oddName(call.random),
    }
    call.transport.send({ jsonrpc: '2.0', method: 'notifications/progress', params })
    if (done % 500 === 0) await sleep(5)
  }
  reply(call, { content: [text('progressed')] })
}

/** @param {Call} call */
async function changes(call) {
  for (let count = 0; count < 2000; count += 1) {
    const list = call.random.pick(['tools', 'prompts', 'resources'])
    call.transport.send({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` })
    if (count % 200 === 0) await sleep(5)
  }
  reply(call, { content: [text('changed')] })
}

/** @param {Call} call */
async function logFlood(call) {
  for (let count = 0; count < 20_000; count += 1) {
    const params = { level: 'error', logger: 'x', data: { count, text: 'flood' } }
    call.transport.send({ jsonrpc: '2.0', method: 'notifications/message', params })
    if (count % 1000 === 0) await sleep(2)
  }
  reply(call, { content: [text('logged')] })
}

/**
 * Many requests at once, each within its limits: forms of many fields, long words, long texts.
 * @param {Call} call
 */
function sums(call) {
  const { random, transport } = call
  const [requests, fields, length] = random.pick([
    [20, 200, 10],
    [30, 100, 500],
    [60, 40, 10],
    [20, 5, 30_000],
  ])
  const properties = Object.fromEntries(
    Array.from({ length: fields }, (_, index) => [
      `${'n'.repeat(index % 80)}${index}`,
      {
        title: random.chance(0.1) ? 'W'.repeat(length) : `Field ${index}`,
        ...random.pick([
          { type: 'string', description: oddName(random) },
          { type: 'boolean' },
          { type: 'integer', minimum: 0 },
          { type: 'string', enum: ['a', 'b', 'W'.repeat(length)] },
          { type: 'object', properties: { deep: { type: 'array', items: {} } } },
        ]),
      },
    ]),
  )
  const isForm = random.chance(0.7)
  for (let count = 0; count < requests; count += 1) {
    if (isForm)
      transport.ask('elicitation/create', {
        message: oddName(random),
        requestedSchema: { type: 'object', properties },
      })
    else
      transport.ask('sampling/createMessage', {
        messages: [{ role: 'user', content: text('x'.repeat(fields * 900)) }],
        maxTokens: 1,
      })
  }
  setTimeout(() => reply(call, { content: [text('asked')] }), 800)
}

/** @param {Call} call */
function asks(call) {
  const { random, transport } = call
  for (let count = random.pick([1, 3, 60]); count > 0; count -= 1) {
    const message = random.chance(0.7) ? oddName(random) : markdownBomb(random)
    const properties = { [oddName(random)]: { type: 'string' }, token: { type: 'string' } }
    random.weighted([
      [
        2,
        () =>
          transport.ask('elicitation/create', {
            message,
            requestedSchema: { type: 'object', properties },
          }),
      ],
      [
        1,
        () =>
          transport.ask('elicitation/create', {
            mode: 'url',
            message,
            elicitationId: String(count),
            url: 'http://127.0.0.1:9/sign-in',
          }),
      ],
      [
        2,
        () =>
          transport.ask('sampling/createMessage', {
            messages: [{ role: 'user', content: text(message) }],
            maxTokens: random.pick([1, 1e9]),
          }),
      ],
      [1, () => transport.ask('roots/list', {})],
      [1, () => transport.ask(oddName(random), {})],
    ])()
  }
  setTimeout(() => reply(call, { content: [text('asked')] }), 400)
}
