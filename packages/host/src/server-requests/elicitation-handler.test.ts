import type { AskAnswer } from '@gatehouse/domain'
import type { ElicitationRequest } from '@gatehouse/domain/server-requests'
import { GatehouseError } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { cityForm, handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  answerAsk,
  allowOnce,
  answerNext,
  callsOf,
  createChatHarness,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'
import { toolNamed } from '../testing/index.ts'

const page = {
  mode: 'url',
  message: 'Connect',
  url: 'https://example.org/connect',
} satisfies ElicitationRequest
const never = new AbortController().signal
const none = { callIds: [] }

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

describe('a form', () => {
  it('is taken from the person when it is not right yet', async () => {
    const { host } = await harness.ready([])
    const answer = handlerOf(harness).elicit(cityForm, none, never)
    const ask = await nextAsk(host, 'elicitation')
    const give = (content: Record<string, string | number>) => () =>
      answerAsk(host, ask.id, { kind: 'elicitation', answer: { action: 'accept', content } })
    for (const wrong of [{}, { city: 'B' }, { city: 'Bern', count: 1.5 }, { city: 'Bern', x: 1 }])
      expect(give(wrong)).toThrowError(expect.objectContaining({ code: 'ask/wrong-answer' }))
    expect(host.asks.pending()).toHaveLength(1)
    give({ city: 'Bern', count: 2 })()
    expect(await answer).toEqual({ action: 'accept', content: { city: 'Bern', count: 2 } })
  })

  it('reaches the server though its answers cannot be remembered', async () => {
    const { host } = await harness.ready([])
    const refused: string[] = []
    harness.stores.formValues.save = ({ serverId }) => {
      refused.push(serverId)
      throw new GatehouseError('store/disk', 'The disk is full.')
    }
    const answer = handlerOf(harness).elicit(cityForm, none, never)
    const given = { action: 'accept', content: { city: 'Bern', count: 2 } } as const
    await answerNext(host, { kind: 'elicitation', answer: given, keep: true })
    expect(await answer).toEqual(given)
    expect(refused).toHaveLength(1)
    expect(host.formValues.list()).toEqual([])
  })

  it('leaves a record that distinguishes a decline from a cancel', async () => {
    const { host } = await harness.ready([])
    for (const action of ['decline', 'cancel'] as const) {
      const answer = handlerOf(harness).elicit(cityForm, none, never)
      await answerNext(host, { kind: 'elicitation', answer: { action } })
      expect(await answer).toEqual({ action })
    }
    expect(harness.stores.audited.filter((record) => record.kind === 'elicitation')).toMatchObject([
      { decision: 'decline', outcome: 'denied', subject: 'Which city?', serverName: 'files' },
      { decision: 'cancel', outcome: 'cancelled' },
    ])
  })
})

describe('a page', () => {
  it('is opened once it is accepted, and not before', async () => {
    const { host } = await harness.ready([])
    const declined = handlerOf(harness).elicit(page, none, never)
    await answerNext(host, { kind: 'elicitation', answer: { action: 'decline' } })
    expect(await declined).toEqual({ action: 'decline' })
    expect(harness.links.opened).toEqual([])
    const accepted = handlerOf(harness).elicit(page, none, never)
    await answerNext(host, { kind: 'elicitation', answer: { action: 'accept' } })
    expect(await accepted).toEqual({ action: 'accept' })
    expect(harness.links.opened).toEqual([page.url])
  })

  it('is not put before the person when it can never be opened', async () => {
    const { host } = await harness.ready([])
    const odd = { ...page, url: 'http://example.org/' }
    await expect(handlerOf(harness).elicit(odd, none, never)).rejects.toMatchObject({
      code: 'link/refused',
    })
    expect(host.asks.pending()).toEqual([])
  })

  it('is not reported as opened when the browser did not start', async () => {
    const { host } = await harness.ready([])
    harness.links.problem = 'No browser.'
    const answer = handlerOf(harness).elicit(page, none, never)
    await answerNext(host, { kind: 'elicitation', answer: { action: 'accept' } })
    const again = await until(() =>
      host.asks.pending().find((ask) => ask.kind === 'elicitation' && ask.problem !== undefined),
    )
    expect(again).toMatchObject({
      problem: { code: 'link/failed', message: 'No browser.', data: {} },
      visits: [{ host: 'example.org', what: 'not-opened' }],
    })
    answerAsk(host, again.id, { kind: 'elicitation', answer: { action: 'cancel' } })
    expect(await answer).toEqual({ action: 'cancel' })
  })
})

describe('the record of a page', () => {
  const records = () => harness.stores.audited.filter(({ kind }) => kind === 'elicitation')

  it('says that it may have been opened before it is, and what came of it after', async () => {
    const { host } = await harness.ready([])
    const answer = handlerOf(harness).elicit(page, none, never)
    const ask = await nextAsk(host, 'elicitation')
    await answerNext(host, { kind: 'elicitation', answer: { action: 'accept' } })
    await answer
    const about = { decision: 'accept', runId: ask.id, page: page.url }
    expect(records()).toMatchObject([
      { ...about, outcome: 'under-way' },
      { ...about, outcome: 'done' },
    ])
    // The answer has an event of its own; this one notifies the window that what came of it is there.
    expect(harness.events.recorded.map(({ name }) => name)).toContain('audit.changed')
    // In the window they are one.
    const [latest, ...before] = await host.history(10)
    expect(latest).toMatchObject({ ...about, outcome: 'done' })
    expect(before.map(({ kind }) => kind)).not.toContain('elicitation')
  })

  it('says that it was not opened when the browser did not start', async () => {
    const { host } = await harness.ready([])
    harness.links.problem = 'No browser.'
    const answer = handlerOf(harness).elicit(page, none, never)
    await answerNext(host, { kind: 'elicitation', answer: { action: 'accept' } })
    const again = await until(() =>
      host.asks.pending().find((ask) => ask.kind === 'elicitation' && ask.problem !== undefined),
    )
    answerAsk(host, again.id, { kind: 'elicitation', answer: { action: 'decline' } })
    await answer
    expect(records().map(({ outcome }) => outcome)).toEqual(['under-way', 'failed', 'denied'])
  })
})

describe('a call that needs a page first', () => {
  const elicitations = [{ ...page, elicitationId: 'e-1' }]
  const needed = (): GatehouseError =>
    new GatehouseError('call/url-elicitation-required', 'A page first.', { data: { elicitations } })

  async function begin(done: () => boolean): Promise<ReadyChat> {
    const ready = await harness.ready([])
    harness.server.call = () =>
      done()
        ? Promise.resolve({ content: [{ type: 'text', text: 'connected' }], isError: false })
        : Promise.reject(needed())
    const { host, chat } = ready
    host.conversations.setModel(chat.id, null)
    const serverId = host.servers.list()[0]?.config.id ?? ''
    host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
    await answerNext(host, allowOnce)
    return ready
  }
  const accept: AskAnswer = { kind: 'elicitation', answer: { action: 'accept' } }

  it('is made again when the person says so', async () => {
    const { host, chat } = await begin(() => harness.links.opened.length > 0)
    await answerNext(host, accept)
    const wait = await nextAsk(host, 'elicitation-wait')
    expect(wait).toMatchObject({ url: page.url, causes: [{ toolName: 'read' }] })
    expect(wait.visits).toMatchObject([{ host: 'example.org', what: 'opened' }])
    answerAsk(host, wait.id, { kind: 'elicitation-wait', decision: 'retry' })
    expect(callsOf(await turnOver(host, chat))[0]).toMatchObject({ status: 'done' })
  })

  it('continues once the server reported that it is done', async () => {
    const { host, chat } = await begin(() => harness.links.opened.length > 0)
    await answerNext(host, accept)
    await nextAsk(host, 'elicitation-wait')
    harness.server.listener?.onElicitationComplete('another')
    expect(host.asks.pending()).toHaveLength(1)
    harness.server.listener?.onElicitationComplete('e-1')
    expect(callsOf(await turnOver(host, chat))[0]).toMatchObject({ status: 'done' })
    expect(harness.stores.audited).toContainEqual(
      expect.objectContaining({ kind: 'elicitation-wait', decision: 'withdrawn', outcome: 'done' }),
    )
  })

  /**
   * @threat twice.finished-page
   * @attacker server
   * @tries To have a call sent again without asking, by requesting a page for it and calling that page finished at
   * once.
   * @stoppedBy The word of a server that a page is done with counts once the person opened the page.
   */
  it.each(['decline', 'cancel'] as const)(
    'is not made again on the word of its server before the person opened the page: %s',
    async (action) => {
      let calls = 0
      const { host, chat } = await begin(() => {
        calls += 1
        return false
      })
      const asked = await nextAsk(host, 'elicitation')
      harness.server.listener?.onElicitationComplete('e-1')
      expect(host.asks.pending()).toMatchObject([{ id: asked.id }])
      await answerNext(host, { kind: 'elicitation', answer: { action } })
      expect(callsOf(await turnOver(host, chat))[0]).toMatchObject({ status: 'cancelled' })
      expect(calls).toBe(1)
      expect(harness.links.opened).toEqual([])
    },
  )

  it.each([
    ['the page is declined', 'elicitation'],
    ['the wait is cancelled', 'elicitation-wait'],
  ] as const)('ends in words when %s', async (_name, last) => {
    const { host, chat } = await begin(() => false)
    if (last === 'elicitation')
      await answerNext(host, { kind: 'elicitation', answer: { action: 'decline' } })
    else {
      await answerNext(host, accept)
      await nextAsk(host, 'elicitation-wait')
      await answerNext(host, { kind: 'elicitation-wait', decision: 'cancel' })
    }
    const [call] = callsOf(await turnOver(host, chat))
    expect(call).toMatchObject({ status: 'cancelled' })
    expect(call?.error).toMatch(last === 'elicitation' ? /did not open/ : /You cancelled "read"/)
  })

  it('is not made again when its tool became another one meanwhile', async () => {
    const { host, chat } = await begin(() => harness.links.opened.length > 0)
    await answerNext(host, accept)
    const wait = await nextAsk(host, 'elicitation-wait')
    harness.server.listener?.onToolsChanged([toolNamed('read', { description: 'poisoned' })])
    answerAsk(host, wait.id, { kind: 'elicitation-wait', decision: 'retry' })
    const [call] = callsOf(await turnOver(host, chat))
    expect(call).toMatchObject({ status: 'failed' })
    expect(call?.error).toMatch(/changed or removed read/)
  })

  it('does not send the person to the browser for ever', async () => {
    const { host, chat } = await begin(() => false)
    for (let round = 0; round < 5; round += 1) {
      const { visits = [] } = await nextAsk(host, 'elicitation')
      expect(visits.map(({ what }) => what)).toEqual(
        Array.from({ length: round }, () => ['opened', 'retried']).flat(),
      )
      await answerNext(host, accept)
      await nextAsk(host, 'elicitation-wait')
      await answerNext(host, { kind: 'elicitation-wait', decision: 'retry' })
    }
    expect(callsOf(await turnOver(host, chat))[0]).toMatchObject({ status: 'failed' })
    expect(harness.links.opened).toHaveLength(5)
  })
})
