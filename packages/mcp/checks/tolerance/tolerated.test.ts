import { NEVER_ABORTED } from '@gatehouse/base'
import { toleratedRows } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRawBench, done, type RawBench } from '../faults/raw-bench.ts'
import { createTestBench, stdioTarget, type TestBench } from '../testing/recorded-connection.ts'
import { scriptedServer } from '../testing/scripted-server.ts'
import type { Era } from './good-session.ts'
import { createSessionRunner, type SessionRunner, type Wire } from './session-outcome.ts'
import { variantsOf } from './variants-of.ts'

const forever = NEVER_ABORTED
const HEAD_START_MS = 150

let bench: TestBench
let raw: RawBench
let runner: SessionRunner

beforeAll(async () => {
  bench = await createTestBench({ headStartMs: HEAD_START_MS })
  runner = await createSessionRunner(bench)
})
beforeEach(async () => {
  raw = await createRawBench()
})
afterEach(() => raw.close())
afterAll(async () => {
  await runner.close()
  await bench.close()
})

/** Opens a scripted server; `calls` = what it does at `tools/call`. */
const open = (body: string, more = {}) => bench.open(stdioTarget(scriptedServer(body)), more)
const tools = `if (message.method === 'tools/list') return reply({ tools: [{ name: 'work', inputSchema: { type: 'object' } }] });`
const atCall = (action: string) =>
  `${tools} if (message.method === 'tools/call') { ${action}; return; } next();`
async function callWork({ connection }: Awaited<ReturnType<typeof open>>) {
  const [tool] = await connection.listTools(forever)
  if (!tool) throw new Error('There is no tool.')
  return connection.callTool({ tool, arguments: {}, onProgress: () => undefined }, forever)
}
const logged = ({ recording }: Awaited<ReturnType<typeof open>>) =>
  recording.logs.map(({ text }) => text).join('\n')
const spawns = (steps: readonly string[]) => steps.filter((step) => step === 'spawn').length

const none = new Set<string>()
/** A session in which the members are null, or unknown ones were added, is like one without. */
async function likeGood(wire: Wire, era: Era, change: 'nulled' | 'extended'): Promise<void> {
  const plain = { removed: none, nulled: none, extended: none }
  const { text, places } = await runner.run({ wire, era, changes: plain })
  if (change === 'extended') {
    const changes = { ...plain, extended: places.objects }
    expect((await runner.run({ wire, era, changes })).text).toBe(text)
    return
  }
  const some = new Set([...places.optional].filter((_place, index) => index % 3 === 0))
  const without = await runner.run({ wire, era, changes: { ...plain, removed: some } })
  expect((await runner.run({ wire, era, changes: { ...plain, nulled: some } })).text).toBe(
    without.text,
  )
}

