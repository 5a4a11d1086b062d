import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import type { ModelEvent, ModelRequest } from '../../ports/index.ts'
import { modelError } from '../../model-providers/provider-credentials.ts'
import {
  allowInChat,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { brokenStep, stepOf } from '../../testing/index.ts'

type Step = Parameters<ReturnType<typeof createChatHarness>['ready']>[0][number]

/** A model that reads so many tokens, four characters each: what is longer it refuses. */
const reads = (tokens: number, ...events: ModelEvent[]): Step =>
  async function* (request) {
    await Promise.resolve()
    const inputTokens = lengthOf(request)
    if (inputTokens > tokens) throw tooLong()
    yield* events
    yield { type: 'finish', reason: 'stop', usage: { inputTokens, outputTokens: 1 } }
  }
const lengthOf = ({ messages, system, tools }: ModelRequest): number =>
  Math.ceil(JSON.stringify([messages, system, tools]).length / 4)
const tooLong = () => modelError({ code: 'context-too-long', message: 'Too long.' })

async function withModel(contextWindow: number | undefined, steps: Step[]) {
  const harness = createChatHarness()
  const ready = await harness.ready(steps)
  const [provider] = harness.stores.providers.list()
  if (provider && contextWindow !== undefined)
    harness.stores.providers.save({ ...provider, models: [{ id: 'm', contextWindow }] })
  ready.host.conversations.setSetup(ready.chat.id, { parameters: { maxOutputTokens: 500 } })
  return { harness, ...ready }
}

async function send({ host, chat }: Pick<ReadyChat, 'host' | 'chat'>, text: string) {
  host.chats.send(chat.id, text)
  await turnOver(host, chat)
  return lastTurn(host, chat)
}

const WORDS = 'some words '.repeat(200)

it('a chat of any length goes on with a model of 8,000 tokens, and its requests begin alike', async () => {
  const ready = await withModel(
    8000,
    Array.from({ length: 60 }, () => reads(7500, says('ok'))),
  )
  const firsts = new Set<string>()
  for (let n = 0; n < 60; n += 1) {
    const turn = await send(ready, `${n} ${WORDS}`)
    expect(turn.status).toBe('done')
    const { messages } = ready.models.requests.at(-1)!
    firsts.add(JSON.stringify(messages.slice(0, 1)).slice(0, 200))
  }
  expect(ready.models.requests).toHaveLength(60)
  expect(lengthOf(ready.models.requests.at(-1)!)).toBeGreaterThan(4000)
  // Each beginning serves several requests.
  expect(firsts.size).toBeLessThan(20)
  expect(lastTurn(ready.host, ready.chat).leftOutTurns).toBeGreaterThan(40)
  proves('turns.context.window')
})

it('what the provider counted decides how much goes, where the estimate is far from it', async () => {
  const twice = (): Step =>
    async function* (request) {
      await Promise.resolve()
      const inputTokens = lengthOf(request) * 2
      if (inputTokens > 7800) throw tooLong()
      yield says('ok')
      yield { type: 'finish', reason: 'stop', usage: { inputTokens, outputTokens: 1 } }
    }
  const ready = await withModel(
    8000,
    Array.from({ length: 30 }, () => twice()),
  )
  for (let n = 0; n < 30; n += 1) expect((await send(ready, `${n} ${WORDS}`)).status).toBe('done')
  expect(ready.models.requests).toHaveLength(30)
  proves('turns.context.counted')
})

/** @threat context.lying-window */
it('where nobody says how much a model reads, it is asked once more with less when it refuses', async () => {
  const ready = await withModel(
    undefined,
    Array.from({ length: 60 }, () => reads(8000, says('ok'))),
  )
  const refused: unknown[] = []
  for (let n = 0; n < 30; n += 1) {
    const turn = await send(ready, `${n} ${WORDS}`)
    expect(turn.status).toBe('done')
    const sent = JSON.stringify(ready.models.requests.at(-1)?.messages)
    const leftOut = turn.leftOutTurns ?? 0
    if (turn.contextRefused) refused.push([leftOut > 0, sent.includes('are not included')])
  }
  // What was refused once is not tried again in this chat.
  expect(refused).toEqual([[true, true]])
  expect(ready.models.requests).toHaveLength(31)
  proves('turns.context.again')
})

it('what was refused is tried again after sixteen turns, and after twice as many once it is refused again', async () => {
  const ready = await withModel(
    undefined,
    Array.from({ length: 90 }, () => reads(8000, says('ok'))),
  )
  const refused: number[] = []
  for (let n = 0; n < 80; n += 1) {
    const turn = await send(ready, `${n} ${WORDS}`)
    expect(turn.status).toBe('done')
    if (turn.contextRefused) refused.push(n)
  }
  const [first = 0, second = 0, third = 0] = refused
  expect([second - first, third - second]).toEqual([17, 33])
  expect(refused).toHaveLength(3)
}, 30_000)

it('a refusal that was false shortens the requests of its chat for some turns alone', async () => {
  const ready = await withModel(undefined, [
    ...Array.from({ length: 6 }, () => reads(100_000, says('ok'))),
    brokenStep(tooLong()),
    ...Array.from({ length: 30 }, () => reads(100_000, says('ok'))),
  ])
  const leftOut: number[] = []
  for (let n = 0; n < 30; n += 1)
    leftOut.push((await send(ready, `${n} ${WORDS}`)).leftOutTurns ?? 0)
  expect(leftOut[6]).toBeGreaterThan(0)
  expect(leftOut[20]).toBeGreaterThan(10)
  expect(leftOut.slice(24)).toEqual([0, 0, 0, 0, 0, 0])
  expect(JSON.stringify(ready.models.requests.at(-1)?.messages)).toContain('0 some words')
  proves('turns.context.mistaken')
}, 30_000)

it('is asked once more and not again, nor once a word of an answer came, nor where nothing can be left out', async () => {
  const refuses = () => brokenStep(tooLong())
  const ready = await withModel(undefined, [stepOf(says('one')), refuses(), refuses()])
  await send(ready, WORDS)
  expect((await send(ready, 'two')).failure?.code).toBe('context-too-long')
  expect(ready.models.requests).toHaveLength(3)
  const begun = await withModel(undefined, [
    stepOf(says('one')),
    brokenStep(tooLong(), says('half')),
    stepOf(says('never')),
  ])
  await send(begun, WORDS)
  expect((await send(begun, 'two')).failure?.code).toBe('context-too-long')
  expect(begun.models.requests).toHaveLength(2)
  const alone = await withModel(undefined, [refuses(), stepOf(says('never'))])
  expect((await send(alone, 'one')).failure?.code).toBe('context-too-long')
  expect(alone.models.requests).toHaveLength(1)
  proves('turns.context.once')
})

it('a message that was refused as too long is sent with less when it is tried again', async () => {
  const ready = await withModel(undefined, [
    ...Array.from({ length: 6 }, () => stepOf(says('ok'))),
    brokenStep(tooLong()),
    brokenStep(tooLong()),
    stepOf(says('at last')),
  ])
  for (let n = 0; n < 6; n += 1) await send(ready, `${n} ${WORDS}`)
  const failed = await send(ready, 'now')
  expect(failed.failure?.code).toBe('context-too-long')
  ready.host.chats.retry(ready.chat.id, failed.id)
  const turn = await turnOver(ready.host, ready.chat)
  expect(turn).toMatchObject({ status: 'done', contextRefused: true })
  const [before, again, less] = ready.models.requests.slice(-3).map(lengthOf)
  expect(again).toBeLessThan(before!)
  expect(less).toBeLessThan(again! * 0.8)
  proves('turns.context.retry')
})

/**
 * @threat context.pushed-out
 * @attacker server
 * @tries Gives long results or defines many long tools, so that the messages of the person, and what they asked the
 * model not to do, no longer fit into its context.
 * @stoppedBy Results of the turn are cut before the messages before it lose a quarter of the room; tools beyond a share
 * are offered by search; pinned messages have room first; what is left out is reported to the model, before sending
 * kind by kind, and in the turn.
 * @remains Results of earlier turns count like the words in them, and where the person turned the search of tools off
 * definitions may take all of the room. Both are shown, with their shares.
 */
it('cuts results of its own turn, with a handle, before the turns before it vanish; no call is torn from its result', async () => {
  const steps = Array.from({ length: 8 }, (_, n) =>
    n < 6 ? reads(8000, calls(`c${n}`, 'files__read')) : reads(8000, says('ok')),
  )
  const ready = await withModel(8000, [reads(8000, says('hello')), ...steps])
  ready.harness.server.call = () =>
    Promise.resolve({ content: [{ type: 'text', text: 'r'.repeat(30_000) }], isError: false })
  await send(ready, 'My name is Ada.')
  ready.host.chats.send(ready.chat.id, 'Read all of it')
  await answerNext(ready.host, allowInChat)
  const turn = await turnOver(ready.host, ready.chat)
  expect(turn).toMatchObject({ status: 'done', resultsShortened: true })
  expect(callsOf(turn)).toHaveLength(6)
  for (const { messages } of ready.models.requests.slice(1)) {
    const sent = JSON.stringify(messages)
    expect(sent).toContain('My name is Ada.')
    const made = messages.flatMap((one) =>
      one.role === 'assistant'
        ? one.parts.flatMap((part) => (part.type === 'tool-call' ? part.callId : []))
        : [],
    )
    const given = messages.flatMap((one) =>
      one.role === 'tool' ? one.results.map(({ callId }) => callId) : [],
    )
    expect(given).toEqual(made)
  }
  expect(JSON.stringify(ready.models.requests.at(-1)?.messages)).toMatch(/Call read_result with/)
  expect(ready.models.requests.at(-1)?.tools.map(({ name }) => name)).toContain('read_result')
  proves('turns.context.results')
})

/**
 * @threat context.lying-window
 * @attacker model
 * @tries Claims in its list a context of one token or of a million millions, or counts tokens that were never sent, so
 * that all is left out, main reads a whole chat, or each request is refused.
 * @stoppedBy The message itself is always sent; at most a million tokens of earlier ones are read; a count is believed
 * between half and three times the estimate; a refused length is retried with less and then kept below.
 * @remains A context that is claimed too small has more left out than needed, which is shown.
 */
it('believes no list of models and no count that would leave a model without the message', async () => {
  const ready = await withModel(
    1,
    Array.from(
      { length: 3 },
      () =>
        async function* (): AsyncIterable<ModelEvent> {
          await Promise.resolve()
          yield says('ok')
          yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1e9, outputTokens: 1 } }
        },
    ),
  )
  await send(ready, 'one')
  const turn = await send(ready, 'two')
  expect(turn.leftOutTurns).toBe(1)
  expect(JSON.stringify(ready.models.requests.at(-1)?.messages)).toContain('two')
  expect(JSON.stringify(ready.models.requests.at(-1)?.messages)).toContain('1 exchanges')
})

