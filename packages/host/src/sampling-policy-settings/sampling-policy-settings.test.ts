import { GatehouseError } from '@gatehouse/domain'
import type {
  SamplingAnswer,
  SamplingRequest,
  SamplingRule,
} from '@gatehouse/domain/server-requests'
import { beforeEach, describe, expect, it } from 'vitest'
import { handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  budget,
  duringCall,
  modelOf,
  MAX_TOKENS_OF_REQUEST,
  question,
  answerOf,
  serverIdOf,
  type Asking,
} from '../testing/budgeted-sampling.ts'
import {
  answerAsk,
  answerNext,
  createChatHarness,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'
import { brokenStep, stalledStep } from '../testing/index.ts'
import { localDay } from '../server-requests/sampling-usage.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const give = (ready: ReadyChat, rule: SamplingRule) =>
  ready.host.samplingPolicies.set(serverIdOf(ready), rule)

const policyOf = (ready: ReadyChat) => ready.host.samplingPolicies.list()[0]

const during = (ready: ReadyChat, ask: Asking) => duringCall(harness, ready, ask)

const textOf = ({ content }: SamplingAnswer): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')

const records = (kind: string) => harness.stores.audited.filter((one) => one.kind === kind)

describe('sampling policies', () => {
  /** @threat sampling.policy-from-the-page */
  it('a rule that allows more is given in the consent window, one that allows less is not asked about', async () => {
    const ready = await harness.ready([])
    harness.consent.decision = 'cancel'
    expect(await give(ready, budget(ready, 1000))).toEqual({ outcome: 'cancelled' })
    expect(policyOf(ready)).toMatchObject({ rule: { kind: 'ask-both' }, since: null })
    harness.consent.decision = 'allow'
    expect(await give(ready, budget(ready, 1000))).toEqual({ outcome: 'changed' })
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'sampling-policy',
      serverName: 'files',
      before: { kind: 'ask-both' },
      after: { kind: 'budget', tokensPerDay: 1000 },
      models: [{ name: 'm', provider: 'Local', baseUrl: 'http://127.0.0.1:1/v1' }],
    })
    const asked = harness.consent.asked.length
    harness.consent.decision = 'cancel'
    expect(await give(ready, budget(ready, 999))).toEqual({ outcome: 'changed' })
    expect(harness.consent.asked).toHaveLength(asked)
    // What the budget does not cover was shown both times.
    expect(await give(ready, { kind: 'ask-before' })).toEqual({ outcome: 'cancelled' })
    expect(policyOf(ready)?.rule).toMatchObject({ kind: 'budget', tokensPerDay: 999 })
    expect(harness.consent.asked).toHaveLength(asked + 1)
    harness.consent.decision = 'allow'
    expect(await give(ready, { kind: 'ask-before' })).toEqual({ outcome: 'changed' })
    expect(harness.consent.asked).toHaveLength(asked + 2)
    harness.consent.decision = 'cancel'
    expect(await give(ready, { kind: 'ask-both' })).toEqual({ outcome: 'changed' })
    expect(await give(ready, { kind: 'never' })).toEqual({ outcome: 'changed' })
    expect(harness.consent.asked).toHaveLength(asked + 2)
    expect(await give(ready, { kind: 'ask-both' })).toEqual({ outcome: 'cancelled' })
    expect(policyOf(ready)?.rule).toEqual({ kind: 'never' })
    expect(records('sampling-policy').map((one) => one.samplingRule?.after.kind)).toEqual([
      'budget',
      'budget',
      'ask-before',
      'ask-both',
      'never',
    ])
  })

  it('a budget names models that are connected', async () => {
    const ready = await harness.ready([])
    const models = [{ providerId: modelOf(ready).providerId, modelId: 'other' }]
    await expect(give(ready, { kind: 'budget', tokensPerDay: 1, models })).rejects.toMatchObject({
      code: 'sampling/unknown-model',
    })
  })

  it('within the budget no card comes, and the record says by which policy and with which numbers', async () => {
    const ready = await harness.ready([answerOf('Hello.')])
    await give(ready, budget(ready, 1000))
    let text = ''
    const { over } = await during(ready, async (sample) => {
      text = textOf(await sample())
    })
    await over
    expect(text).toBe('Hello.')
    expect(ready.host.asks.pending()).toEqual([])
    const by = { kind: 'policy', rule: 'budget', tokensPerDay: 1000 }
    const model = { provider: 'Local', id: 'm' }
    expect(records('sampling-request')).toMatchObject([
      {
        decision: 'run',
        outcome: 'under-way',
        by: { ...by, usedTokens: MAX_TOKENS_OF_REQUEST },
        tokens: { kind: 'reserved', count: MAX_TOKENS_OF_REQUEST },
        model,
      },
      {
        decision: 'run',
        outcome: 'done',
        by: { ...by, usedTokens: 15 },
        tokens: { kind: 'used', count: 15 },
        model,
        sent: { to: 'model' },
      },
    ])
    expect(records('sampling-response')).toMatchObject([
      { decision: 'send', by: { ...by, usedTokens: 15 }, tokens: { kind: 'used', count: 15 } },
    ])
    expect(policyOf(ready)?.usage).toMatchObject({ tokens: 15, requests: 1 })
  })

  it('a request that may go beyond the day’s budget is asked about, with the numbers', async () => {
    const ready = await harness.ready([answerOf('One.'), answerOf('Two.')])
    await give(ready, budget(ready, MAX_TOKENS_OF_REQUEST + 10))
    const answers: string[] = []
    const { over } = await during(ready, async (sample) => {
      answers.push(textOf(await sample()))
      answers.push(textOf(await sample()))
    })
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(ask.policy).toEqual({
      kind: 'budget',
      because: 'spent',
      tokensPerDay: MAX_TOKENS_OF_REQUEST + 10,
      usedTokens: 15,
      neededTokens: MAX_TOKENS_OF_REQUEST,
    })
    answerAsk(ready.host, ask.id, {
      kind: 'sampling-request',
      answer: { decision: 'run', model: modelOf(ready), request: question },
    })
    const after = await nextAsk(ready.host, 'sampling-response')
    expect(after.tokens).toEqual({ kind: 'used', count: 15 })
    answerAsk(ready.host, after.id, {
      kind: 'sampling-response',
      answer: { decision: 'send', response: after.response },
    })
    await over
    expect(answers).toEqual(['One.', 'Two.'])
    expect(policyOf(ready)?.usage).toMatchObject({ tokens: 30, requests: 2 })
  })

  /**
   * @threat sampling.over-budget
   * @attacker server
   * @tries uses more tokens than the day’s budget: many requests at once, one that fails, one whose provider reports
   * nothing, or one during which the app is killed
   * @stoppedBy the most that a run can use is counted on disk before it begins, and only what the provider reports in
   * the end takes its place
   * @remains a provider that writes more than it was allowed to, or reports less than it used, is believed
   */
  it('requests at the same time share the budget: what one reserves the other does not have', async () => {
    const ready = await harness.ready([answerOf('One.'), answerOf('Two.')])
    await give(ready, budget(ready, MAX_TOKENS_OF_REQUEST + 20))
    const { over } = await during(ready, async (sample) => {
      await Promise.all([sample(), sample()])
    })
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(ask.policy).toMatchObject({ because: 'spent', usedTokens: expect.any(Number) })
    expect(ready.host.asks.pending()).toHaveLength(1)
    await answerNext(ready.host, {
      kind: 'sampling-request',
      answer: { decision: 'by-hand', text: 'x' },
    })
    await over
  })

  /** @threat sampling.over-budget */
  it('what was reserved and never settled stays counted: a crash gives nothing back', async () => {
    const ready = await harness.ready([])
    await give(ready, budget(ready, MAX_TOKENS_OF_REQUEST + 10))
    const { day } = localDay(harness.clock.now())
    const serverId = serverIdOf(ready)
    harness.stores.sampling.reserve({ id: 'before', serverId, day, tokens: MAX_TOKENS_OF_REQUEST })
    await during(ready, async (sample) => void (await sample()))
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(ask.policy).toMatchObject({ because: 'spent', usedTokens: MAX_TOKENS_OF_REQUEST })
  })

  /** @threat sampling.over-budget */
  it('a failed run counts with the most that it can have used, and its card says that it failed', async () => {
    const failing = brokenStep(new GatehouseError('model/failed', 'The model is overloaded.'))
    const ready = await harness.ready([failing])
    await give(ready, budget(ready, 1000))
    await during(ready, async (sample) => void (await sample()))
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(ask).toMatchObject({
      problem: { message: 'The model is overloaded.' },
      policy: { because: 'failed', usedTokens: MAX_TOKENS_OF_REQUEST },
    })
  })

  /** @threat sampling.over-budget */
  it('a provider that reports nothing counts with the most that the run can have used', async () => {
    const ready = await harness.ready([answerOf('Hello.', {})])
    await give(ready, budget(ready, 1000))
    const { over } = await during(ready, async (sample) => void (await sample()))
    await over
    expect(policyOf(ready)?.usage.tokens).toBe(MAX_TOKENS_OF_REQUEST)
    expect(records('sampling-response')).toMatchObject([{ tokens: { kind: 'at-most' } }])
  })

  it('the count starts again with the next day of the local calendar', async () => {
    const ready = await harness.ready([answerOf('One.')])
    await give(ready, budget(ready, MAX_TOKENS_OF_REQUEST))
    const { over } = await during(ready, async (sample) => void (await sample()))
    await over
    expect(policyOf(ready)?.usage.tokens).toBe(15)
    const { endsAt } = localDay(harness.clock.now())
    expect(policyOf(ready)?.dayEndsAt).toBe(endsAt)
    const leaveUntil = endsAt - harness.clock.now()
    expect(localDay(endsAt - 1).day).not.toBe(localDay(endsAt).day)
    harness.clock.advance(leaveUntil)
    expect(policyOf(ready)?.usage).toMatchObject({ day: localDay(endsAt).day, tokens: 0 })
  })

  /**
   * @threat sampling.unasked-loop
   * @attacker server
   * @tries spends the budget by itself, or in a loop of tools that has no end
   * @stoppedBy only what a tool call caused runs unasked, and ten times for one call; after that, and otherwise, the
   * person is asked
   * @remains in the older protocol a server does not say which call a request belongs to: all that run count as its
   * cause
   */
  it('pictures, and what no tool call caused, are asked about whatever the budget', async () => {
    const ready = await harness.ready([])
    await give(ready, budget(ready, 100_000))
    void handlerOf(harness)
      .sample(question, { callIds: [] }, new AbortController().signal)
      .catch(() => undefined)
    const alone = await nextAsk(ready.host, 'sampling-request')
    expect(alone.policy).toMatchObject({ because: 'no-cause' })
    await answerNext(ready.host, { kind: 'sampling-request', answer: { decision: 'deny' } })
    const picture: SamplingRequest = {
      ...question,
      messages: [
        { role: 'user', content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
      ],
    }
    await during(ready, async (sample) => void (await sample(picture)))
    const seen = await nextAsk(ready.host, 'sampling-request')
    expect(seen.policy).toMatchObject({ because: 'media' })
  })

  /** @threat sampling.unasked-loop */
  it('one tool call has ten runs unasked, then the person is asked', async () => {
    const steps = Array.from({ length: 11 }, () => answerOf('More.'))
    const ready = await harness.ready(steps)
    await give(ready, budget(ready, 100_000))
    let count = 0
    await during(ready, async (sample) => {
      for (; count < 11; count += 1) await sample()
    })
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(count).toBe(10)
    expect(ask.policy).toMatchObject({ because: 'steps' })
  })

  /** @threat sampling.changed-server */
  it('never refuses without asking anybody, also once the server is another one', async () => {
    const ready = await harness.ready([])
    await give(ready, { kind: 'never' })
    const sample = () =>
      handlerOf(harness).sample(question, { callIds: [] }, new AbortController().signal)
    await expect(sample()).rejects.toMatchObject({ code: 'request/refused' })
    changeIdentity('never')
    await expect(sample()).rejects.toMatchObject({ code: 'request/refused' })
    expect(ready.host.asks.pending()).toEqual([])
    expect(policyOf(ready)?.isVoid).toBe(false)
    expect(records('sampling-request')).toMatchObject([
      { decision: 'deny', outcome: 'denied', by: { kind: 'policy', rule: 'never' } },
      { decision: 'deny' },
    ])
  })

  /** As if the policy had been given to another program. */
  function changeIdentity(kind: SamplingRule['kind']): void {
    const policy = harness.stores.sampling.policies().find((one) => one.rule.kind === kind)
    if (!policy) throw new Error('There is no such policy.')
    const [record] = records('sampling-policy')
    if (!record) throw new Error('There is no record of it.')
    harness.stores.sampling.savePolicy({ ...policy, identity: 'another' }, record)
  }

  /**
   * @threat sampling.changed-server
   * @attacker server
   * @tries keeps using a policy as another program or address, or after it was revoked
   * @stoppedBy a policy is bound to the server’s identity, except one that refuses; it is looked for again before a
   * model is asked and before an answer is sent unseen
   */
  it('a budget of another program allows nothing, and says so', async () => {
    const ready = await harness.ready([])
    await give(ready, budget(ready, 100_000))
    changeIdentity('budget')
    expect(policyOf(ready)?.isVoid).toBe(true)
    await during(ready, async (sample) => void (await sample()))
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(ask.policy).toBeUndefined()
  })

  it('with ask-before the card says that the answer is not shown, and then it is not', async () => {
    const ready = await harness.ready([answerOf('Hello.')])
    await give(ready, { kind: 'ask-before' })
    let text = ''
    const { over } = await during(ready, async (sample) => {
      text = textOf(await sample())
    })
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(ask.policy).toEqual({ kind: 'ask-before' })
    answerAsk(ready.host, ask.id, {
      kind: 'sampling-request',
      answer: { decision: 'run', model: modelOf(ready), request: question },
    })
    await over
    expect(text).toBe('Hello.')
    expect(records('sampling-response')).toMatchObject([
      { decision: 'send', by: { kind: 'policy', rule: 'ask-before' } },
    ])
  })

  /** @threat sampling.changed-server */
  it('an answer is shown when the policy that let it go unseen was taken back meanwhile', async () => {
    const ready = await harness.ready([answerOf('Hello.')])
    await give(ready, { kind: 'ask-before' })
    await during(ready, async (sample) => void (await sample()))
    const ask = await nextAsk(ready.host, 'sampling-request')
    await give(ready, { kind: 'ask-both' })
    answerAsk(ready.host, ask.id, {
      kind: 'sampling-request',
      answer: { decision: 'run', model: modelOf(ready), request: question },
    })
    const after = await nextAsk(ready.host, 'sampling-response')
    expect(after.response.content).toEqual([{ type: 'text', text: 'Hello.' }])
  })

  it('a running answer is reported as it grows, and what the model wrote until it was stopped is shown', async () => {
    const ready = await harness.ready([stalledStep('Hel')])
    await give(ready, budget(ready, 1000))
    await during(ready, async (sample) => void (await sample()))
    await until(() => ready.host.modelRuns.list()[0]?.text === 'Hel')
    const [running] = ready.host.modelRuns.list()
    expect(running).toMatchObject({ serverName: 'files', isAutoApproved: true, characters: 3 })
    ready.host.modelRuns.stop(running?.id ?? '')
    const after = await nextAsk(ready.host, 'sampling-response')
    expect(after).toMatchObject({
      isStopped: true,
      response: { content: [{ type: 'text', text: 'Hel' }] },
      tokens: { kind: 'at-most', count: MAX_TOKENS_OF_REQUEST },
    })
    expect(ready.host.modelRuns.list()).toEqual([])
    expect(policyOf(ready)?.usage.tokens).toBe(MAX_TOKENS_OF_REQUEST)
  })
})
