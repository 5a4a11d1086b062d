import type { ElicitationRequest, SamplingRequest } from '@gatehouse/domain'
import type { ClientFeatures, ServerRequestHandler } from '@gatehouse/host/ports'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  nobody,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { everyWay, legacyWays, openWay, textOf, type OpenedWay } from './protocol-variants.ts'

const everything: ClientFeatures = {
  elicitation: { form: true, url: true },
  sampling: { tools: true },
  roots: true,
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

describe.each(everyWay)('%s', (way) => {
  const open = (own: Partial<ServerRequestHandler>): Promise<OpenedWay> => {
    const onRequest = { ...nobody.onRequest, ...own }
    const connection = { clientFeatures: everything, onRequest }
    return openWay({ bench, closers }, way, { connection })
  }
  /** What the server got back, as it prints it. */
  const ask = async ({ call }: OpenedWay, tool: string): Promise<unknown> => {
    const result = await call(tool)
    expect(result).toMatchObject({ isError: false })
    return JSON.parse(textOf(result))
  }

  test(`[protocol.elicitation-form ${way}] accept, decline and cancel are not told apart`, async () => {
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
    expect(await ask(opened, 'ask-form')).toEqual({ action: 'decline' })
    expect(await ask(opened, 'ask-form')).toEqual({ action: 'cancel' })
    expect(asked[0]).toMatchObject({
      mode: 'form',
      message: 'Which city?',
      requestedSchema: { required: ['city'], properties: { count: { default: 3 } } },
    })
  })

  test(`[protocol.elicitation-url ${way}] the URL is changed on its way to the person`, async () => {
    const asked: ElicitationRequest[] = []
    const opened = await open({
      elicit(request) {
        asked.push(request)
        return Promise.resolve({ action: 'accept' })
      },
    })
    expect(await ask(opened, 'ask-url')).toEqual({ action: 'accept' })
    expect(asked).toMatchObject([{ mode: 'url', message: 'Connect your account.', url: page }])
  })

  test(`[protocol.sampling ${way}] a part of the request or the answer is lost`, async () => {
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
    expect(asked).toMatchObject([
      {
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
        systemPrompt: 'Be brief.',
        maxTokens: 50,
        stopSequences: ['END'],
        modelPreferences: { hints: [{ name: 'claude' }], speedPriority: 0.5 },
      },
    ])
  })

  test(`[protocol.sampling-tools ${way}] the model’s use of a tool does not come back`, async () => {
    const asked: SamplingRequest[] = []
    const use = { type: 'tool_use' as const, id: 'use-1', name: 'weather', input: { city: 'Bern' } }
    const opened = await open({
      sample(request) {
        asked.push(request)
        return Promise.resolve({ model: 'claude-x', content: [use], stopReason: 'toolUse' })
      },
    })
    const answer = (await ask(opened, 'ask-sample-tools')) as { content: unknown }
    expect([answer.content].flat()).toEqual([use])
    expect(asked[0]).toMatchObject({ tools: [{ name: 'weather' }], toolChoice: { mode: 'auto' } })
  })

  test(`[protocol.undeclared ${way}] a server is answered what nobody declared`, async () => {
    const { call } = await openWay({ bench, closers }, way)
    const asked = await call('ask-form').then(
      (result) => result.isError,
      () => true,
    )
    expect(asked).toBe(true)
  })

  test(`[protocol.roots ${way}] a root is lost or renamed`, async () => {
    const roots = [{ uri: 'file:///home/me/%E6%96%87', name: '文' }, { uri: 'file:///srv/a%20b' }]
    const opened = await open({ listRoots: () => Promise.resolve(roots) })
    expect(await ask(opened, 'ask-roots')).toEqual({ roots })
  })
})

describe.each(legacyWays)('%s', (way) => {
  const open = (): Promise<OpenedWay> => {
    const connection = { clientFeatures: everything, onRequest: nobody.onRequest }
    return openWay({ bench, closers }, way, { connection })
  }

  test(`[protocol.elicitation-required ${way}] the URL of an error is lost, or its end`, async () => {
    const { call, recording } = await open()
    await expect(call('need-url')).rejects.toMatchObject({
      code: 'call/url-elicitation-required',
      data: { elicitations: [{ url: page, elicitationId: 'elicit-9' }] },
    })
    await call('finish-url')
    await eventually(() => recording.completedElicitations.includes('elicit-9'))
    expect(textOf(await call('need-url'))).toBe('"connected"')
  })

  test(`[protocol.roots-changed ${way}] the server goes on with old roots`, async () => {
    const { call, connection } = await open()
    await connection.rootsChanged()
    await eventually(async () => textOf(await call('count-roots-changes')) === '1')
  })
})