it('the answer is asked for with what the request leaves of the context, and a lowered limit is said', async () => {
  const ready = await withModel(1600, [reads(1600, says('ok')), reads(1600, says('ok'))])
  ready.host.conversations.setSetup(ready.chat.id, { parameters: { maxOutputTokens: 4000 } })
  const turn = await send(ready, 'hi')
  const [request] = ready.models.requests
  expect(request?.maxOutputTokens).toBeLessThan(1600 - lengthOf(request!) / 2)
  expect(request?.maxOutputTokens).toBeGreaterThan(256)
  expect(turn.changedParameters).toEqual([
    { name: 'maxOutputTokens', value: request?.maxOutputTokens },
  ])
  // The default of the app is no setting of the person's.
  ready.host.conversations.setSetup(ready.chat.id, {})
  expect((await send(ready, 'hi')).changedParameters ?? []).toEqual([])
  expect(ready.models.requests.at(-1)?.maxOutputTokens).toBeLessThan(1600)
  proves('model.limits.answer')
})

it('a request that leaves no room for an answer is not sent, and the failure says what to do', async () => {
  const ready = await withModel(1600, [reads(1600, says('ok'))])
  const turn = await send(ready, 'words '.repeat(2000))
  expect(turn.failure?.code).toBe('context-too-long')
  expect(turn.failure?.message).toContain('was not sent')
  expect(ready.models.requests).toHaveLength(0)
  proves('model.limits.room')
})
