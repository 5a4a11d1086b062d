import { NEVER_ABORTED } from '@gatehouse/base'
import type { ToolResult } from '@gatehouse/domain'
import { toleratedCallRows } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from '../faults/raw-bench.ts'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { scriptedServer } from '../testing/scripted-server.ts'
import { variantsOf } from './variants-of.ts'

const forever = NEVER_ABORTED
const failed = 'quota is used up'

/** Each envelope by the text of an expression, and what the call gives. */
const envelopes: [string, string][] = [
  [`{ jsonrpc: '2.0', id, result: ok, error: null }`, 'done'],
  [`{ jsonrpc: '2.0', id, method: null, params: null, result: ok }`, 'done'],
  [`{ jsonrpc: '2.0', id, result: ok, timing: 3 }`, 'done'],
  [`{ id, result: ok }`, 'done'],
  [`{ jsonrpc: '1.0', id, result: ok }`, 'done'],
  [`{ jsonrpc: '2.0', id: String(id), result: ok }`, 'done'],
  [`{ jsonrpc: '2.0', id, result: ok.content }`, 'done'],
  [`{ jsonrpc: '2.0', id, result: 'done' }`, 'done'],
  [`{ jsonrpc: '2.0', id, result: null, error: { code: -32000, message: '${failed}' } }`, failed],
  [`{ jsonrpc: '2.0', id, error: { code: -32000, message: '${failed}', data: null } }`, failed],
  [`{ jsonrpc: '2.0', id, error: { code: 'E_QUOTA', message: '${failed}' } }`, failed],
  [`{ jsonrpc: '2.0', id, error: '${failed}' }`, failed],
  [`{ jsonrpc: '2.0', id, error: { code: -32000 } }`, 'The server gave no reason'],
  [`{ jsonrpc: '2.0', id, result: null }`, 'may have run'],
]

const field = (schema: object, more: object = {}) => ({
  type: 'object',
  properties: { f: schema },
  ...more,
})
const sizes = [
  { const: 's', title: 'Small' },
  { const: 'l', title: 'Large' },
]
/** The schema of a field as a server wrote it, and as the person is asked. */
const fields: [object, object][] = [
  [{ oneOf: sizes }, { type: 'string', oneOf: sizes }],
  [
    { type: 'string', anyOf: sizes },
    { type: 'string', oneOf: sizes },
  ],
  [{ enum: ['s', 'l'] }, { type: 'string', enum: ['s', 'l'] }],
  [
    { type: 'string', const: 'yes' },
    { type: 'string', enum: ['yes'] },
  ],
  [
    { type: 'array', items: { oneOf: sizes } },
    { type: 'array', items: { anyOf: sizes } },
  ],
  [{ type: 'string', default: null, title: null }, { type: 'string' }],
  [
    { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'F' },
    { type: 'string', title: 'F' },
  ],
  [{ type: ['string', 'null'] }, { type: 'string' }],
  [{ $ref: '#/$defs/S' }, { type: 'string', enum: ['a', 'b'] }],
  [
    { allOf: [{ $ref: '#/$defs/S' }], default: 'a' },
    { type: 'string', enum: ['a', 'b'], default: 'a' },
  ],
  [{ type: 'integer', default: 'x' }, { type: 'integer' }],
  // These stay as they are: a control, or a field of JSON, keeps each rule.
  ...[
    { type: 'string', pattern: '^a' },
    { type: 'string', format: 'password' },
    { type: 'integer', enum: [1, 2] },
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'number', multipleOf: 5 },
    { type: 'array', items: { type: 'string' } },
    { type: 'object', properties: { a: { type: 'string' } } },
    { title: 'Anything' },
  ].map((schema): [object, object] => [schema, schema]),
]

const asking = {
  clientFeatures: {
    elicitation: { form: true, url: false },
    sampling: false,
    roots: false,
    apps: false,
  },
}

