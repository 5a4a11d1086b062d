import { QUEUE_LIMITS } from '@gatehouse/domain/chats'
import { beforeEach, expect, it } from 'vitest'
import {
  createChatHarness,
  says,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { brokenStep, heldStep, stalledStep, stepOf } from '../../testing/index.ts'
import { modelError } from '../../model-providers/provider-credentials.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const textsOf = ({ host, chat }: ReadyChat): string[] =>
  host.chats
    .view(chat.id)
    .turns.flatMap(({ entries }) => entries.flatMap((one) => ('text' in one ? one.text : [])))
const waiting = ({ host, chat }: ReadyChat): string[] =>
  (host.conversations.get(chat.id).queue ?? []).map(({ text }) => text)
const later = ({ host, chat }: ReadyChat, text: string, how: 'queue' | 'stop' = 'queue') =>
  host.chats.sendLater(chat.id, { text, attachmentIds: [] }, how)

it('waits for the answer, and is sent in order when each is complete', async () => {
  const first = heldStep(says('ONE'))
  const ready = await harness.ready([first.step, stepOf(says('TWO')), stepOf(says('THREE'))])
  ready.host.chats.send(ready.chat.id, 'one')
  later(ready, 'two')
  later(ready, 'three')
  expect(waiting(ready)).toEqual(['two', 'three'])
  expect(ready.host.conversations.get(ready.chat.id).draft).toBe('')
  ready.host.conversations.saveDraft(ready.chat.id, 'being typed')
  first.release()
  await until(() => textsOf(ready).includes('THREE'))
  expect(textsOf(ready)).toEqual(['one', 'ONE', 'two', 'TWO', 'three', 'THREE'])
  expect(waiting(ready)).toEqual([])
  expect(ready.host.conversations.get(ready.chat.id).draft).toBe('being typed')
})

it('is not sent by an answer that failed, and then waits for the person', async () => {
  const first = heldStep(says(''))
  const failing = async function* (...given: Parameters<typeof first.step>) {
    yield* first.step(...given)
    throw modelError({ code: 'server-error', message: 'Down.' })
  }
  const ready = await harness.ready([failing, stepOf(says('TWO'))])
  ready.host.chats.send(ready.chat.id, 'one')
  later(ready, 'two')
  first.release()
  await turnOver(ready.host, ready.chat)
  await until(() => ready.host.chats.view(ready.chat.id).turns.at(-1)?.status === 'failed')
  expect(waiting(ready)).toEqual(['two'])
  expect(ready.models.requests).toHaveLength(1)

  const { queue = [] } = ready.host.conversations.get(ready.chat.id)
  ready.host.chats.sendQueued(ready.chat.id, queue[0]?.id ?? '')
  await until(() => textsOf(ready).includes('TWO'))
  expect(waiting(ready)).toEqual([])
})

it('is there after a restart, and is not sent by it', async () => {
  const ready = await harness.ready([stalledStep('part')])
  ready.host.chats.send(ready.chat.id, 'one')
  later(ready, 'two')
  await ready.host.close()
  const { host, models } = harness.build([stepOf(says('never'))])
  await host.start()
  expect(host.conversations.get(ready.chat.id).queue).toMatchObject([{ text: 'two' }])
  expect(models.requests).toEqual([])
})

it('stops the answer and is sent at once, where that was asked for', async () => {
  const ready = await harness.ready([
    stalledStep('part'),
    stepOf(says('TWO')),
    stepOf(says('LATER')),
  ])
  ready.host.chats.send(ready.chat.id, 'one')
  await until(() => textsOf(ready).includes('part'))
  later(ready, 'later')
  later(ready, 'two', 'stop')
  await until(() => textsOf(ready).includes('LATER'))
  expect(textsOf(ready).filter((text) => text !== 'part')).toEqual([
    'one',
    'two',
    'TWO',
    'later',
    'LATER',
  ])
})

it('takes what is attached with it, and leaves the draft without', async () => {
  const first = heldStep(says('ONE'))
  const ready = await harness.ready([first.step, stepOf(says('TWO'))])
  const { host, chat } = ready
  host.chats.send(chat.id, 'one')
  const bytes = new TextEncoder().encode('a text')
  const file = await host.attachments.attachFile(chat.id, {
    name: 'a.txt',
    mimeType: 'text/plain',
    bytes,
  })
  host.chats.sendLater(chat.id, { text: '', attachmentIds: [file.id] }, 'queue')
  expect(host.attachments.list(chat.id)).toEqual([])
  expect(host.conversations.get(chat.id).queue).toMatchObject([
    { attachments: [{ id: file.id, name: 'a.txt' }] },
  ])
  const other = await host.attachments.attachFile(chat.id, {
    name: 'b.txt',
    mimeType: 'text/plain',
    bytes,
  })
  first.release()
  await until(() => textsOf(ready).includes('TWO'))
  const sent = host.chats.view(chat.id).turns.at(-1)?.entries[0]
  expect(sent).toMatchObject({ kind: 'user-message', attachments: [{ id: file.id }] })
  expect(host.attachments.list(chat.id).map(({ id }) => id)).toEqual([other.id])
})

it('is changed and taken out by the person, and only so many wait', async () => {
  const ready = await harness.ready([stalledStep('part')])
  const { host, chat } = ready
  host.chats.send(chat.id, 'one')
  later(ready, 'two')
  later(ready, 'three')
  const [two, three] = host.conversations.get(chat.id).queue ?? []
  host.chats.editQueued(chat.id, two?.id ?? '', 'deux')
  host.chats.removeQueued(chat.id, three?.id ?? '')
  expect(waiting(ready)).toEqual(['deux'])
  expect(() => host.chats.removeQueued(chat.id, three?.id ?? '')).toThrow('no longer waiting')
  expect(() => host.chats.sendQueued(chat.id, two?.id ?? '')).toThrow('under way')
  for (let at = 1; at < QUEUE_LIMITS.messages; at += 1) later(ready, `more ${at}`)
  expect(() => later(ready, 'one too many')).toThrow('At most 20')
})

it('is sent at once where nothing runs', async () => {
  const ready = await harness.ready([stepOf(says('ONE')), brokenStep(new Error('none'))])
  later(ready, 'one')
  await turnOver(ready.host, ready.chat)
  expect(textsOf(ready)).toEqual(['one', 'ONE'])
})
