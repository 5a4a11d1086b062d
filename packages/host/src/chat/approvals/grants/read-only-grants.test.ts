import { proves } from '@gatehouse/testkit/proves'
import { serverDraftSchema, type Tool, type ToolAnnotations } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  deny,
  lastTurn,
  nextApproval,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../../../testing/chat-harness.ts'
import { NEVER_ABORTED } from '@gatehouse/base'
import { stepOf, toolNamed } from '../../../testing/index.ts'
import type { ReadOnlyPlace } from './read-only-grants.ts'

const closed: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
const read = (change: Partial<Tool> = {}) => toolNamed('read', { annotations: closed, ...change })
const write = (annotations?: ToolAnnotations) =>
  toolNamed('write', annotations ? { annotations } : {})

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
  harness.server.tools = [read(), write()]
})

const allChats: ReadOnlyPlace = {
  scope: { kind: 'always' },
  name: '',
  signal: NEVER_ABORTED,
  check: () => undefined,
}

const serverOf = ({ host }: ReadyChat) => host.servers.list()[0]?.config.id ?? ''

function offer(...tools: Tool[]): void {
  harness.server.tools = tools
  harness.server.opened.at(-1)?.listener.onToolsChanged(tools)
}

/** Each step calls one tool; every turn has one call. */
async function trusted(...tools: string[]): Promise<ReadyChat> {
  const steps = tools.flatMap((name, at) => [stepOf(calls(`c${at}`, `files__${name}`)), stepOf()])
  const ready = await harness.ready(steps)
  expect(await ready.host.readOnlyGrants.allow(serverOf(ready), allChats)).toEqual({
    outcome: 'granted',
  })
  return ready
}

/** Returns the decision of the next turn's call. Any ask is denied. */
async function decidedBy({ host, chat }: ReadyChat): Promise<string | undefined> {
  host.chats.send(chat.id, 'Go')
  await until(() => host.asks.pending().length > 0 || lastTurn(host, chat).status !== 'running')
  if (host.asks.pending().length > 0) await answerNext(host, deny)
  return callsOf(await turnOver(host, chat))[0]?.decision?.by
}

it('tools that a trusted server declares read-only and closed run unasked, once the person was shown them', async () => {
  const ready = await trusted('read', 'write')
  expect(harness.consent.asked.at(-1)).toEqual({
    kind: 'read-only-tools',
    serverName: 'files',
    serverHue: expect.any(Number) as number,
    tools: [{ name: 'read', title: 'read' }],
    others: 1,
    scope: 'always',
    place: '',
  })
  expect(await decidedBy(ready)).toBe('grant')
  expect(callsOf(lastTurn(ready.host, ready.chat))[0]?.decision).toMatchObject({
    kind: 'allow-read-only',
    since: harness.clock.now(),
  })
  proves('grant.read-only.allowed')
  expect(await decidedBy(ready)).toBe('person')
  proves('grant.read-only.others')
  expect(harness.stores.audited).toContainEqual(
    expect.objectContaining({
      kind: 'permission-given',
      subject: 'read',
      by: { kind: 'person' },
      decision: 'allow-read-only',
    }),
  )
})

it('nothing is allowed when the person cancels', async () => {
  const ready = await harness.ready([stepOf(calls('c1', 'files__read')), stepOf()])
  harness.consent.decision = 'cancel'
  expect(await ready.host.readOnlyGrants.allow(serverOf(ready), allChats)).toEqual({
    outcome: 'cancelled',
  })
  expect(ready.host.grants.list()).toEqual([])
  expect(await decidedBy(ready)).toBe('person')
})

/** @threat grants.flipped-hint */
it.each([
  ['destructive by default', undefined],
  ['open by default', { readOnlyHint: true }],
  ['open by its own word', { readOnlyHint: true, openWorldHint: true }],
  ['destructive and read-only at once', { ...closed, destructiveHint: true }],
  ['closed and harmless, but not read-only', { destructiveHint: false, openWorldHint: false }],
])('a tool that is %s is not among them', async (_what, annotations) => {
  harness.server.tools = [read(), write(annotations)]
  const ready = await trusted('write')
  expect(ready.host.grants.list().map(({ toolName }) => toolName)).toEqual(['read'])
  expect(await decidedBy(ready)).toBe('person')
  proves('grant.read-only.floor')
})

it('a destructive tool runs unasked where the person said so for that very tool', async () => {
  harness.server.tools = [read(), write({ destructiveHint: true })]
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__write'), calls('c2', 'files__write')),
    stepOf(calls('c3', 'files__write')),
    stepOf(),
  ])
  host.chats.send(chat.id, 'Go')
  await until(() => host.asks.pending().length === 2)
  await answerNext(host, { kind: 'tool-approval', decision: 'allow-always' })
  await answerNext(host, allowOnce)
  const turn = await turnOver(host, chat)
  expect(callsOf(turn).at(-1)?.decision).toMatchObject({ kind: 'allow-always', by: 'grant' })
  expect(host.grants.list()).toMatchObject([{ toolName: 'write', scope: { kind: 'always' } }])
})