/** The text of the result of a call, or the words of its failure. */
async function outcomeOf(call: Promise<ToolResult>): Promise<string> {
  return call.then(
    ({ content }) => JSON.stringify(content),
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
}

const stalledWords = /no result for "long" within [\d.]+ s, and no progress for 0\.5 s/

let bench: TestBench
beforeAll(async () => {
  bench = await createTestBench({ headStartMs: 150 })
})
afterAll(() => bench.close())

/** Opens a scripted server that does this with each message. */
const open = (body: string, more = {}) => bench.open(stdioTarget(scriptedServer(body)), more)
type Opened = Awaited<ReturnType<typeof open>>
const logged = ({ recording }: Opened) => recording.logs.map(({ text }) => text).join('\n')
const listing = (tools: readonly object[]) =>
  `if (message.method === 'tools/list') return reply({ tools: ${JSON.stringify(tools)} });`
const plain = (name: string) => ({ name, inputSchema: { type: 'object' } })
const call = ({ connection }: Opened, name = 'work') =>
  connection.callTool({ tool: plain(name), arguments: {}, onProgress: () => undefined }, forever)

const checks: Record<(typeof toleratedCallRows)[number]['id'], () => Promise<void>> = {
  'odd-envelopes': async () => {
    const expressions = envelopes.map(([expression]) => `(id) => (${expression})`).join(',')
    const opened = await open(`
      const ok = { content: [{ type: 'text', text: 'done' }] };
      if (message.method === 'tools/call')
        return send([${expressions}][Number(message.params.name)](message.id));
      next();`)
    for (const [index, [, expected]] of envelopes.entries()) {
      expect(await outcomeOf(call(opened, String(index)))).toContain(expected)
    }
  },
  'exits-after-a-result': async () => {
    const opened = await open(`
      if (message.method !== 'tools/call') return next();
      reply({ content: 'done' });
      setTimeout(() => process.exit(3), 20);`)
    expect(await call(opened)).toMatchObject(done)
    await eventually(() => opened.recording.downs.length > 0)
    expect(opened.recording.downs).toMatchObject([{ code: 'exited', exitCode: 3 }])
    await expect(opened.connection.listTools(forever)).rejects.toThrow('connection is closed')
  },
  'stalls-after-progress': async () => {
    const opened = await open(
      `const { name, _meta } = message.params ?? {};
      if (message.method !== 'tools/call') return next();
      if (name === 'quick') return reply({ content: 'done' });
      const token = _meta.progressToken;
      send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: 1 } });`,
      { requestTimeoutMs: 500 },
    )
    const stalled = outcomeOf(call(opened, 'long'))
    expect(await call(opened, 'quick')).toMatchObject(done)
    expect(await stalled).toMatch(stalledWords)
  },
  'entries-without-a-definition': async () => {
    const opened = await open(
      `if (message.method === 'tools/list')
        return reply({ tools: [null, ${JSON.stringify(plain('work'))}, { name: 'bare' }, { name: 'nothing', inputSchema: null }] });
      next();`,
    )
    expect(await opened.connection.listTools(forever)).toEqual([plain('work')])
    for (const reason of [
      'It is null, expected an object',
      '"bare" is left out: `inputSchema` is missing, expected an object',
      '"nothing" is left out: `inputSchema` is missing, expected an object',
    ])
      expect(logged(opened)).toContain(reason)
  },
  'odd-schemas': async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        id: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
        n: { type: ['integer', 'null'], default: null },
      },
    }
    const tools = [
      { name: 'list', inputSchema, outputSchema: { type: ['null', 'array'] } },
      {
        name: 'tags',
        inputSchema,
        outputSchema: { type: 'object', properties: { tags: { type: 'array' } } },
      },
    ]
    const opened = await open(`${listing(tools)}
      if (message.method === 'tools/call')
        return reply({ content: 'x', structuredContent: message.params.name === 'list' ? [1] : { tags: null } });
      next();`)
    expect(await opened.connection.listTools(forever)).toEqual(tools)
    expect(await call(opened, 'list')).toMatchObject({
      content: [{ text: 'x' }],
      structuredContent: [1],
    })
    expect((await call(opened, 'tags')).structuredContent).toEqual({ tags: null })
    expect(opened.recording.logs.filter(({ level }) => level === 'warning')).toEqual([])
  },
  'any-names': async () => {
    const names = ['admin.list', 'user/update', '查询', 'a.b', 'a_b']
    const opened = await open(`${listing(names.map(plain))}
      if (message.method === 'tools/call') return reply({ content: message.params.name });
      next();`)
    const tools = await opened.connection.listTools(forever)
    expect(tools.map(({ name }) => name)).toEqual(names)
    for (const name of names)
      expect(await call(opened, name)).toMatchObject({ content: [{ text: name }] })
  },
  'late-progress': async () => {
    const opened = await open(`
      if (message.method !== 'tools/call') return next();
      const note = (token) => send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: 1 } });
      note('made up');
      reply({ content: 'done' });
      note(message.params._meta.progressToken);`)
    expect(await call(opened)).toMatchObject(done)
    expect(await call(opened)).toMatchObject(done)
  },
  'echoes-its-input': async () => {
    const opened = await open(`
      process.stdout.write('got: ' + line + '\\n[]\\n');
      if (message.method === 'tools/call') return reply({ content: 'done' });
      next();`)
    expect(await call(opened)).toMatchObject(done)
    expect(logged(opened)).toMatch(/got: \{.*"tools\/call"/)
    expect(opened.recording.logs.map(({ text }) => text)).toContain('[]')
  },
  'forms-of-any-kind': async () => {
    const forms = fields.map(([schema]) =>
      field(schema, { required: null, $defs: { S: { type: 'string', enum: ['a', 'b'] } } }),
    )
    const asked: Record<string, unknown>[] = []
    const elicit = (request: Record<string, unknown>) => {
      asked.push(request)
      return Promise.resolve({ action: 'decline' as const })
    }
    const opened = await open(
      `if (message.id === 'form') return send({ jsonrpc: '2.0', id: globalThis.waiting, result: { content: 'done' } });
      if (message.method !== 'tools/call') return next();
      globalThis.waiting = message.id;
      const requestedSchema = ${JSON.stringify(forms)}[Number(message.params.name)];
      send({ jsonrpc: '2.0', id: 'form', method: 'elicitation/create', params: { message: 'Hi', requestedSchema } });`,
      { ...asking, onRequest: { elicit } },
    )
    for (const [index, [, expected]] of fields.entries()) {
      expect(await call(opened, String(index))).toMatchObject(done)
      expect(asked.at(-1)).not.toHaveProperty('unreadable')
      expect(asked.at(-1)).toMatchObject({ requestedSchema: field(expected) })
    }
  },
}

test.each(variantsOf(toleratedCallRows))('a server ($wire, $era) that $does is read', ({ id }) =>
  checks[id](),
)
