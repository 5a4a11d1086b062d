import type { AppFailure, AppViewEnd } from '@gatehouse/domain/apps'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { appContext, appInitialize, createAppHarness, viewEndings } from '../testing/app-harness.ts'
import {
  allowOnce,
  answerNext,
  calls,
  callsOf,
  says,
  turnOver,
  until,
} from '../testing/chat-harness.ts'
import { stepOf } from '../testing/index.ts'

const initialized = { jsonrpc: '2.0', method: 'ui/notifications/initialized' }

/** A chat whose model called `board`; `results` sends a message and resolves with the result that the model is sent. */
async function calledByModel() {
  const app = createAppHarness()
  const text = { type: 'text' as const, text: 'ran board' }
  app.harness.server.call = () => Promise.resolve({ content: [text], isError: false })
  const steps = Array.from({ length: 6 }, () => stepOf(says('I see.')))
  const call = stepOf(calls('c1', 'files__board', { path: 'x' }))
  const { host, chat, models } = await app.harness.ready([call, ...steps])
  host.chats.send(chat.id, 'Show it')
  await answerNext(host, allowOnce)
  const turn = await turnOver(host, chat)
  const place = {
    conversationId: chat.id,
    turnId: turn.id,
    entryId: callsOf(turn)[0]?.id ?? '',
  }
  const results = async (): Promise<string[]> => {
    host.chats.send(chat.id, 'Go on')
    await turnOver(host, chat)
    const { messages } = models.requests.at(-1) ?? { messages: [] }
    return messages
      .flatMap((message) => (message.role === 'tool' ? message.results : []))
      .flatMap(({ content }) => content)
      .flatMap((block) => (block.type === 'text' ? block.text : []))
  }
  /** Opens and connects the view; it is not initialized. */
  const open = async () => {
    const opened = await host.appViews.open(place)
    if (opened.state !== 'open') throw new Error(`It is ${opened.state}.`)
    const frame = app.harness.appFrames.opened.get(opened.viewId)
    if (!frame) throw new Error('There is no frame.')
    return { viewId: opened.viewId, frame }
  }
  const failure = (): AppFailure | undefined => {
    const entry = host.chats.lastTurn(chat.id)?.entries.find(({ id }) => id === place.entryId)
    return entry?.kind === 'tool-call' ? entry.app?.failure : undefined
  }
  return { app, harness: app.harness, host, place, results, open, failure }
}

const note = (cause: string): string =>
  `[The user does not see the interface of this call: ${cause}. The user sees the result above as text.]`

it('a model has the text of a result, and is told with its next request that the interface does not show', async () => {
  const { harness, host, open, results, failure } = await calledByModel()
  const { viewId } = await open()
  expect(await results()).toEqual(['ran board'])
  await host.appViews.connect(viewId, appContext)
  harness.clock.advance(8000)
  expect(viewEndings(harness)).toEqual(['not-started'])
  expect(await results()).toEqual(['ran board', note('it did not start')])
  proves('apps.told.model')

  // It runs again, and shows.
  const again = await open()
  await host.appViews.connect(again.viewId, appContext)
  again.frame.send(appInitialize)
  again.frame.send(initialized)
  expect(failure()).toBeUndefined()
  expect(await results()).toEqual(['ran board'])
  again.frame.listener?.onLost('crashed')
  expect(await results()).toEqual(['ran board', note('it crashed')])
})

it.each([
  ['spinning', 'spinning'],
  ['over-limits', 'over-limits'],
  ['navigated', 'navigated'],
  ['crashed', 'crashed'],
  ['closed', undefined],
] as const satisfies (readonly [AppViewEnd, AppFailure | undefined])[])(
  'a view that ended as %s is recorded with its call as %s',
  async (reason, recorded) => {
    const { host, open, failure } = await calledByModel()
    const { viewId, frame } = await open()
    await host.appViews.connect(viewId, appContext)
    frame.listener?.onLost(reason)
    expect(failure()).toBe(recorded)
  },
)

it('an interface that is too large or cannot be drawn is told as well', async () => {
  const { app, host, place, results, failure } = await calledByModel()
  app.html = `<p>${'x'.repeat(9_000_000)}</p>`
  expect(await host.appViews.open(place)).toMatchObject({ reason: 'too-large' })
  expect(failure()).toBe('too-large')
  app.html = ' '
  expect(await host.appViews.open(place)).toMatchObject({ reason: 'no-html' })
  expect(await results()).toEqual(['ran board', note('the server gave none that can be drawn')])
})

it('a view whose frame does not load is ended, and leaves its place to others', async () => {
  const { harness, open, failure } = await calledByModel()
  const { frame } = await open()
  harness.clock.advance(10_000)
  await until(() => frame.isClosed)
  expect(viewEndings(harness)).toEqual(['not-started'])
  expect(failure()).toBe('not-started')
})
