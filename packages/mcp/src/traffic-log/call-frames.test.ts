import { NEVER_ABORTED } from '@gatehouse/base'
import type { ServerRequestContext } from '@gatehouse/host/ports'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everyVariant, openVariant } from '../../checks/protocol/protocol-variants.ts'
import {
  createTestBench,
  nobody,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'

let bench: TestBench
let closers: (() => Promise<void>)[]
beforeEach(async () => {
  bench = await createTestBench()
  closers = []
})
afterEach(async () => {
  await bench.close()
  for (const close of closers) await close()
})

test.each(everyVariant)('frames of a call and of its response name it (%s)', async (variant) => {
  const asked: ServerRequestContext[] = []
  const elicit = (_request: unknown, context: ServerRequestContext) => {
    asked.push(context)
    return Promise.resolve({ action: 'decline' as const })
  }
  const connection = {
    clientFeatures: { ...nobody.clientFeatures, elicitation: { form: true, url: true } },
    onRequest: { ...nobody.onRequest, elicit },
  }
  const opened = await openVariant({ bench, closers }, variant, { connection })
  const tools = await opened.connection.listTools(NEVER_ABORTED)
  const tool = tools.find(({ name }) => name === 'ask-form')
  if (!tool) throw new Error('The tool is not listed.')
  const call = (callId: string) =>
    opened.connection.callTool(
      { tool, arguments: { label: callId }, callId, onProgress: () => undefined },
      NEVER_ABORTED,
    )
  await Promise.all([call('one'), call('two')])
  await opened.connection.ping(NEVER_ABORTED)

  const { frames } = opened.recording
  const named = frames.filter(({ callId }) => callId !== undefined)
  expect(new Set(named.map(({ method }) => method))).toEqual(new Set(['tools/call']))
  for (const callId of ['one', 'two']) {
    const own = named.filter((frame) => frame.callId === callId)
    const sent = own.filter(({ direction }) => direction === 'out')
    expect(sent.length).toBeGreaterThan(0)
    for (const frame of sent) expect(JSON.stringify(frame.message)).toContain(`"label":"${callId}"`)
    // Each of its rounds, if there are several, was responded to.
    expect(own.filter(({ direction }) => direction === 'in').map(({ rpcId }) => rpcId)).toEqual(
      sent.map(({ rpcId }) => rpcId),
    )
  }
  // In which message a request of the server came.
  expect(asked).toHaveLength(2)
  const ids = frames.flatMap(({ direction, method, kind, rpcId }) =>
    direction === 'in' && kind === 'request' && method === 'elicitation/create' ? [rpcId] : [],
  )
  const keys = expect.any(String)
  const inRounds = ['one', 'two'].map((callId) => ({ kind: 'input-request', callId, key: keys }))
  const inRequests = ids.map((id) => ({ kind: 'request', id }))
  const expected: object[] = variant.endsWith('modern') ? inRounds : inRequests
  // The calls run side by side.
  expect(asked.map(({ source }) => source)).toEqual(expect.arrayContaining(expected))
})