type Id = (typeof toleratedRows)[number]['id']
const checks: Record<Id, (wire: Wire, era: Era) => Promise<void>> = {
  'null-members': (wire, era) => likeGood(wire, era, 'nulled'),
  'unknown-members': (wire, era) => likeGood(wire, era, 'extended'),
  'no-list': async () => {
    const opened = await open(
      `if (message.method === 'tools/list') return reply({ tools: null }); next();`,
    )
    expect(await opened.connection.listTools(forever)).toEqual([])
    expect(logged(opened)).toContain('`tools` is no list')
  },
  'lone-content': async () => {
    for (const content of [`'done'`, `{ type: 'text', text: 'done' }`])
      expect(await callWork(await open(atCall(`reply({ content: ${content} })`)))).toEqual({
        ...done,
        isError: false,
      })
  },
  'partly-unreadable': async () => {
    const { connection } = await open(`
      const text = (words) => ({ type: 'text', text: words });
      if (message.method === 'prompts/get')
        return reply({ messages: [{ role: 'user', content: 'one' }, { role: 'system', content: text('two') }] });
      if (message.method === 'resources/read')
        return reply({ contents: [{ uri: 'x://a', text: 'one' }, { uri: 'x://b', text: 5 }] });
      next();`)
    const { messages } = await connection.getPrompt({ name: 'p', arguments: {} }, forever)
    expect(messages).toMatchObject([
      { content: { text: 'one' } },
      { content: { text: expect.stringContaining('`role` is "system"') } },
    ])
    const { contents } = await connection.readResource('x://a', forever)
    expect(contents).toMatchObject([
      { text: 'one' },
      { text: expect.stringContaining('`text` is 5, expected text') },
    ])
  },
  'form-that-cannot-be-shown': async () => {
    const asked: unknown[] = []
    const opened = await open(
      `if (message.id === 'f') return send({ jsonrpc: '2.0', id: 2, result: { content: JSON.stringify(message.result) } });
      ${atCall(`send({ jsonrpc: '2.0', id: 'f', method: 'elicitation/create', params: { message: 'Hi', requestedSchema: { type: 'string' } } })`)}`,
      {
        clientFeatures: {
          elicitation: { form: true, url: false },
          sampling: false,
          roots: false,
          apps: false,
        },
        onRequest: {
          elicit: (request: unknown) =>
            Promise.resolve({ action: asked.push(request) > 0 ? 'accept' : 'decline' }),
        },
      },
    )
    expect((await callWork(opened)).content).toEqual([
      { type: 'text', text: '{"action":"cancel"}' },
    ])
    expect(asked).toMatchObject([
      { message: 'Hi', requestedSchema: {}, unreadable: expect.any(String) },
    ])
  },
  'null-id-for-the-probe': async () => {
    const opened = await open(`
      if (!Number.isSafeInteger(message.id)) message.id = null;
      if (message.method === 'server/discover') return send({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No.' } });
      ${atCall(`reply({ content: [{ type: 'text', text: 'done' }] })`)}`)
    expect(await callWork(opened)).toMatchObject(done)
    expect(spawns(opened.recording.steps)).toBe(1)
  },
  'exits-at-the-probe': async () => {
    const hello = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"hello"}}`
    const exits = scriptedServer(`
      if (message.method === 'server/discover')
        return process.stdout.write('${hello}\\n', () => process.exit(1));
      next();`)
    // With the whole head start: `initialize` must not be there before it exits.
    const { recording } = await raw.bench.open(stdioTarget(exits))
    expect(spawns(recording.steps)).toBe(2)
  },
  'fails-by-itself': async () => {
    const fails = {
      command: process.execPath,
      args: ['-e', `console.error('API_KEY is missing'); process.exit(1)`],
    }
    const { failure, recording } = await bench.openFailing(stdioTarget(fails))
    expect(failure).toMatchObject({ code: 'exited', lastLines: ['API_KEY is missing'] })
    expect(spawns(recording.steps)).toBe(1)
  },
  'late-discover': async () => {
    const { connection } = await open(`
      const supported = ['2026-07-28'];
      if (message.method === 'initialize') return refuse(-32022, 'Unsupported', { supported });
      if (message.method === 'server/discover')
        return void setTimeout(() => reply({ supportedVersions: supported, capabilities: {} }), 2500);
      next();`)
    expect(connection.info.era).toBe('modern')
  },
  'noise-around-messages': async () => {
    const opened = await open(
      atCall(
        `process.stdout.write('Loading... ' + JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { content: 'done' } }) + ' ok\\n')`,
      ),
    )
    expect(await callWork(opened)).toMatchObject(done)
    expect(logged(opened)).toContain('Loading...  ok')
  },
  'empty-cursor': async () => {
    const { connection, recording } = await open(`
      const [tool] = [{ name: 'work', inputSchema: { type: 'object' } }];
      if (message.method === 'tools/list') return reply({ tools: [tool], nextCursor: '' });
      next();`)
    expect(await connection.listTools(forever)).toHaveLength(1)
    const asked = recording.frames.filter(
      ({ method, direction }) => method === 'tools/list' && direction === 'out',
    )
    expect(asked).toHaveLength(2)
    expect(recording.logs.filter(({ level }) => level === 'warning')).toEqual([])
  },
  'unknown-id': async () => {
    const opened = await open(atCall(`send({ jsonrpc: '2.0', id: 77, result: {} })`), {
      requestTimeoutMs: 400,
    })
    await expect(callWork(opened)).rejects.toMatchObject({
      code: 'call/timed-out',
      message: expect.stringContaining('the id 77'),
    })
  },
}

test.each(variantsOf(toleratedRows))(
  'a server ($wire, $era) that $does is read',
  ({ id, wire, era }) => checks[id](wire, era),
)
