import { NEVER_ABORTED } from '@gatehouse/base'
import type {
  ElicitationAnswer,
  ElicitationRequest,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import { GatehouseError } from '@gatehouse/domain'
import type { ConnectionOptions, ServerRequestHandler } from '@gatehouse/host/ports'
import { startFixtureHttpServer, type FixtureHttpServer } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  nobody,
  stdioTarget,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../checks/testing/scripted-server.ts'

const signal = NEVER_ABORTED
const requestedSchema = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}
const everything: ConnectionOptions['clientFeatures'] = {
  elicitation: { form: true, url: true },
  sampling: { tools: true, context: true },
  roots: true,
  apps: false,
}
const sees = (text: string) => ({ content: [{ type: 'text' as const, text }] })
/** Becomes a very long text on its way. */
const BIG = '<big>'
let bench: TestBench
let server: FixtureHttpServer | undefined

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  await server?.close()
  server = undefined
})

/** A server whose tool `ask` wants a city of the person, in the way of its era. */
function startAskingServer(era: 'legacy' | 'modern') {
  return startFixtureHttpServer({
    era,
    features: [],
    extend: (own) => {
      own.registerTool('ask', { description: 'Asks for a city.' }, async (ctx) => {
        if (era === 'modern') {
          const answer = ctx.mcpReq.inputResponses?.['city']
          if (answer !== undefined) return sees(JSON.stringify(answer))
          const params = { mode: 'form' as const, message: 'Which city?', requestedSchema }
          const city = { method: 'elicitation/create' as const, params }
          return { resultType: 'input_required' as const, inputRequests: { city } }
        }
        const answer = await ctx.mcpReq.elicitInput({ message: 'Which city?', requestedSchema })
        return sees(JSON.stringify(answer))
      })
    },
  })
}

async function openHttp(onRequest: Partial<ServerRequestHandler>, more = {}) {
  const { connection } = await bench.open(
    { kind: 'http', url: server?.url ?? '', headers: {} },
    { clientFeatures: everything, onRequest: { ...nobody.onRequest, ...onRequest }, ...more },
  )
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('The tool is not listed.')
  return (callId?: string, limit = signal) =>
    connection.callTool(
      { tool, arguments: {}, onProgress: () => undefined, ...(callId ? { callId } : {}) },
      limit,
    )
}

describe.each(['legacy', 'modern'] as const)('a %s server that asks the person', (era) => {
  beforeEach(async () => {
    server = await startAskingServer(era)
  })

  test('gets the answer, and the call does not time out while the person thinks', async () => {
    const asked: unknown[] = []
    const call = await openHttp(
      {
        async elicit(request) {
          asked.push(request)
          await new Promise((resolve) => setTimeout(resolve, 1000))
          return { action: 'accept', content: { city: 'Bern' } }
        },
      },
      { requestTimeoutMs: 500 },
    )
    expect(JSON.stringify((await call()).content)).toContain('Bern')
    expect(asked).toMatchObject([{ mode: 'form', message: 'Which city?' }])
  })

  test('is attributed to the call that it asks for', async () => {
    const asked: string[][] = []
    const answers: ((answer: ElicitationAnswer) => void)[] = []
    const call = await openHttp({
      elicit: (_request, { callIds }) => {
        asked.push(callIds)
        return new Promise((resolve) => answers.push(resolve))
      },
    })
    const calls = [call('call-1'), call('call-2')]
    await eventually(() => answers.length === 2)
    // The older era does not say which, so all that run are named.
    expect(asked.map((ids) => ids.length)).toEqual(era === 'modern' ? [1, 1] : [2, 2])
    expect(asked.flat()).toEqual(expect.arrayContaining(['call-1', 'call-2']))
    for (const answer of answers) answer({ action: 'decline' })
    await Promise.all(calls)
    const late = call('call-3')
    await eventually(() => answers.length === 3)
    expect(asked[2]).toEqual(['call-3'])
    answers[2]?.({ action: 'cancel' })
    await late
  })

  test('does not leave its request before the person when the call is cancelled', async () => {
    const controller = new AbortController()
    let withdrawn = false
    const call = await openHttp({
      elicit: (_request, _context, own) => {
        own.addEventListener('abort', () => (withdrawn = true))
        controller.abort()
        return new Promise(() => undefined)
      },
    })
    await expect(call('call-1', controller.signal)).rejects.toMatchObject({
      code: 'call/cancelled',
    })
    // A legacy server takes its request back itself, or does not; the host then knows by the call.
    expect(withdrawn || era === 'legacy').toBe(true)
  })

  test('does not leave its request before the person when the connection is closed', async () => {
    let asked: AbortSignal | undefined
    const { connection } = await bench.open(
      { kind: 'http', url: server?.url ?? '', headers: {} },
      {
        clientFeatures: everything,
        onRequest: {
          ...nobody.onRequest,
          elicit: (_request, _context, own) => {
            asked = own
            return new Promise((_resolve, reject) =>
              own.addEventListener('abort', () => reject(new Error('gone'))),
            )
          },
        },
      },
    )
    const [tool] = await connection.listTools(signal)
    if (!tool) throw new Error('The tool is not listed.')
    const call = connection.callTool({ tool, arguments: {}, onProgress: () => undefined }, signal)
    const outcome = call.catch((error: GatehouseError) => error.code)
    await eventually(() => asked)
    await connection.close()
    await eventually(() => asked?.aborted)
    expect(await outcome).toBe('call/connection-lost')
  })

  test('gets no answer that does not fit its form', async () => {
    const call = await openHttp({
      elicit: () => Promise.resolve({ action: 'accept', content: { town: 'Bern' } }),
    })
    const outcome = await call().then(
      (result) => JSON.stringify(result),
      (error: Error) => error.message,
    )
    expect(outcome).toContain('The answer does not fit the form')
    expect(outcome).not.toContain('town')
  })

  test('learns that it was refused and not why, and a refusal is not its own error', async () => {
    const call = await openHttp({
      elicit: () => Promise.reject(new GatehouseError('request/refused', 'because of my boss')),
    })
    const outcome = call().then(
      (result) => JSON.stringify(result),
      (error: GatehouseError) => `${error.code} ${error.message}`,
    )
    expect(await outcome).toMatch(
      era === 'modern' ? /^call\/cancelled You refused what Fixture asked/ : /User rejected/,
    )
    expect(await outcome).not.toContain('boss')
  })
})

