import { MAX_PINNED_TURNS } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { createChatHarness, lastTurn, says, turnOver } from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

it('a chat keeps which messages are pinned over a restart, and at most 20 of them', async () => {
  const harness = createChatHarness()
  const ids: string[] = []
  const count = MAX_PINNED_TURNS + 1
  const { host, chat } = await harness.ready(
    Array.from({ length: count }, () => stepOf(says('ok'))),
  )
  for (let n = 0; n < count; n += 1) {
    host.chats.send(chat.id, `message ${n}`)
    await turnOver(host, chat)
    ids.push(lastTurn(host, chat).id)
  }
  const [first = '', ...others] = ids
  for (const id of others) host.chats.pin(chat.id, id, true)
  host.chats.pin(chat.id, others[0] ?? '', true)
  expect(() => host.chats.pin(chat.id, first, true)).toThrow(/Only 20 messages/)
  host.chats.pin(chat.id, others[0] ?? '', false)
  host.chats.pin(chat.id, first, true)
  const other = host.conversations.create()
  expect(() => host.chats.pin(other.id, first, true)).toThrow(/no longer exists/)
  const kept = harness.build([]).host.conversations.get(chat.id).pinnedTurnIds
  expect(kept).toEqual([...others.slice(1), first])
  proves('record.pinned.kept')
})

it('what is pinned is what the model is sent of a chat that is too long', async () => {
  const harness = createChatHarness()
  const { host, chat, models } = await harness.ready(
    Array.from({ length: 4 }, () => stepOf(says('ok'))),
  )
  for (const letter of ['a', 'b', 'c']) {
    host.chats.send(chat.id, letter.repeat(450_000))
    await turnOver(host, chat)
    if (letter === 'a') host.chats.pin(chat.id, lastTurn(host, chat).id, true)
  }
  host.chats.send(chat.id, 'and now?')
  await turnOver(host, chat)
  const sent = JSON.stringify(models.requests[3]?.messages)
  expect([sent.includes('aaa'), sent.includes('bbb'), sent.includes('ccc')]).toEqual([
    true,
    false,
    true,
  ])
  expect(lastTurn(host, chat).leftOutTurns).toBe(1)
})

it('a new version of a pinned message is pinned, and only those that the chat shows count', async () => {
  const harness = createChatHarness()
  const { host, chat } = await harness.ready(
    Array.from({ length: MAX_PINNED_TURNS + 4 }, () => stepOf(says('ok'))),
  )
  const pinned = () => host.conversations.get(chat.id).pinnedTurnIds ?? []
  host.chats.send(chat.id, 'keep this')
  await turnOver(host, chat)
  const first = lastTurn(host, chat).id
  host.chats.pin(chat.id, first, true)
  host.chats.retry(chat.id, first)
  await turnOver(host, chat)
  const second = lastTurn(host, chat).id
  host.chats.edit(chat.id, second, { text: 'keep that' })
  await turnOver(host, chat)
  const third = lastTurn(host, chat).id
  expect(pinned()).toEqual([first, second, third])
  for (let n = 1; n <= MAX_PINNED_TURNS; n += 1) {
    host.chats.send(chat.id, `message ${n}`)
    await turnOver(host, chat)
    if (n < MAX_PINNED_TURNS) host.chats.pin(chat.id, lastTurn(host, chat).id, true)
  }
  expect(pinned()).toHaveLength(MAX_PINNED_TURNS + 2)
  const last = lastTurn(host, chat).id
  expect(() => host.chats.pin(chat.id, last, true)).toThrow(/Only 20 messages/)
  host.chats.pin(chat.id, third, false)
  host.chats.retry(chat.id, third)
  await turnOver(host, chat)
  expect(pinned()).not.toContain(lastTurn(host, chat).id)
})
