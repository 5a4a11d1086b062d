import { beforeEach, expect, it } from 'vitest'
import { modelError } from '../../model-providers/provider-credentials.ts'
import {
  answerNext,
  calls,
  createChatHarness,
  deny,
  nextApproval,
  says,
  turnOver,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

const ADDRESS = 'http://127.0.0.1:1/v1'
let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const providerOf = ({ host }: ReadyChat): string => host.providers.list()[0]?.id ?? ''

function change(ready: ReadyChat, changed: { baseUrl: string; key: string | null }) {
  const draft = { id: providerOf(ready), kind: 'openai-compatible', name: 'Local' } as const
  return ready.host.providers.save({ ...draft, ...changed }, { models: [{ id: 'm' }] })
}

/** A chat whose model waits for the approval of a call; `sent` has the address and key of each request. */
async function waiting() {
  const ready = await harness.ready([stepOf(calls('c1', 'files__read')), stepOf(says('Next.'))])
  const sent: string[][] = []
  let connected = 0
  const client = ready.models.client
  ready.models.client = (endpoint) => {
    connected += 1
    const inner = client(endpoint)
    return {
      ...inner,
      stream(request, signal) {
        sent.push([endpoint.baseUrl, endpoint.key ?? ''])
        return inner.stream(request, signal)
      },
    }
  }
  ready.host.chats.send(ready.chat.id, 'go')
  await nextApproval(ready.host)
  return { ...ready, sent, connected: () => connected }
}

/**
 * @threat models.removed-provider
 * @attacker model
 * @tries To go on receiving a chat and its key after the person removed the provider, or gave it another address, while
 * a call waited.
 * @stoppedBy The stored provider is looked at before each step of a turn.
 * @remains An answer that streams already is not stopped by that; Stop does it.
 */
it('a provider that was removed while a call waited is sent nothing more', async () => {
  const ready = await waiting()
  await ready.host.providers.remove(providerOf(ready))
  await answerNext(ready.host, deny)
  const turn = await turnOver(ready.host, ready.chat)
  expect(turn).toMatchObject({ status: 'failed', failure: { code: 'no-model' } })
  expect(ready.sent).toEqual([[ADDRESS, '']])
})

/** @threat models.removed-provider */
it('a provider that has another address now is sent the next step there', async () => {
  const ready = await waiting()
  await change(ready, { baseUrl: 'http://127.0.0.1:2/v1', key: null })
  await answerNext(ready.host, deny)
  expect(await turnOver(ready.host, ready.chat)).toMatchObject({ status: 'done' })
  expect(ready.sent).toEqual([
    [ADDRESS, ''],
    ['http://127.0.0.1:2/v1', ''],
  ])
})

it('a provider that has another key now gets no request without it', async () => {
  const ready = await waiting()
  await change(ready, { baseUrl: ADDRESS, key: 'sk-new' })
  await answerNext(ready.host, deny)
  await turnOver(ready.host, ready.chat)
  expect(ready.sent).toEqual([
    [ADDRESS, ''],
    [ADDRESS, 'sk-new'],
  ])
})

it('what else is kept of a provider connects it no second time', async () => {
  const ready = await waiting()
  const model = { providerId: providerOf(ready), modelId: 'm' }
  ready.host.providers.override(model, { contextWindow: 9000 })
  await answerNext(ready.host, deny)
  await turnOver(ready.host, ready.chat)
  expect(ready.connected()).toBe(1)
  expect(ready.sent).toHaveLength(2)
})

it('a request that was refused as too long goes no second time to a provider that was removed', async () => {
  const ready = await harness.ready([
    stepOf(says('one')),
    async function* () {
      await ready.host.providers.remove(providerOf(ready))
      yield* []
      throw modelError({ code: 'context-too-long', message: 'Too long.' })
    },
    stepOf(says('never')),
  ])
  ready.host.chats.send(ready.chat.id, 'some words '.repeat(200))
  await turnOver(ready.host, ready.chat)
  ready.host.chats.send(ready.chat.id, 'two')
  expect((await turnOver(ready.host, ready.chat)).status).toBe('failed')
  expect(ready.models.requests).toHaveLength(2)
})
