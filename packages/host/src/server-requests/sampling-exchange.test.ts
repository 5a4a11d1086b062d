import type { SamplingExchange } from '@gatehouse/domain/server-requests'
import { beforeEach, expect, it } from 'vitest'
import { nextAsk } from '../testing/asking-server.ts'
import {
  budget,
  duringCall,
  modelOf,
  question,
  answerOf,
  serverIdOf,
} from '../testing/budgeted-sampling.ts'
import {
  answerAsk,
  callsOf,
  createChatHarness,
  lastTurn,
  turnOver,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

/** Returns the exchanges that the chat keeps of its last call, once the call is over. */
async function exchangesOf({ host, chat }: ReadyChat): Promise<SamplingExchange[]> {
  await turnOver(host, chat)
  return callsOf(lastTurn(host, chat))[0]?.exchanges ?? []
}

async function asking(ready: ReadyChat) {
  const { over } = await duringCall(harness, ready, async (sample) => {
    await sample().catch(() => undefined)
  })
  return { over, ask: await nextAsk(ready.host, 'sampling-request') }
}

it('keeps with its call what the model got and what the server got, and who changed and allowed it', async () => {
  const ready = await harness.ready([answerOf('First.'), answerOf('Hello.')])
  const { over, ask } = await asking(ready)
  const text = { type: 'text' as const, text: 'Be kind.' }
  const request = { ...question, messages: [{ role: 'user' as const, content: [text] }] }
  answerAsk(ready.host, ask.id, {
    kind: 'sampling-request',
    answer: { decision: 'run', model: modelOf(ready), request },
  })
  const first = await nextAsk(ready.host, 'sampling-response')
  answerAsk(ready.host, first.id, {
    kind: 'sampling-response',
    answer: { decision: 'regenerate' },
  })
  const second = await nextAsk(ready.host, 'sampling-response')
  answerAsk(ready.host, second.id, {
    kind: 'sampling-response',
    answer: { decision: 'send', response: second.response },
  })
  await over
  expect(await exchangesOf(ready)).toEqual([
    {
      id: expect.any(String),
      at: expect.any(Number),
      model: { provider: expect.any(String), id: modelOf(ready).modelId },
      runs: 2,
      tokens: { kind: 'used', count: 15 },
      asked: { text: 'user: Be kind.', characters: 14, by: 'person', isEdited: true },
      answered: { text: 'Hello.', characters: 6, by: 'person', isEdited: false },
      outcome: 'answered',
    },
  ])
})

it('says of an answer by hand, and of a denial, that no model had part in it', async () => {
  const ready = await harness.ready([])
  const byHand = await asking(ready)
  answerAsk(ready.host, byHand.ask.id, {
    kind: 'sampling-request',
    answer: { decision: 'by-hand', text: 'Mine.' },
  })
  await byHand.over
  const [mine] = await exchangesOf(ready)
  expect(mine).toMatchObject({ outcome: 'by-hand', runs: 0, answered: { text: 'Mine.' } })
  expect(mine).not.toHaveProperty('model')
  const denied = await asking(ready)
  answerAsk(ready.host, denied.ask.id, {
    kind: 'sampling-request',
    answer: { decision: 'deny', reason: 'nosy' },
  })
  await denied.over
  const [none] = await exchangesOf(ready)
  expect(none).toMatchObject({ outcome: 'denied', runs: 0 })
  expect(none).not.toHaveProperty('answered')
  expect(JSON.stringify(none)).not.toContain('nosy')
})

it('says what a policy let through, or refused', async () => {
  const ready = await harness.ready([answerOf('By policy.')])
  const { host } = ready
  const serverId = serverIdOf(ready)
  harness.consent.decision = 'allow'
  await host.samplingPolicies.set(serverId, budget(ready, 100_000))
  await (
    await duringCall(harness, ready, async (sample) => void (await sample()))
  ).over
  expect(await exchangesOf(ready)).toMatchObject([
    {
      outcome: 'answered',
      asked: { by: 'policy', isEdited: false },
      answered: { text: 'By policy.', by: 'policy', isEdited: false },
    },
  ])
  await host.samplingPolicies.set(serverId, { kind: 'never' })
  const refused = await duringCall(harness, ready, async (sample) => {
    await sample().catch(() => undefined)
  })
  await refused.over
  expect(await exchangesOf(ready)).toMatchObject([{ outcome: 'refused', runs: 0 }])
})

it('keeps the beginning of what is long, and how long it was', async () => {
  const ready = await harness.ready([])
  const { over, ask } = await asking(ready)
  answerAsk(ready.host, ask.id, {
    kind: 'sampling-request',
    answer: { decision: 'by-hand', text: 'x'.repeat(5000) },
  })
  await over
  const [long] = await exchangesOf(ready)
  expect(long?.answered).toMatchObject({ text: 'x'.repeat(1000), characters: 5000 })
})
