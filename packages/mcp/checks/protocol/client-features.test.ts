import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject, ToolResult } from '@gatehouse/domain'
import type { ElicitationRequest, SamplingRequest } from '@gatehouse/domain/server-requests'
import type { ClientFeatures, ServerRequestHandler } from '@gatehouse/host/ports'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  nobody,
  type TestBench,
} from '../testing/recorded-connection.ts'
import {
  everyVariant,
  legacyVariants,
  openVariant,
  textOf,
  type OpenedVariant,
} from './protocol-variants.ts'

const everything: ClientFeatures = {
  elicitation: { form: true, url: true },
  sampling: { tools: true, context: true },
  roots: true,
  apps: false,
}
const page = 'https://example.com/connect?id=7'
const closers: (() => Promise<void>)[] = []
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ headStartMs: 9000 })
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

describe.each(everyVariant)('%s', (variant) => {
  const open = (own: Partial<ServerRequestHandler>): Promise<OpenedVariant> => {
    const onRequest = { ...nobody.onRequest, ...own }
    const connection = { clientFeatures: everything, onRequest }
    return openVariant({ bench, closers }, variant, { connection })
  }
  /** The response to the server, as the server prints it. */
  const ask = async (
    { call }: OpenedVariant,
    tool: string,
    args: JsonObject = {},
  ): Promise<unknown> => {
    const result = await call(tool, args)
    expect(result).toMatchObject({ isError: false })
    return JSON.parse(textOf(result))
  }
  const isModern = variant.endsWith('modern')
  /** The words of a refusal: a legacy server receives it, a modern one’s call fails. */
  const refusalOf = async ({ call }: OpenedVariant, tool: string): Promise<string> => {
    const outcome = await call(tool).catch((error: unknown) => error)
    if (!isModern) {
      expect(outcome).toMatchObject({ isError: true })
      return textOf(outcome as ToolResult)
    }
    expect(outcome).toMatchObject({ code: 'call/protocol' })
    return (outcome as Error).message
  }
  /** The refusal of a request for an undeclared capability. */
  const refused = (method: string): RegExp => (isModern ? new RegExp(method) : /"code":-32601/)

  test('interfaces are declared where they are drawn, and not where they are text', async () => {
    for (const apps of [true, false]) {
      const clientFeatures = { ...everything, apps }
      const { recording } = await openVariant({ bench, closers }, variant, {
        connection: { clientFeatures, onRequest: nobody.onRequest },
      })
      const sent = recording.frames.filter(({ direction }) => direction === 'out')
      const declared = '"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}'
      expect(JSON.stringify(sent).replaceAll('\\', '').includes(declared)).toBe(apps)
    }
  })

  test('a form reaches the person whole; accept, decline and cancel reach the server', async () => {
    const asked: ElicitationRequest[] = []
    const actions = ['accept', 'decline', 'cancel'] as const
    const opened = await open({
      elicit(request) {
        const action = actions[asked.push(request) - 1] ?? 'cancel'
        return Promise.resolve(
          action === 'accept' ? { action, content: { city: 'Bern', count: 3 } } : { action },
        )
      },
    })
    expect(await ask(opened, 'ask-form')).toEqual({
      action: 'accept',
      content: { city: 'Bern', count: 3 },
    })
    proves('protocol.elicitation-form.accept', variant)
    expect(await ask(opened, 'ask-form')).toEqual({ action: 'decline' })
    proves('protocol.elicitation-form.decline', variant)
    expect(await ask(opened, 'ask-form')).toEqual({ action: 'cancel' })
    proves('protocol.elicitation-form.cancel', variant)
    expect(asked[0]).toMatchObject({
      mode: 'form',
      message: 'Which city?',
      requestedSchema: { required: ['city'], properties: { count: { default: 3 } } },
    })
    proves('protocol.elicitation-form.whole', variant)
  })

  test('a URL reaches the person unchanged, and nothing of it is fetched', async () => {
    const visits: string[] = []
    const site = createServer(({ url: visited = '' }, response) => {
      visits.push(visited)
      response.end('<link rel="icon" href="/icon.png">')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void site.close())
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/connect?id=7&x=%C3%BC#part`
    const asked: ElicitationRequest[] = []
    const opened = await open({
      elicit: (request) =>
        Promise.resolve({ action: asked.push(request) === 1 ? 'accept' : 'decline' }),
    })
    expect(await ask(opened, 'ask-url', { url })).toEqual({ action: 'accept' })
    proves('protocol.elicitation-url.accept', variant)
    expect(asked).toMatchObject([{ mode: 'url', message: 'Connect your account.', url }])
    proves('protocol.elicitation-url.whole', variant)
    expect(await ask(opened, 'ask-url', { url })).toEqual({ action: 'decline' })
    proves('protocol.elicitation-url.decline', variant)
    expect(visits).toEqual([])
    // The site would have seen a visit.
    await fetch(url)
    expect(visits).toHaveLength(1)
    proves('protocol.elicitation-url.unopened', variant)
  })

  test('a URL is refused where only forms were declared, and nobody is asked', async () => {
    const clientFeatures = { ...everything, elicitation: { form: true, url: false } }
    const connection = { clientFeatures, onRequest: nobody.onRequest }
    const opened = await openVariant({ bench, closers }, variant, { connection })
    expect(await refusalOf(opened, 'ask-url')).toMatch(/url/i)
    proves('protocol.elicitation-url.undeclared', variant)
  })

  test('a sampling request reaches the host whole, and its answer the server', async () => {
    const asked: SamplingRequest[] = []
    const opened = await open({
      sample(request) {
        asked.push(request)
        const content = [{ type: 'text' as const, text: 'Hello.' }]
        return Promise.resolve({ model: 'claude-x', content, stopReason: 'endTurn' })
      },
    })
    expect(await ask(opened, 'ask-sample')).toMatchObject({
      model: 'claude-x',
      role: 'assistant',
      content: { type: 'text', text: 'Hello.' },
      stopReason: 'endTurn',
    })
    proves('protocol.sampling.answer', variant)
    expect(asked).toMatchObject([
      {
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
        systemPrompt: 'Be brief.',
        maxTokens: 50,
        stopSequences: ['END'],
        modelPreferences: { hints: [{ name: 'claude' }], speedPriority: 0.5 },
      },
    ])
    proves('protocol.sampling.request', variant)
  })

  test('tools of a sampling request reach the host, and their use the server', async () => {
    const asked: SamplingRequest[] = []
    const use = { type: 'tool_use' as const, id: 'use-1', name: 'weather', input: { city: 'Bern' } }
    const opened = await open({
      sample(request) {
        asked.push(request)
        return Promise.resolve({ model: 'claude-x', content: [use], stopReason: 'toolUse' })
      },
    })
    const result = (await ask(opened, 'ask-sample-tools')) as { content: unknown }
    expect([result.content].flat()).toEqual([use])
    proves('protocol.sampling-tools.used', variant)
    expect(asked[0]).toMatchObject({ tools: [{ name: 'weather' }], toolChoice: { mode: 'auto' } })
    proves('protocol.sampling-tools.offered', variant)
  })

  test('what was not declared is refused by name, and nobody is asked', async () => {
    const asked: string[] = []
    const note = (what: string) => () => {
      asked.push(what)
      return Promise.reject(new Error('Nobody expected a question.'))
    }
    const onRequest = { elicit: note('form'), sample: note('sampling'), listRoots: note('roots') }
    const opened = await openVariant({ bench, closers }, variant, { connection: { onRequest } })
    const declared = opened.recording.frames.find(({ direction }) => direction === 'out')
    expect(JSON.stringify(declared?.message)).toMatch(/apabilities"/)
    expect(JSON.stringify(declared?.message)).not.toMatch(/"(elicitation|sampling|roots)"/)
    proves('protocol.undeclared.silent', variant)
    expect(await refusalOf(opened, 'ask-form')).toMatch(refused('elicitation/create'))
    proves('protocol.undeclared.form', variant)
    expect(await refusalOf(opened, 'ask-url')).toMatch(refused('elicitation/create'))
    proves('protocol.undeclared.url', variant)
    expect(await refusalOf(opened, 'ask-sample')).toMatch(refused('sampling/createMessage'))
    proves('protocol.undeclared.sampling', variant)
    expect(await refusalOf(opened, 'ask-roots')).toMatch(refused('roots/list'))
    proves('protocol.undeclared.roots', variant)
    expect(asked).toEqual([])
    expect(textOf(await opened.call('echo', { text: 'alive' }))).toBe('alive')
    proves('protocol.undeclared.alive', variant)
  })

  test('roots arrive as they are', async () => {
    const roots = [{ uri: 'file:///home/me/%E6%96%87', name: '文' }, { uri: 'file:///srv/a%20b' }]
    const opened = await open({ listRoots: () => Promise.resolve(roots) })
    expect(await ask(opened, 'ask-roots')).toEqual({ roots })
    proves('protocol.roots.listed', variant)
  })
})

describe.each(legacyVariants)('%s', (variant) => {
  const open = (): Promise<OpenedVariant> => {
    const connection = { clientFeatures: everything, onRequest: nobody.onRequest }
    return openVariant({ bench, closers }, variant, { connection })
  }

  test('an error carries the URL that it demands, and the end of the visit is notified', async () => {
    const { call, recording } = await open()
    await expect(call('need-url')).rejects.toMatchObject({
      code: 'call/url-elicitation-required',
      data: { elicitations: [{ url: page, elicitationId: 'elicit-9' }] },
    })
    proves('protocol.elicitation-required.carried', variant)
    await call('finish-url')
    await eventually(() => recording.completedElicitations.includes('elicit-9'))
    expect(textOf(await call('need-url'))).toBe('"connected"')
    proves('protocol.elicitation-required.completed', variant)
  })

  test('the server is notified of changed roots, once', async () => {
    const { call, connection } = await open()
    await connection.rootsChanged()
    await eventually(async () => textOf(await call('count-roots-changes')) === '1')
    proves('protocol.roots-changed.notified', variant)
  })
})
