import { GatehouseError, type ToolApprovalAnswer, type ToolResult } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  withDisplayHash,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const reads = (...ids: string[]) => ids.map((id) => stepOf(calls(id, 'files__read')))

const inWorkspace = (workspaceId: string): ToolApprovalAnswer => ({
  kind: 'tool-approval',
  decision: 'allow-in-workspace',
  workspaceId,
})

/** Answers the next ask as the window does, with main's own window before it. */
async function answer({ host }: ReadyChat, given: ToolApprovalAnswer) {
  const ask = await nextApproval(host)
  return host.answerAsk(ask.id, withDisplayHash(ask, given))
}

/** A chat in `Website`, in which `read` was allowed for the workspace and ran twice. */
async function allowed(...more: Parameters<ChatHarness['ready']>[0]) {
  const ready = await harness.ready([...reads('c1', 'c2'), stepOf(), ...more])
  const { host, chat } = ready
  const { id: site } = await host.workspaces.create('Website')
  const { id: other } = await host.workspaces.create('Papers')
  host.conversations.rename(chat.id, 'Release notes')
  await host.chatWorkspaces.move(chat.id, site)
  host.chats.send(chat.id, 'Read')
  await answer(ready, inWorkspace(site))
  await turnOver(host, chat)
  return { ...ready, site, other }
}

/** A further chat with the same model, in no workspace. */
async function another({ host, chat }: ReadyChat) {
  const { model } = host.conversations.get(chat.id)
  const made = host.conversations.create()
  host.conversations.setModel(made.id, model)
  await host.chatWorkspaces.move(made.id, null)
  return host.conversations.get(made.id)
}

it('what is allowed in a workspace runs in each of its chats, and in no other', async () => {
  const ready = await allowed(...reads('c3'), stepOf(), ...reads('c4'), stepOf())
  const { host, chat, site } = ready
  expect(harness.consent.asked.at(-1)).toMatchObject({
    kind: 'grant',
    scope: 'workspace',
    workspace: { name: 'Website', chats: 1 },
  })
  expect(callsOf(lastTurn(host, chat)).map(({ decision }) => decision)).toMatchObject([
    { kind: 'allow-in-workspace', by: 'person' },
    { kind: 'allow-in-workspace', by: 'grant' },
  ])
  expect(host.grants.list()).toMatchObject([
    { scope: { kind: 'workspace', workspaceId: site }, workspaceName: 'Website', uses: 1 },
  ])
  const outside = await another(ready)
  host.chats.send(outside.id, 'Read')
  await answerNext(host, allowOnce)
  await turnOver(host, outside)
  await host.chatWorkspaces.move(outside.id, site)
  host.chats.send(outside.id, 'Read')
  const turn = await turnOver(host, outside)
  expect(callsOf(turn)[0]?.decision).toMatchObject({ by: 'grant', kind: 'allow-in-workspace' })
  proves('grant.workspace.chats')
})

it('a chat that leaves the workspace is asked again at once, also about calls that wait to be sent', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `w${index}`)
  const many = stepOf(...ids.map((id) => calls(id, 'files__read')))
  const { host, chat, site, other } = await allowed(many, stepOf(), ...reads('c3'), stepOf())
  const open: ((result: ToolResult) => void)[] = []
  harness.server.call = () => new Promise((resolve) => open.push(resolve))
  host.chats.send(chat.id, 'Many')
  await until(() => callsOf(lastTurn(host, chat)).filter(({ decision }) => decision).length === 20)
  await until(() => open.length === 8)
  const sent = open.length
  await host.chatWorkspaces.move(chat.id, other)
  for (const end of open) end({ content: [], isError: false })
  const unsent = callsOf(await turnOver(host, chat)).filter(({ status }) => status === 'rejected')
  expect(open).toHaveLength(sent)
  expect(unsent).toHaveLength(20 - sent)
  expect(unsent[0]?.error).toContain('The chat left the workspace in which read is allowed')
  host.chats.send(chat.id, 'Again')
  expect(await nextApproval(host)).toMatchObject({ tool: { name: 'read' } })
  expect(host.grants.list()).toMatchObject([{ scope: { workspaceId: site }, voided: null }])
  proves('grant.workspace.left')
})

/** @threat faults.sent-and-not-saved */
it('a call whose outcome no one knows suspends what allowed it, wherever its chat is by then', async () => {
  const ready = await allowed(...reads('c3'), stepOf(), ...reads('c4'), stepOf())
  const { host, chat, site } = ready
  const second = await another(ready)
  await host.chatWorkspaces.move(second.id, site)
  const sent: ((error: Error) => void)[] = []
  harness.server.call = () => new Promise((_resolve, reject) => sent.push(reject))
  host.chats.send(chat.id, 'Read')
  await until(() => sent.length === 1)
  await host.chatWorkspaces.move(chat.id, null)
  sent[0]?.(new GatehouseError('call/connection-lost', 'No response came.'))
  expect(callsOf(await turnOver(host, chat))[0]?.status).toBe('unknown')
  host.chats.send(second.id, 'Read')
  expect(await nextApproval(host)).toMatchObject({ voided: 'outcome-unknown' })
  expect(sent).toHaveLength(1)
})

