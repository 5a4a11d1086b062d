import type { SamplingPolicyView } from '@gatehouse/domain/server-requests'
import { beforeEach, expect, it } from 'vitest'
import { nextAsk } from '../testing/asking-server.ts'
import { budget, duringCall, modelOf, answerOf, serverIdOf } from '../testing/budgeted-sampling.ts'
import {
  answerNext,
  createChatHarness,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'

let harness: ChatHarness
let ready: ReadyChat
beforeEach(async () => {
  harness = createChatHarness()
  ready = await harness.ready([answerOf('Hello.')])
  await giveBudget()
})

const giveBudget = () => ready.host.samplingPolicies.set(serverIdOf(ready), budget(ready, 100_000))

const policy = (): SamplingPolicyView | undefined => ready.host.samplingPolicies.list()[0]

/** As a person changes the provider of the budget's model in Settings. */
async function changeProvider(change: object): Promise<void> {
  const [provider] = ready.host.providers.list()
  if (!provider) throw new Error('There is no provider.')
  const { id, name, baseUrl, kind, models } = provider
  await ready.host.providers.save({ id, name, baseUrl, kind, key: null, ...change }, { models })
}

it.each([
  { what: 'address', change: { baseUrl: 'http://127.0.0.1:2/v1' } },
  { what: 'interface', change: { kind: 'openai-responses' } },
])('a budget lets nothing go to another $what than the one consented to', async ({ change }) => {
  expect(policy()?.isVoid).toBe(false)
  await changeProvider(change)
  expect(policy()?.isVoid).toBe(true)
  await duringCall(harness, ready, async (sample) => void (await sample()))
  const ask = await nextAsk(ready.host, 'sampling-request')
  expect(ask.policy).toBeUndefined()
  expect(policy()?.usage.requests).toBe(0)
  await answerNext(ready.host, { kind: 'sampling-request', answer: { decision: 'deny' } })
  harness.consent.decision = 'cancel'
  expect(await giveBudget()).toEqual({ outcome: 'cancelled' })
  harness.consent.decision = 'allow'
  expect(await giveBudget()).toEqual({ outcome: 'changed' })
  expect(policy()?.isVoid).toBe(false)
})

it('a budget stays when its provider has another name only', async () => {
  await changeProvider({ name: 'Renamed' })
  expect(policy()?.isVoid).toBe(false)
})

it('a budget that an earlier version kept without addresses is asked about anew', async () => {
  const [kept] = harness.stores.sampling.policies()
  if (!kept) throw new Error('There is no policy.')
  const { receivers, ...before } = kept
  expect(receivers).toEqual([
    {
      providerId: modelOf(ready).providerId,
      kind: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:1/v1',
    },
  ])
  const [record] = harness.stores.audited.filter(({ kind }) => kind === 'sampling-policy')
  if (!record) throw new Error('There is no record of it.')
  harness.stores.sampling.savePolicy(before, record)
  expect(policy()?.isVoid).toBe(true)
})
