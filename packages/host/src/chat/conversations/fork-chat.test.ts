import type { Conversation, TranscriptTurn } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import {
  allowInChat,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { heldStep, stepOf } from '../../testing/index.ts'
import type { Host } from '../../host.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

async function say(host: Host, chat: Conversation, text: string): Promise<TranscriptTurn> {
  host.chats.send(chat.id, text)
  await turnOver(host, chat)
  return lastTurn(host, chat)
}

const textsOf = (host: Host, { id }: Conversation): string[] =>
  host.chats
    .view(id)
    .turns.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'tool-call' ? entry.toolName : entry.text)),
    )

it('a fork has the branch up to the message, and goes on by itself', async () => {
  const { host, chat, models } = await harness.ready(
    ['One.', 'Two.', 'Other two.', 'Three.'].map((text) => stepOf(says(text))),
  )
  const first = await say(host, chat, 'First')
  const second = await say(host, chat, 'Second')
  host.conversations.setSetup(chat.id, { systemPrompt: 'Be brief.' })
  host.conversations.rename(chat.id, 'Count')
  host.conversations.saveDraft(chat.id, 'half')
  host.conversations.setPinned(chat.id, first.id, true)

  const fork = await host.forkChat({ conversationId: chat.id, turnId: first.id })
  expect(textsOf(host, fork)).toEqual(['First', 'One.'])
  expect(fork).toMatchObject({
    title: 'Count (2)',
    titled: true,
    model: host.conversations.get(chat.id).model,
    setup: { systemPrompt: 'Be brief.' },
    draft: '',
  })
  expect(fork.pinnedTurnIds).toEqual([lastTurn(host, fork).id])
  expect(fork.cost).toBeUndefined()
  await say(host, fork, 'Second, otherwise')
  expect(textsOf(host, fork)).toEqual(['First', 'One.', 'Second, otherwise', 'Other two.'])
  expect(models.requests[2]?.messages).toMatchObject([
    { role: 'user', text: 'First' },
    { role: 'assistant' },
    { role: 'user', text: 'Second, otherwise' },
  ])
  expect(textsOf(host, chat)).toEqual(['First', 'One.', 'Second', 'Two.'])
  const again = await host.forkChat({ conversationId: chat.id, turnId: second.id })
  expect(again.title).toBe('Count (3)')
  expect(textsOf(host, again)).toEqual(['First', 'One.', 'Second', 'Two.'])
  proves('chat.fork.branch')
})

it('a permission for the chat and its mode stay behind, and the record of its calls comes along', async () => {
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__read')),
    stepOf(says('Read.')),
    stepOf(calls('c2', 'files__read')),
    stepOf(says('Read again.')),
  ])
  host.chats.send(chat.id, 'Read')
  await answerNext(host, allowInChat)
  await turnOver(host, chat)
  const turn = lastTurn(host, chat)
  const fork = await host.forkChat({ conversationId: chat.id, turnId: turn.id })
  const [call] = callsOf(lastTurn(host, fork))
  expect(call).toMatchObject({ toolName: 'read', status: 'done', callId: 'c1' })
  expect(call?.id).not.toBe(callsOf(turn)[0]?.id)
  expect(call?.askId).toBeUndefined()
  host.chats.send(fork.id, 'Read once more')
  await answerNext(host, { kind: 'tool-approval', decision: 'deny' })
  await turnOver(host, fork)
  expect(callsOf(lastTurn(host, fork))).toMatchObject([{ status: 'denied' }])
  proves('chat.fork.permissions')
})

/**
 * @threat grants.workspace
 * @attacker page
 * @tries Moves a chat to a workspace in which more is allowed, or has a tool allowed in another workspace than the card
 * named, so that calls run there unasked.
 * @stoppedBy Moving is an act; where the workspace has permissions main asks in the consent window, with each tool
 * named, and again refuses when they changed meanwhile. What is allowed in a workspace is for the one that the chat is
 * in before and after that window.
 * @remains Riding on a press it can move a chat to a workspace that has no permissions; what is allowed there later
 * counts in that chat too, as the consent window says.
 */
it('a mode narrower than that of the workspace comes along, and a wider one stays behind', async () => {
  const { host, chat } = await harness.ready([stepOf(says('One.'))])
  const { id: turnId } = await say(host, chat, 'First')
  const { id: workspaceId } = await host.workspaces.create('Research')
  await host.approvalModes.setForWorkspace(workspaceId, 'risky-calls')
  host.conversations.setApprovalMode(chat.id, 'every-call')
  host.conversations.setWorkspace(chat.id, workspaceId)
  const narrow = await host.forkChat({ conversationId: chat.id, turnId })
  expect(narrow).toMatchObject({ workspaceId, approvalMode: 'every-call' })
  await host.approvalModes.setForWorkspace(workspaceId, 'every-call')
  host.conversations.setApprovalMode(chat.id, 'risky-calls')
  const wide = await host.forkChat({ conversationId: chat.id, turnId })
  expect(wide).not.toHaveProperty('approvalMode')
  proves('chat.fork.permissions')
})

/** @threat chatfiles.replaced-chat */
it('a fork of an import names its file, and is not the chat that an update replaces', async () => {
  const { host, chat } = await harness.ready([stepOf(says('One.'))])
  const { id: turnId } = await say(host, chat, 'First')
  const source = { product: 'claude', id: 'c1', state: 'a'.repeat(64) } as const
  const imported = { name: 'conversations.json (Claude)', at: 1 }
  harness.stores.conversations.save({
    ...host.conversations.get(chat.id),
    imported: { ...imported, source },
  })
  const fork = await host.forkChat({ conversationId: chat.id, turnId })
  expect(fork.imported).toEqual(imported)
})

it('a temporary chat forks into a temporary one, and no row of it is on disk', async () => {
  const { host, chat } = await harness.ready([stepOf(says('One.')), stepOf(says('Two.'))])
  const temporary = host.conversations.createTemporary()
  host.conversations.setModel(temporary.id, chat.model ?? host.conversations.get(chat.id).model)
  const turn = await say(host, temporary, 'First')
  const fork = await host.forkChat({ conversationId: temporary.id, turnId: turn.id })
  expect(fork.isTemporary).toBe(true)
  expect(textsOf(host, fork)).toEqual(['First', 'One.'])
  expect(harness.stores.conversations.get(fork.id)).toBeNull()
  expect(harness.stores.turns.nodes(fork.id)).toEqual([])
  host.conversations.remove(temporary.id)
  await say(host, fork, 'Second')
  expect(textsOf(host, fork)).toEqual(['First', 'One.', 'Second', 'Two.'])
  proves('chat.fork.temporary')
})

it('refuses a turn that runs, and one of another chat', async () => {
  const held = heldStep(says('One.'))
  const { host, chat } = await harness.ready([held.step])
  host.chats.send(chat.id, 'First')
  const turnId = lastTurn(host, chat).id
  const other = host.conversations.create()
  await expect(host.forkChat({ conversationId: chat.id, turnId })).rejects.toMatchObject({
    code: 'chat/busy',
  })
  await expect(host.forkChat({ conversationId: other.id, turnId })).rejects.toMatchObject({
    code: 'chat/not-found',
  })
  held.release()
  await turnOver(host, chat)
  expect(host.conversations.list()).toHaveLength(2)
})