/** @threat grants.workspace */
it('a chat comes to a workspace with permissions only when that was consented to, with each tool named', async () => {
  const ready = await allowed(...reads('c3'), stepOf())
  const { host, site } = ready
  const outside = await another(ready)
  harness.consent.decision = 'cancel'
  expect(await host.chatWorkspaces.move(outside.id, site)).toEqual({ outcome: 'cancelled' })
  expect(host.conversations.workspaceOf(outside.id)).toBeNull()
  harness.consent.decision = 'allow'
  expect(await host.chatWorkspaces.move(outside.id, site)).toEqual({ outcome: 'moved' })
  expect(harness.consent.asked.at(-1)).toEqual({
    kind: 'chat-workspace',
    conversationTitle: '',
    workspaceName: 'Website',
    permissions: [{ serverName: 'files', serverHue: 0, toolName: 'read' }],
  })
  expect(harness.stores.audited.at(-1)).toMatchObject({
    kind: 'permission-given',
    conversationId: outside.id,
    subject: 'Website: read',
    decision: 'allow-in-workspace',
  })
  proves('grant.workspace.consent')
})

/** @threat grants.workspace */
it('permissions that change while a move is asked about stop it', async () => {
  const ready = await allowed()
  const { host, site } = ready
  const outside = await another(ready)
  const [grant] = host.grants.list()
  if (!grant) throw new Error('There is none.')
  const { ask } = harness.consent
  harness.consent.ask = (...given) => {
    harness.stores.grants.save({ ...grant, id: 'more', toolName: 'write' })
    return ask(...given)
  }
  await expect(host.chatWorkspaces.move(outside.id, site)).rejects.toMatchObject({
    code: 'workspace/permissions-changed',
  })
  expect(host.conversations.workspaceOf(outside.id)).toBeNull()
})

/** @threat grants.workspace */
it('nothing is allowed for a workspace that the chat is not in, or left while it was asked about', async () => {
  const ready = await harness.ready([...reads('c1'), stepOf()])
  const { host, chat } = ready
  const { id: site } = await host.workspaces.create('Website')
  const { id: other } = await host.workspaces.create('Papers')
  await host.chatWorkspaces.move(chat.id, site)
  host.chats.send(chat.id, 'Read')
  const refused = expect.objectContaining({ code: 'ask/other-workspace' })
  await expect(answer(ready, inWorkspace(other))).rejects.toEqual(refused)
  expect(harness.consent.asked.map(({ kind }) => kind)).not.toContain('grant')
  const { ask } = harness.consent
  harness.consent.ask = (...given) => {
    host.conversations.setWorkspace(chat.id, other)
    return ask(...given)
  }
  await expect(answer(ready, inWorkspace(site))).rejects.toEqual(refused)
  expect(host.grants.list()).toEqual([])
  expect(host.asks.pending()).toHaveLength(1)
  proves('grant.workspace.exact')
})

it('what is allowed in a workspace that was deleted does not count, until that is undone', async () => {
  const ready = await allowed(...reads('c3'), stepOf(), ...reads('c4'), stepOf())
  const { host, chat, site } = ready
  host.workspaces.remove(site)
  expect(host.conversations.workspaceOf(chat.id)).toBeNull()
  expect(host.grants.list()).toMatchObject([{ workspaceName: null }])
  host.chats.send(chat.id, 'Read')
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  await host.workspaces.restore(site)
  host.chats.send(chat.id, 'Read')
  const turn = await turnOver(host, chat)
  expect(callsOf(turn)[0]?.decision).toMatchObject({ by: 'grant' })
})

it('a new chat is in the workspace that was used last, and in none once that is deleted', async () => {
  const ready = await harness.ready([stepOf()])
  const { host, chat } = ready
  const { id: site } = await host.workspaces.create('Website')
  expect(host.conversations.create().workspaceId).toBeNull()
  await host.chatWorkspaces.move(chat.id, site)
  expect(host.conversations.create().workspaceId).toBe(site)
  // After a restart it is that of the chat in which something happened last.
  harness.clock.advance(5)
  host.conversations.noteActivity(chat.id, 'Something')
  const again = harness.build([]).host
  expect(again.conversations.create().workspaceId).toBe(site)
  again.workspaces.remove(site)
  expect(again.conversations.create().workspaceId).toBeNull()
  await expect(again.chatWorkspaces.move(chat.id, site)).rejects.toMatchObject({
    code: 'workspace/not-found',
  })
  proves('chat.workspace.last')
})
