import { beforeEach, expect, it } from 'vitest'
import {
  createChatHarness,
  lastTurn,
  nextApproval,
  answerAsk,
  allowOnce,
  says,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { heldStep, stalledStep, stepOf } from '../../testing/index.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const chatNow = ({ host, chat }: ReadyChat) => host.conversations.get(chat.id)
const waiting = (ready: ReadyChat): string[] => (chatNow(ready).queue ?? []).map(({ text }) => text)
const textsOf = ({ host, chat }: ReadyChat): string[] =>
  host.chats
    .view(chat.id)
    .turns.flatMap(({ entries }) =>
      entries.flatMap((one) => (one.kind === 'user-message' ? one.text : [])),
    )
const later = ({ host, chat }: ReadyChat, text: string, how: 'queue' | 'stop' = 'queue') =>
  host.chats.sendLater(chat.id, { text, attachmentIds: [] }, how)
const settled = async (): Promise<void> => {
  for (let round = 0; round < 300; round += 1) await Promise.resolve()
}

/** A chat in which the first answer was stopped, with `two` waiting. */
async function stopped(...steps: Parameters<ChatHarness['ready']>[0]): Promise<ReadyChat> {
  const ready = await harness.ready([stalledStep('part'), ...steps])
  ready.host.chats.send(ready.chat.id, 'one')
  later(ready, 'two')
  later(ready, 'three')
  await until(() => lastTurn(ready.host, ready.chat).entries.length > 1)
  ready.host.chats.stop(ready.chat.id)
  await turnOver(ready.host, ready.chat)
  await settled()
  expect(chatNow(ready).queueHeld).toBe('not-complete')
  return ready
}

it('what was held is sent by no later answer, and by no tool that the person runs', async () => {
  const ready = await stopped(stepOf(says('FRESH')), stepOf(says('AGAIN')))
  const { host, chat } = ready
  host.chats.send(chat.id, 'fresh')
  await turnOver(host, chat)
  await settled()
  host.chats.retry(chat.id, lastTurn(host, chat).id)
  await turnOver(host, chat)
  await settled()
  const [server] = host.servers.list()
  host.chats.runTool(chat.id, {
    serverId: server?.config.id ?? '',
    toolName: 'read',
    arguments: {},
  })
  answerAsk(host, (await nextApproval(host)).id, allowOnce)
  expect(await turnOver(host, chat)).toMatchObject({ origin: 'manual', status: 'done' })
  await settled()
  expect(waiting(ready)).toEqual(['two', 'three'])
  expect(textsOf(ready)).toEqual(['one', 'fresh'])
})

it('goes on once the person sends the first, or lets it go after the turn that runs', async () => {
  const first = await stopped(stepOf(says('TWO')), stepOf(says('THREE')))
  first.host.chats.sendQueued(first.chat.id, chatNow(first).queue?.[0]?.id ?? '')
  await until(() => textsOf(first).includes('three'))

  harness = createChatHarness()
  const held = heldStep(says('FRESH'))
  const second = await stopped(held.step, stepOf(says('TWO')), stepOf(says('THREE')))
  // Nothing runs: there is no turn that it could go after.
  second.host.chats.releaseQueue(second.chat.id)
  expect(chatNow(second).queueHeld).toBe('not-complete')
  second.host.chats.send(second.chat.id, 'fresh')
  second.host.chats.releaseQueue(second.chat.id)
  held.release()
  await until(() => textsOf(second).includes('three'))
  expect(textsOf(second)).toEqual(['one', 'fresh', 'two', 'three'])
  expect(chatNow(second)).not.toHaveProperty('queueHeld')
})

it('what waited at a restart is held, even where the app was killed', async () => {
  const ready = await harness.ready([stalledStep('part')])
  ready.host.chats.send(ready.chat.id, 'one')
  later(ready, 'two')
  const { host } = harness.build([stepOf(says('FRESH'))])
  await host.start()
  expect(host.conversations.get(ready.chat.id).queueHeld).toBe('paused')
  host.chats.send(ready.chat.id, 'fresh')
  await turnOver(host, ready.chat)
  await settled()
  expect(host.conversations.get(ready.chat.id).queue).toMatchObject([{ text: 'two' }])
})

it('nothing goes while a message is written anew, and as before once that ends in time', async () => {
  const step = heldStep(says('ONE'))
  const ready = await harness.ready([step.step, stepOf(says('TWO'))])
  const { host, chat } = ready
  host.chats.send(chat.id, 'one')
  later(ready, 'tow')
  const id = chatNow(ready).queue?.[0]?.id ?? ''
  host.chats.beginEditQueued(chat.id, id)
  expect(chatNow(ready).queueHeld).toBe('editing')
  host.chats.editQueued(chat.id, id, 'two')
  host.chats.endEditQueued(chat.id)
  step.release()
  await until(() => textsOf(ready).includes('two'))
})

it('an answer that completes meanwhile sends nothing, nor does the end of the edit', async () => {
  const step = heldStep(says('ONE'))
  const ready = await harness.ready([step.step, stepOf(says('TWO'))])
  const { host, chat } = ready
  host.chats.send(chat.id, 'one')
  later(ready, 'tow')
  const id = chatNow(ready).queue?.[0]?.id ?? ''
  host.chats.beginEditQueued(chat.id, id)
  step.release()
  await turnOver(host, chat)
  await settled()
  host.chats.editQueued(chat.id, id, 'two')
  host.chats.endEditQueued(chat.id)
  expect(waiting(ready)).toEqual(['two'])
  expect(chatNow(ready).queueHeld).toBe('paused')
  expect(textsOf(ready)).toEqual(['one'])
})

it('a message that waits never goes without what was attached to it', async () => {
  const step = heldStep(says('ONE'))
  const ready = await harness.ready([step.step, stepOf(says('TWO'))])
  const { host, chat } = ready
  host.chats.send(chat.id, 'one')
  const bytes = new TextEncoder().encode('a text')
  const file = await host.attachments.attachFile(chat.id, {
    name: 'a.txt',
    mimeType: 'text/plain',
    bytes,
  })
  host.chats.sendLater(chat.id, { text: 'two', attachmentIds: [file.id] }, 'queue')
  host.attachments.detach(chat.id, file.id)
  expect(harness.stores.attachments.list(chat.id)).toMatchObject([{ id: file.id }])
  harness.stores.attachments.remove(chat.id, file.id)
  step.release()
  await turnOver(host, chat)
  await settled()
  expect(waiting(ready)).toEqual(['two'])
  expect(chatNow(ready).queueHeld).toBe('paused')
  const [message] = chatNow(ready).queue ?? []
  expect(() => host.chats.sendQueued(chat.id, message?.id ?? '')).toThrow(
    expect.objectContaining({ code: 'attachment/changed' }),
  )
  expect(textsOf(ready)).toEqual(['one'])
})

it('two messages that an answer is stopped for go in their order, before what waited', async () => {
  const slow = heldStep(says(''))
  const ready = await harness.ready([
    slow.step,
    stepOf(says('TWO')),
    stepOf(says('THREE')),
    stepOf(says('LATER')),
  ])
  ready.host.chats.send(ready.chat.id, 'one')
  later(ready, 'later')
  later(ready, 'two', 'stop')
  later(ready, 'three', 'stop')
  expect(waiting(ready)).toEqual(['two', 'three', 'later'])
  slow.release()
  await until(() => textsOf(ready).includes('later'))
  expect(textsOf(ready)).toEqual(['one', 'two', 'three', 'later'])
})

it('one that an answer was stopped for does not go while it is written anew', async () => {
  const slow = heldStep(says(''))
  const ready = await harness.ready([slow.step, stepOf(says('TWO'))])
  const { host, chat } = ready
  host.chats.send(chat.id, 'one')
  later(ready, 'tow', 'stop')
  host.chats.beginEditQueued(chat.id, chatNow(ready).queue?.[0]?.id ?? '')
  slow.release()
  await turnOver(host, chat)
  await settled()
  expect(waiting(ready)).toEqual(['tow'])
  expect(textsOf(ready)).toEqual(['one'])
})

it('a hold that the disk did not take holds all the same, and is written at the next turn', async () => {
  const ready = await harness.ready([stalledStep('part'), stepOf(says('ANOTHER'))])
  const { host, chat } = ready
  const { conversations } = harness.stores
  const save = conversations.save.bind(conversations)
  host.chats.send(chat.id, 'one')
  later(ready, 'two')
  await until(() => lastTurn(host, chat).entries.length > 1)
  const refuse = () => {
    throw new Error('The disk is full.')
  }
  conversations.save = refuse
  host.chats.stop(chat.id)
  await until(() => lastTurn(host, chat).status !== 'running')
  await settled()
  expect(chatNow(ready).queueHeld).toBeUndefined()
  conversations.save = save
  host.chats.send(chat.id, 'another')
  await turnOver(host, chat)
  await settled()
  expect(textsOf(ready)).not.toContain('two')
  expect(chatNow(ready).queueHeld).toBe('paused')
})

it('one that an answer was stopped for waits when the app quits before that answer is over', async () => {
  const slow = heldStep(says(''))
  const ready = await harness.ready([slow.step, stepOf(says('TWO'))])
  ready.host.chats.send(ready.chat.id, 'one')
  await until(() => ready.models.requests.length === 1)
  later(ready, 'two', 'stop')
  const closing = ready.host.close()
  await settled()
  slow.release()
  await closing
  await settled()
  expect(ready.models.requests).toHaveLength(1)
  expect(waiting(ready)).toEqual(['two'])
  expect(chatNow(ready).queueHeld).toBe('paused')
  expect(textsOf(ready)).toEqual(['one'])
})

it('nothing is sent while the app quits, and what was written stays in the draft', async () => {
  const slow = heldStep(says(''))
  const ready = await harness.ready([slow.step, stepOf(says('TWO'))])
  const { chats, conversations } = ready.host
  const other = conversations.create().id
  chats.send(ready.chat.id, 'one')
  conversations.saveDraft(other, 'two')
  await until(() => ready.models.requests.length === 1)
  const closing = ready.host.close()
  expect(() => chats.send(other, 'two')).toThrow('Gatehouse is quitting. What you wrote is kept.')
  slow.release()
  await closing
  expect(ready.models.requests).toHaveLength(1)
  expect(conversations.get(other).draft).toBe('two')
})
