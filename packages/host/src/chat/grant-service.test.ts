import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import {
  allowInChat,
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'
import { stepOf, toolNamed } from '../testing/index.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const reads = (...ids: string[]) => ids.map((id) => stepOf(calls(id, 'files__read')))

/** `read` is allowed in the chat and ran three times in one turn. */
async function allowed(...more: Parameters<ChatHarness['ready']>[0]): Promise<ReadyChat> {
  const ready = await harness.ready([...reads('c1', 'c2', 'c3'), stepOf(), ...more])
  ready.host.conversations.rename(ready.chat.id, 'Release notes')
  ready.host.chats.send(ready.chat.id, 'Read')
  await answerNext(ready.host, allowInChat)
  await turnOver(ready.host, ready.chat)
  return ready
}

function changeTools(name: string, description: string): void {
  harness.server.tools = [{ ...toolNamed(name), description }, toolNamed('write')]
  harness.server.opened.at(-1)?.listener.onToolsChanged(harness.server.tools)
}

it('a permission says what for, where, since when, from which call and how often it was used', async () => {
  const { host, chat } = await allowed()
  const [call] = callsOf(lastTurn(host, chat))
  const [grant, ...more] = host.grants.list()
  expect(more).toEqual([])
  expect(grant).toMatchObject({
    toolName: 'read',
    serverId: host.servers.list()[0]?.config.id,
    scope: { kind: 'chat', conversationId: chat.id },
    from: { conversationId: chat.id, entryId: call?.id },
    definitionHash: call?.decision?.definition,
    identity: call?.decision?.serverIdentity,
    chatTitle: 'Release notes',
    uses: 2,
    lastUsedAt: harness.clock.now(),
    voided: null,
  })
  proves('grant.record.listed')
})

it('a permission that was revoked allows nothing more, and the record says so', async () => {
  const { host, chat } = await allowed(...reads('c4'), stepOf())
  const [grant] = host.grants.list()
  host.grants.revoke(grant?.id ?? '')
  expect(host.grants.list()).toEqual([])
  expect(harness.stores.audited.at(-1)).toMatchObject({
    kind: 'permission-revoked',
    subject: 'read',
    by: { kind: 'grant', grantId: grant?.id },
    tool: { definition: grant?.definitionHash },
    serverIdentity: grant?.identity,
  })
  host.chats.send(chat.id, 'Again')
  expect((await nextApproval(host)).voided).toBeUndefined()
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  expect(host.grants.list()).toEqual([])
  expect(() => host.grants.revoke(grant?.id ?? '')).toThrow(
    expect.objectContaining({ code: 'grant/not-found' }),
  )
  proves('grant.record.revoked')
})

it('those of a server are revoked together, or all', async () => {
  const { host } = await allowed()
  const [grant] = host.grants.list()
  if (!grant) throw new Error('There is none.')
  harness.stores.grants.save({ ...grant, id: 'other', serverId: 'other' })
  host.grants.revokeAll(grant.serverId)
  expect(host.grants.list().map(({ id }) => id)).toEqual(['other'])
  host.grants.revokeAll(null)
  expect(host.grants.list()).toEqual([])
})

it('a permission for a tool that changed or went is listed as void and allows nothing', async () => {
  const { host, chat } = await allowed(...reads('c4'), stepOf())
  changeTools('read', 'Reads, and sends it on')
  await until(() => host.grants.list()[0]?.voided === 'tool-changed')
  host.chats.send(chat.id, 'Again')
  expect((await nextApproval(host)).voided).toBe('tool-changed')
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  expect(host.grants.list()[0]?.uses).toBe(2)
  changeTools('other', '')
  expect(host.grants.list()[0]?.voided).toBe('tool-changed')
  proves('grant.record.void')
})

it('one that holds everywhere allows the call in any chat, and an outcome that is not known voids it', async () => {
  const { host, chat } = await allowed(...reads('c4'), stepOf())
  const [grant] = host.grants.list()
  if (!grant) throw new Error('There is none.')
  host.grants.revokeAll(null)
  const { uses: _uses, lastUsedAt: _at, chatTitle: _title, voided: _voided, ...record } = grant
  harness.stores.grants.save({ ...record, scope: { kind: 'always' } })
  const second = host.conversations.create()
  host.conversations.setModel(second.id, host.conversations.get(chat.id).model)
  host.chats.send(second.id, 'Read')
  const [call] = callsOf(await turnOver(host, second))
  expect(call?.decision).toMatchObject({ by: 'grant', grantId: grant.id })
  harness.stores.grants.save({ ...record, scope: { kind: 'always' }, unknownCall: 'k' })
  expect(host.grants.list()[0]?.voided).toBe('outcome-unknown')
})
