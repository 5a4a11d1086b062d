import { GatehouseError } from '@gatehouse/domain'
import type { AskAnswer } from '@gatehouse/domain'
import type { SamplingRequest } from '@gatehouse/domain/server-requests'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import { handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  answerAsk,
  answerNext,
  createChatHarness,
  says,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'
import { brokenStep, stepOf } from '../testing/index.ts'

const question: SamplingRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
  systemPrompt: 'Be brief.',
  maxTokens: 50,
}
const never = new AbortController().signal
const none = { callIds: [] }

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

function runs(request: SamplingRequest, ready: ReadyChat): AskAnswer {
  const { model } = ready.host.conversations.get(ready.chat.id)
  if (!model) throw new Error('The chat has no model.')
  return { kind: 'sampling-request', answer: { decision: 'run', model, request } }
}

describe('sampling', () => {
  it('says of an answer which parameters its model did not take, or took otherwise', async () => {
    const fitted = {
      type: 'parameters-left-out' as const,
      names: ['temperature' as const, 'reasoningEffort' as const],
      changed: [{ name: 'maxOutputTokens' as const, value: 20 }],
    }
    const ready = await harness.ready([stepOf(fitted, says('Hello.'))])
    const answer = handlerOf(harness).sample(question, none, never)
    const before = await nextAsk(ready.host, 'sampling-request')
    answerAsk(ready.host, before.id, runs(question, ready))
    const after = await nextAsk(ready.host, 'sampling-response')
    expect(after.fitted).toEqual({
      leftOut: ['temperature'],
      changed: [{ name: 'maxOutputTokens', value: 20 }],
    })
    answerAsk(ready.host, after.id, {
      kind: 'sampling-response',
      answer: { decision: 'send', response: after.response },
    })
    // The server learns nothing of it.
    expect(Object.keys(await answer)).toEqual(['model', 'content', 'stopReason'])
  })

  it('shows the model and the server nothing before the person let it through', async () => {
    const ready = await harness.ready([stepOf(says('Hello.'))])
    const { host, models } = ready
    const answer = handlerOf(harness).sample(question, none, never)
    const before = await nextAsk(host, 'sampling-request')
    expect(before).toMatchObject({ request: question, choice: { because: 'only' } })
    expect(models.requests).toEqual([])
    const edited: SamplingRequest = {
      ...question,
      systemPrompt: 'Be kind.',
      maxTokens: 20,
      temperature: 0.2,
      stopSequences: ['END'],
    }
    answerAsk(host, before.id, runs(edited, ready))
    const after = await nextAsk(host, 'sampling-response')
    expect(models.requests[0]).toMatchObject({
      system: 'Be kind.',
      maxOutputTokens: 20,
      isSingle: true,
      temperature: 0.2,
      stopSequences: ['END'],
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Say hello.' }] }],
    })
    expect(after).toMatchObject({
      request: edited,
      response: { model: 'm', content: [{ type: 'text', text: 'Hello.' }], stopReason: 'endTurn' },
    })
    answerAsk(host, after.id, {
      kind: 'sampling-response',
      answer: {
        decision: 'send',
        response: { model: 'forged', content: [{ type: 'text', text: 'Hi.' }] },
      },
    })
    expect(await answer).toEqual({ model: 'm', content: [{ type: 'text', text: 'Hi.' }] })
    expect(harness.stores.audited).toMatchObject([
      { kind: 'server-added' },
      { kind: 'sampling-request', decision: 'run', edited: true, subject: 'Say hello.' },
      { kind: 'sampling-response', decision: 'send', edited: true, subject: 'Hello.' },
    ])
  })

  it('offers the model that is set for servers, else that of new chats', async () => {
    const { host } = await harness.ready([])
    const [provider] = harness.stores.providers.list()
    if (!provider) throw new Error('There is no provider.')
    const models = [{ id: 'm' }, { id: 'small' }, { id: 'large' }]
    harness.stores.providers.save({ ...provider, models })
    const ref = (modelId: string) => ({ providerId: provider.id, modelId })
    host.changeSettings({ defaultModel: ref('large') })
    handlerOf(harness)
      .sample(question, none, never)
      .catch(() => undefined)
    expect(await nextAsk(host, 'sampling-request')).toMatchObject({
      choice: { model: ref('large'), because: 'default' },
    })
    await answerNext(host, { kind: 'sampling-request', answer: { decision: 'deny' } })
    host.changeSettings({ samplingModel: ref('small') })
    handlerOf(harness)
      .sample(question, none, never)
      .catch(() => undefined)
    expect(await nextAsk(host, 'sampling-request')).toMatchObject({
      choice: { model: ref('small'), because: 'default' },
    })
    proves('model.choices.sampling')
    await answerNext(host, { kind: 'sampling-request', answer: { decision: 'deny' } })
  })

  it('lets no more tokens through than the server asked for', async () => {
    const ready = await harness.ready([])
    void handlerOf(harness).sample(question, none, never)
    const ask = await nextAsk(ready.host, 'sampling-request')
    expect(() =>
      answerAsk(ready.host, ask.id, runs({ ...question, maxTokens: 51 }, ready)),
    ).toThrowError(expect.objectContaining({ code: 'ask/wrong-answer' }))
  })

  /**
   * @threat sampling.torn-pair
   * @attacker page
   * @tries sends a model a call of a tool without its result, or a result that nothing asked for
   * @stoppedBy on the card both move together; main looks at the pairs again before a model is asked, and refuses what
   * is torn
   */
  it('takes no messages in which a call of a tool is torn from its result', async () => {
    const ready = await harness.ready([])
    const { host } = ready
    const use = { type: 'tool_use' as const, id: 'u1', name: 'weather', input: {} }
    const result = { type: 'tool_result' as const, toolUseId: 'u1', content: [] }
    const call = { role: 'assistant' as const, content: [use] }
    const came = { role: 'user' as const, content: [result] }
    const asked = { ...question, messages: [...question.messages, call, came] }
    void handlerOf(harness).sample(asked, none, never)
    const ask = await nextAsk(host, 'sampling-request')
    const [first] = question.messages
    if (!first) throw new Error('There is no message.')
    for (const messages of [[first, call], [came], [call, first, came], [came, call]])
      expect(() => answerAsk(host, ask.id, runs({ ...asked, messages }, ready))).toThrowError(
        expect.objectContaining({ code: 'ask/wrong-answer' }),
      )
    const added = { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'Mine' }] }
    answerAsk(host, ask.id, runs({ ...asked, messages: [call, came, added, first] }, ready))
    await until(() => harness.stores.audited.some(({ decision }) => decision === 'run'))
    expect(harness.stores.audited.at(-1)).toMatchObject({ decision: 'run', edited: true })
  })

  it('asks again when the model fails, with what the person edited', async () => {
    const message = 'The model is overloaded.'
    const data = { failure: { code: 'overloaded', message, detail: 'Try later.' } }
    const failing = brokenStep(new GatehouseError('model/failed', message, { data }))
    const ready = await harness.ready([failing])
    const { host } = ready
    const answer = handlerOf(harness).sample(question, none, never)
    const edited = { ...question, systemPrompt: 'Be kind.' }
    await answerNext(host, runs(edited, ready))
    const again = await until(() =>
      host.asks
        .pending()
        .find((ask) => ask.kind === 'sampling-request' && ask.problem !== undefined),
    )
    expect(again).toMatchObject({
      problem: { code: 'model/failed', message, data },
      request: edited,
      sent: question,
    })
    answerAsk(host, again.id, {
      kind: 'sampling-request',
      answer: { decision: 'by-hand', text: 'Hello by hand.' },
    })
    expect(await answer).toEqual({
      model: 'human',
      content: [{ type: 'text', text: 'Hello by hand.' }],
      stopReason: 'endTurn',
    })
  })

  it('names the tool that a model called with arguments that cannot be used', async () => {
    const call = { type: 'tool-call-invalid' as const, callId: 'c', raw: '{', problem: 'Not JSON.' }
    const ready = await harness.ready([stepOf({ ...call, name: 'weather' })])
    const answer = handlerOf(harness).sample(question, none, never)
    answer.catch(() => undefined)
    await answerNext(ready.host, runs(question, ready))
    const again = await until(() =>
      ready.host.asks.pending().find((ask) => ask.kind === 'sampling-request' && ask.problem),
    )
    expect(again).toMatchObject({
      problem: { code: 'sampling/unusable-arguments', data: { tool: 'weather' } },
    })
  })

  it('asks the model as often as the person asks for another try', async () => {
    const ready = await harness.ready([stepOf(says('One')), stepOf(says('Two'))])
    const { host } = ready
    const answer = handlerOf(harness).sample(question, none, never)
    await answerNext(host, runs(question, ready))
    await nextAsk(host, 'sampling-response')
    await answerNext(host, { kind: 'sampling-response', answer: { decision: 'regenerate' } })
    const second = await nextAsk(host, 'sampling-response')
    answerAsk(host, second.id, {
      kind: 'sampling-response',
      answer: { decision: 'send', response: second.response },
    })
    expect((await answer).content).toEqual([{ type: 'text', text: 'Two' }])
  })

  it('keeps the reason of a refusal, and does not give it away', async () => {
    const ready = await harness.ready([stepOf(says('Secret'))])
    const { host } = ready
    const first = handlerOf(harness).sample(question, none, never)
    const deny = { decision: 'deny', reason: 'too nosy' } as const
    await answerNext(host, { kind: 'sampling-request', answer: deny })
    await expect(first).rejects.toMatchObject({ code: 'request/refused' })
    await expect(first).rejects.not.toThrowError(/nosy/)
    const second = handlerOf(harness).sample(question, none, never)
    await answerNext(host, runs(question, ready))
    await nextAsk(host, 'sampling-response')
    await answerNext(host, { kind: 'sampling-response', answer: deny })
    await expect(second).rejects.toMatchObject({ code: 'request/refused' })
    expect(harness.stores.audited.filter((record) => record.decision === 'deny')).toMatchObject([
      { kind: 'sampling-request', reason: 'too nosy', outcome: 'denied' },
      { kind: 'sampling-response', reason: 'too nosy', outcome: 'denied' },
    ])
  })

  it('keeps the tools of the server, their calls, and the names that they have there', async () => {
    const step = stepOf({
      type: 'tool-call',
      callId: 'c1',
      name: 'weather_now',
      arguments: { city: 'Bern' },
    })
    const ready = await harness.ready([step])
    const { host, models } = ready
    const request: SamplingRequest = {
      ...question,
      messages: [
        ...question.messages,
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'u1', name: 'weather now', input: { city: 'Biel' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', toolUseId: 'u1', content: [{ type: 'text', text: 'rain' }] },
          ],
        },
      ],
      tools: [{ name: 'weather now', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'required' },
    }
    const answer = handlerOf(harness).sample(request, none, never)
    await answerNext(host, runs(request, ready))
    const after = await nextAsk(host, 'sampling-response')
    expect(models.requests[0]).toMatchObject({
      toolChoice: 'required',
      tools: [{ name: 'weather_now' }],
      messages: [
        { role: 'user' },
        { role: 'assistant', parts: [{ type: 'tool-call', callId: 'u1', name: 'weather_now' }] },
        { role: 'tool', results: [{ callId: 'u1', name: 'weather_now', isError: false }] },
      ],
    })
    answerAsk(host, after.id, {
      kind: 'sampling-response',
      answer: { decision: 'send', response: after.response },
    })
    expect(await answer).toEqual({
      model: 'm',
      content: [{ type: 'tool_use', id: 'c1', name: 'weather now', input: { city: 'Bern' } }],
      stopReason: 'toolUse',
    })
  })

  it('ends the model’s answer when the server took its request back', async () => {
    const controller = new AbortController()
    const { host } = await harness.ready([])
    const answer = handlerOf(harness).sample(question, none, controller.signal)
    await nextAsk(host, 'sampling-request')
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ask/withdrawn' })
    expect(host.asks.pending()).toEqual([])
  })
})
