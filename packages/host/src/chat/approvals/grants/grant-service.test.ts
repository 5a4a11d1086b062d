import { GatehouseError, type ToolResult } from '@gatehouse/domain'
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
} from '../../../testing/chat-harness.ts'
import { stepOf, toolNamed } from '../../../testing/index.ts'

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

it('a tool that is always allowed runs unasked in every chat, and is asked about once that is revoked', async () => {
  const { host, chat } = await harness.ready([
    ...reads('c1'),
    stepOf(),
    ...reads('c2'),
    stepOf(),
    ...reads('c3'),
    stepOf(),
  ])
  host.chats.send(chat.id, 'Read')
  await answerNext(host, { kind: 'tool-approval', decision: 'allow-always' })
  await turnOver(host, chat)
  const [grant] = host.grants.list()
  expect(grant).toMatchObject({
    scope: { kind: 'always' },
    from: { conversationId: chat.id },
    chatTitle: host.conversations.get(chat.id).title,
  })
  const second = host.conversations.create()
  host.conversations.setModel(second.id, host.conversations.get(chat.id).model)
  host.chats.send(second.id, 'Read')
  expect(callsOf(await turnOver(host, second))[0]?.decision).toMatchObject({
    kind: 'allow-always',
    by: 'grant',
    grantId: grant?.id,
    since: grant?.createdAt,
  })
  proves('grant.scope.always')
  host.grants.revoke(grant?.id ?? '')
  host.chats.send(second.id, 'Again')
  await answerNext(host, allowOnce)
  expect(callsOf(await turnOver(host, second))[0]?.decision?.by).toBe('person')
})

/** @threat grants.sent-after-revoking */
it('once revoked during a turn, its next call is asked about', async () => {
  const { host, chat } = await harness.ready([...reads('c1', 'c2', 'c3'), stepOf()])
  harness.server.call = ({ callId: _callId }) => {
    // The second call, which the permission allowed, is when the person revokes it.
    const [grant] = host.grants.list()
    if (grant && grant.uses > 0) host.grants.revoke(grant.id)
    return Promise.resolve({ content: [], isError: false })
  }
  host.chats.send(chat.id, 'Read')
  await answerNext(host, allowInChat)
  await answerNext(host, allowOnce)
  const turn = await turnOver(host, chat)
  expect(callsOf(turn).map(({ decision }) => decision?.by)).toEqual(['person', 'grant', 'person'])
  proves('grant.scope.revoked-in-turn')
})

/** Twenty calls that are allowed, of which some are at the server and the others wait for their turn. */
async function waitingCalls() {
  const ids = Array.from({ length: 20 }, (_, index) => `c${index}`)
  const { host, chat } = await allowed(
    stepOf(...ids.map((id) => calls(id, 'files__read'))),
    stepOf(),
  )
  const open: { resolve(result: ToolResult): void; reject(error: Error): void }[] = []
  harness.server.call = () =>
    new Promise<ToolResult>((resolve, reject) => open.push({ resolve, reject }))
  host.chats.send(chat.id, 'Many')
  await until(() => callsOf(lastTurn(host, chat)).filter(({ decision }) => decision).length === 20)
  await until(() => open.length === 8)
  return { host, chat, open }
}

const empty: ToolResult = { content: [], isError: false }

/**
 * @threat grants.sent-after-revoking
 * @attacker model
 * @tries makes many calls at once, so that some are sent after the permission was revoked
 * @stoppedBy each call looks for its permission again right before it is sent; without it the call is not made, and its
 * card states this
 */
it('a call that was allowed and waits is not sent once the permission is revoked', async () => {
  const { host, chat, open } = await waitingCalls()
  const before = open.length
  host.grants.revokeAll(null)
  for (const call of open) call.resolve(empty)
  const turn = await turnOver(host, chat)
  expect(open).toHaveLength(before)
  const unsent = callsOf(turn).filter(({ status }) => status === 'rejected')
  expect(unsent).toHaveLength(20 - before)
  expect(unsent[0]?.error).toContain('was revoked before this call was sent')
  proves('grant.scope.unsent')
})

it('nor once a call before it may have run without its outcome being known', async () => {
  const { host, chat, open } = await waitingCalls()
  const before = open.length
  open[0]?.reject(new GatehouseError('call/connection-lost', 'Gone.'))
  await until(() => callsOf(lastTurn(host, chat)).some(({ status }) => status === 'unknown'))
  for (const call of open.slice(1)) call.resolve(empty)
  const turn = await turnOver(host, chat)
  expect(open).toHaveLength(before)
  const unsent = callsOf(turn).filter(({ status }) => status === 'rejected')
  expect(unsent).toHaveLength(20 - before)
  expect(unsent[0]?.error).toContain('was suspended before this call was sent')
})

it('a call that waits is sent when the person allowed the tool anew meanwhile', async () => {
  const { host, chat, open } = await waitingCalls()
  const [grant] = harness.stores.grants.list()
  if (!grant) throw new Error('There is none.')
  harness.stores.grants.remove(grant.id)
  harness.stores.grants.save({ ...grant, id: 'anew' })
  const over = turnOver(host, chat)
  let sent = 0
  while (sent < 20) {
    await until(() => open.length > sent)
    open[sent]?.resolve(empty)
    sent += 1
  }
  expect(callsOf(await over).every(({ status }) => status === 'done')).toBe(true)
})