/** Resolves to the response that a legacy server gets to one request of its own. */
async function responseTo(
  method: string,
  params: object,
  options: Partial<ConnectionOptions>,
): Promise<{ result?: unknown; error?: { code: number; message: string } }> {
  const ask = JSON.stringify({ jsonrpc: '2.0', id: 'ask-1', method, params })
  // A command line cannot hold as much as a message.
  const grown = `JSON.parse(JSON.stringify(${ask}).replace('${BIG}', 'x'.repeat(3_000_001)))`
  const body = `
    if (message.id === 'ask-1') return send({ jsonrpc: '2.0', method: 'notifications/message',
      params: { level: 'info', data: message } });
    if (message.method === 'notifications/initialized') return send(${grown});
    next();`
  const { recording } = await bench.open(stdioTarget(scriptedServer(body)), {
    protocol: 'legacy',
    ...options,
  })
  const line = await eventually(() => recording.logs.find((log) => log.source === 'server'))
  return JSON.parse(line.text)
}

const sampler = (sample: ServerRequestHandler['sample'], tools = true) => ({
  clientFeatures: { ...everything, sampling: { tools, context: true } },
  onRequest: { ...nobody.onRequest, sample },
})
const user = (...content: object[]) => ({ role: 'user', content })
const assistant = (...content: object[]) => ({ role: 'assistant', content })
const text = { type: 'text', text: 'x' }
const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} })
const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] })
const tools = [{ name: 't', inputSchema: { type: 'object' } }]

describe('sampling', () => {
  test.each([
    ['a result that is missing', [user(text), assistant(use('a'), use('b')), user(result('a'))]],
    ['a use at the end', [user(text), assistant(use('a'))]],
    ['a message between', [assistant(use('a')), user(text), user(result('a'))]],
    ['results among text', [assistant(use('a')), user(result('a'), text)]],
    ['a result of nothing', [user(result('a'))]],
    ['a result that comes twice', [assistant(use('a')), user(result('a'), result('a'))]],
    ['a use by the user', [user(use('a')), user(result('a'))]],
    ['a result by the assistant', [assistant(use('a')), assistant(result('a'))]],
    ['two uses of one id', [assistant(use('a'), use('a')), user(result('a'))]],
  ])('puts %s before the person', async (_name, messages) => {
    const params = { messages, maxTokens: 9, tools }
    const { error } = await responseTo('sampling/createMessage', params, nobodySamples())
    expect(error?.code).toBe(-32602)
  })

  test.each([
    ['more than the window can carry', [user({ type: 'text', text: BIG })], {}],
    ['a schema without a bottom', [user(text)], { inputSchema: deepSchema(55) }],
  ])('puts %s before the person', async (_name, messages, more) => {
    const params = { messages, maxTokens: 9, tools: [{ ...tools[0], ...more }] }
    const { error } = await responseTo('sampling/createMessage', params, nobodySamples())
    expect(error?.code).toBe(-32602)
    expect(error?.message).toMatch(/larger than|too deeply/)
  })

  test('takes calls that have their results', async () => {
    const messages = [
      user(text),
      assistant(text, use('a'), use('b')),
      user(result('b'), result('a')),
      assistant(text),
      { role: 'user', content: text },
    ]
    const seen: SamplingRequest[] = []
    const { result: sampled } = await responseTo(
      'sampling/createMessage',
      { messages, maxTokens: 9, tools },
      sampler((request) => {
        seen.push(request)
        return Promise.resolve({ model: 'm', content: [{ type: 'text', text: 'ok' }] })
      }),
    )
    expect(sampled).toMatchObject({ model: 'm', content: { type: 'text', text: 'ok' } })
    expect(seen[0]?.messages.at(-1)?.content).toEqual([text])
  })

  test('lets no tools through that were not declared', async () => {
    const params = { messages: [user(text)], maxTokens: 9, tools }
    const { error } = await responseTo(
      'sampling/createMessage',
      params,
      sampler(() => Promise.reject(new Error('Nobody expected a question.')), false),
    )
    expect(error?.code).toBe(-32602)
  })

  test('sends one block where only one is understood, and a list where several are', async () => {
    const parts = ['one', 'two'].map((word) => ({ type: 'text' as const, text: word }))
    const many = sampler(() => Promise.resolve({ model: 'm', content: parts }))
    const params = { messages: [user(text)], maxTokens: 9 }
    expect((await responseTo('sampling/createMessage', params, many)).result).toMatchObject({
      content: { type: 'text', text: 'one\n\ntwo' },
    })
    expect(
      (await responseTo('sampling/createMessage', { ...params, tools }, many)).result,
    ).toMatchObject({ content: parts })
  })

  test('reports that it was refused, and not why', async () => {
    const params = { messages: [user(text)], maxTokens: 9 }
    const refuse = (code: string) =>
      sampler(() => Promise.reject(new GatehouseError(code, 'because of my boss')))
    expect(
      (await responseTo('sampling/createMessage', params, refuse('request/refused'))).error,
    ).toMatchObject({ code: -1, message: 'User rejected sampling request' })
    expect(
      (await responseTo('sampling/createMessage', params, refuse('request/too-many'))).error,
    ).toMatchObject({ code: -1, message: expect.stringContaining('Too many requests') })
  })
})

