import { GatehouseError } from '@gatehouse/domain'
import type { SamplingPolicyView } from '@gatehouse/domain/server-requests'
import { beforeEach, expect, it } from 'vitest'
import { nextAsk } from '../testing/asking-server.ts'
import {
  budget,
  duringCall,
  MAX_TOKENS_OF_REQUEST,
  serverIdOf,
} from '../testing/budgeted-sampling.ts'
import {
  createChatHarness,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'
import { brokenStep, stalledStep } from '../testing/index.ts'

type Step = ReturnType<typeof brokenStep>

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

/** A server with a budget asks, and its model does as the step says. */
async function asks(step: Step): Promise<ReadyChat> {
  const ready = await harness.ready([step])
  await ready.host.samplingPolicies.set(serverIdOf(ready), budget(ready, 1000))
  await duringCall(harness, ready, async (sample) => void (await sample()))
  return ready
}

const records = () => harness.stores.audited.filter(({ kind }) => kind === 'sampling-request')
const usageOf = ({ host }: ReadyChat): SamplingPolicyView['usage'] | undefined =>
  host.samplingPolicies.list()[0]?.usage

function failed(data: { unsent?: true } = {}): Step {
  return brokenStep(new GatehouseError('model/failed', 'No response came.', { data }))
}

it('what never left is recorded as not sent, and costs nothing of the day', async () => {
  const ready = await asks(failed({ unsent: true }))
  const ask = await nextAsk(ready.host, 'sampling-request')
  expect(ask.policy).toMatchObject({ because: 'failed', usedTokens: 0 })
  expect(records()).toMatchObject([
    { outcome: 'under-way', tokens: { kind: 'reserved', count: MAX_TOKENS_OF_REQUEST } },
    { outcome: 'failed', tokens: { kind: 'used', count: 0 }, by: { usedTokens: 0 } },
  ])
  expect(records().filter(({ sent }) => sent !== undefined)).toEqual([])
  expect(usageOf(ready)).toMatchObject({ tokens: 0, requests: 1 })
})

it('what may have left is recorded as sent once it failed, and stays counted', async () => {
  const ready = await asks(failed())
  await nextAsk(ready.host, 'sampling-request')
  const [begun, ended] = records()
  expect(begun).toMatchObject({ outcome: 'under-way' })
  expect(begun).not.toHaveProperty('sent')
  expect(ended).toMatchObject({
    outcome: 'failed',
    runId: begun?.runId,
    sent: { to: 'model' },
    tokens: { kind: 'at-most', count: MAX_TOKENS_OF_REQUEST },
  })
  expect(usageOf(ready)?.tokens).toBe(MAX_TOKENS_OF_REQUEST)
  // The window shows it once, as it ended.
  const history = await ready.host.history(20)
  expect(history.filter(({ runId }) => runId !== undefined)).toEqual([ended])
})

it('a run that the person stops is recorded as cancelled', async () => {
  const ready = await asks(stalledStep('Hel'))
  await until(() => ready.host.modelRuns.list()[0]?.text === 'Hel')
  ready.host.modelRuns.stop(ready.host.modelRuns.list()[0]?.id ?? '')
  await nextAsk(ready.host, 'sampling-response')
  expect(records().map(({ outcome }) => outcome)).toEqual(['under-way', 'cancelled'])
})

it('a run that the end of the app cut off is recorded as unknown, once', async () => {
  const ready = await asks(stalledStep('Hel'))
  await until(() => ready.host.modelRuns.list()[0]?.text === 'Hel')
  for (let starts = 0; starts < 2; starts += 1) {
    // Nothing is closed: another host finds what the first left on disk.
    const { host } = harness.build([])
    await host.start()
  }
  const [begun] = records()
  expect(records()).toMatchObject([
    { outcome: 'under-way' },
    {
      outcome: 'unknown',
      runId: begun?.runId,
      tokens: { kind: 'reserved', count: MAX_TOKENS_OF_REQUEST },
    },
  ])
})