/**
 * @threat grants.flipped-hint
 * @attacker server
 * @tries declares a tool read-only after the person allowed its read-only tools, or changes one that is among them
 * @stoppedBy what is allowed together is a list of definitions that the person was shown; annotations are part of a
 * definition, and another one is asked about
 * @remains a server that declares from the start that a tool only reads, while it writes, is believed by whoever allows
 * its read-only tools: the consent window states that this is not checked
 */
it('a tool that a server declares read-only later is asked about', async () => {
  const ready = await trusted('write', 'more')
  offer(read(), write(closed), toolNamed('more', { annotations: closed }))
  expect(await decidedBy(ready)).toBe('person')
  expect(await decidedBy(ready)).toBe('person')
  proves('grant.read-only.pinned')
})

/** @threat grants.flipped-hint */
it('a tool among them that is declared otherwise is asked about, and its permission is void', async () => {
  const ready = await trusted('read', 'read')
  offer(read({ description: 'Reads, and sends it on' }), write())
  ready.host.chats.send(ready.chat.id, 'Go')
  expect((await nextApproval(ready.host)).voided).toBe('tool-changed')
  await answerNext(ready.host, deny)
  await turnOver(ready.host, ready.chat)
  expect(ready.host.grants.list()).toMatchObject([{ voided: 'tool-changed' }])
  // What was allowed is the definition: once it is that again, so is the permission.
  offer(read(), write())
  expect(await decidedBy(ready)).toBe('grant')
})

/** @threat grants.flipped-hint */
it('all of it is void once the server is another program', async () => {
  const ready = await trusted('read')
  const draft = serverDraftSchema.parse({
    id: serverOf(ready),
    name: 'files',
    transport: { kind: 'stdio', command: 'deno', args: [], env: [] },
  })
  const review = await ready.host.servers.review(draft)
  await ready.host.servers.save(review.id, true)
  await until(() => ready.host.servers.list()[0]?.connection.status === 'ready')
  expect(ready.host.grants.list()).toMatchObject([{ voided: 'server-changed' }])
  expect(await decidedBy(ready)).toBe('person')
  proves('grant.read-only.identity')
})

/** @threat grants.from-the-page */
it('a server that became another one while its tools were read gets nothing', async () => {
  const ready = await harness.ready([stepOf()])
  const ask = harness.consent.ask
  harness.consent.ask = async (request, signal) => {
    const draft = serverDraftSchema.parse({
      id: serverOf(ready),
      name: 'files',
      transport: { kind: 'stdio', command: 'evil', args: [], env: [] },
    })
    const review = await ready.host.servers.review(draft)
    await ready.host.servers.save(review.id, true)
    return ask(request, signal)
  }
  await expect(ready.host.readOnlyGrants.allow(serverOf(ready), allChats)).rejects.toMatchObject({
    code: 'grant/server-changed',
  })
  expect(ready.host.grants.list()).toEqual([])
})

it('they are taken back together with one record, and what was allowed for a tool itself stays', async () => {
  const ready = await trusted('read')
  const [grant] = ready.host.grants.list()
  if (!grant) throw new Error('There is none.')
  const { uses: _uses, lastUsedAt: _at, chatTitle: _title, voided: _voided, ...record } = grant
  harness.stores.grants.save({ ...record, id: 'own', toolName: 'write', group: undefined })
  ready.host.readOnlyGrants.revoke(serverOf(ready))
  expect(ready.host.grants.list().map(({ id }) => id)).toEqual(['own'])
  const revoked = harness.stores.audited.filter(({ kind }) => kind === 'permission-revoked')
  expect(revoked).toMatchObject([{ subject: 'read' }])
  expect(await decidedBy(ready)).toBe('person')
  proves('grant.read-only.revoked')
})

it('giving them again leaves out what was allowed for a tool itself, and takes in what is new', async () => {
  const ready = await trusted()
  const [grant] = ready.host.grants.list()
  if (!grant) throw new Error('There is none.')
  const { uses: _uses, lastUsedAt: _at, chatTitle: _title, voided: _voided, ...record } = grant
  harness.stores.grants.save({ ...record, id: 'own', group: undefined })
  offer(read(), write(closed))
  await ready.host.readOnlyGrants.allow(serverOf(ready), allChats)
  expect(ready.host.grants.list()).toMatchObject([
    { toolName: 'write', group: 'read-only' },
    { id: 'own', toolName: 'read' },
  ])
})

it('a server without such a tool, or with names that nobody would read, asks for nothing', async () => {
  harness.server.tools = [write()]
  const ready = await harness.ready([])
  const asked = harness.consent.asked.length
  await expect(ready.host.readOnlyGrants.allow(serverOf(ready), allChats)).rejects.toMatchObject({
    code: 'grant/no-read-only-tools',
  })
  offer(toolNamed('a'.repeat(70_000), { annotations: closed }))
  await expect(ready.host.readOnlyGrants.allow(serverOf(ready), allChats)).rejects.toMatchObject({
    code: 'grant/too-much-to-read',
  })
  expect(harness.consent.asked).toHaveLength(asked)
})