describe('elicitation', () => {
  const form = (properties: object, more: object = {}) => ({
    message: 'Fill in',
    requestedSchema: { type: 'object', properties, ...more },
  })

  test.each([
    ['a URL that is none', { mode: 'url', message: 'x', url: 'not a url', elicitationId: '1' }],
    ['a mode that nobody knows', { ...form({}), mode: 'voice' }],
  ])('puts %s before the person', async (_name, params) => {
    const { error } = await responseTo('elicitation/create', params, nobodySamples())
    expect(error?.code).toBe(-32602)
  })

  test('keeps every kind of field and the defaults', async () => {
    const properties = {
      name: { type: 'string', minLength: 2 },
      mail: { type: 'string', format: 'email' },
      day: { type: 'string', format: 'date', default: '2026-01-02' },
      size: { type: 'integer', minimum: 1, maximum: 3, default: 2 },
      on: { type: 'boolean', default: false },
      color: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'], default: 'g' },
      kind: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
      many: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 2 },
      named: { type: 'array', items: { anyOf: [{ const: 'n', title: 'N' }] }, default: ['n'] },
    }
    const content = { name: 'Ada', mail: 'ada@example.org', kind: 'a', many: ['y'] }
    const { result: elicited } = await responseTo(
      'elicitation/create',
      form(properties, { required: ['name', 'size'] }),
      {
        clientFeatures: everything,
        onRequest: {
          ...nobody.onRequest,
          elicit: () => Promise.resolve({ action: 'accept', content }),
        },
      },
    )
    expect(elicited).toEqual({
      action: 'accept',
      content: { ...content, day: '2026-01-02', size: 2, on: false, color: 'g', named: ['n'] },
    })
  })

  /** @threat drawing.schema-references */
  test('puts no definitions before the person', async () => {
    const asked: unknown[] = []
    const more = { $defs: { n1: { $ref: '#/$defs/n2' }, n2: { type: 'string' } } }
    const elicit = (request: ElicitationRequest): Promise<ElicitationAnswer> => {
      asked.push(request)
      return Promise.resolve({ action: 'decline' })
    }
    await responseTo('elicitation/create', form({ city: { type: 'string' } }, more), {
      clientFeatures: everything,
      onRequest: { ...nobody.onRequest, elicit },
    })
    expect(asked).toEqual([{ mode: 'form', ...form({ city: { type: 'string' } }) }])
  })

  test('refuses what may not be opened', async () => {
    const { error } = await responseTo(
      'elicitation/create',
      { mode: 'url', message: 'x', url: 'http://example.org/', elicitationId: '1' },
      {
        clientFeatures: everything,
        onRequest: {
          ...nobody.onRequest,
          elicit: () => Promise.reject(new GatehouseError('link/refused', 'Not https.')),
        },
      },
    )
    expect(error?.code).toBe(-32602)
  })
})

function deepSchema(depth: number): object {
  let schema: object = { type: 'object' }
  for (let level = 0; level < depth; level += 1)
    schema = { type: 'object', properties: { a: schema } }
  return schema
}

function nobodySamples(): Partial<ConnectionOptions> {
  return { clientFeatures: everything, onRequest: nobody.onRequest }
}
