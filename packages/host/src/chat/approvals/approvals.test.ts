import { proves } from '@gatehouse/testkit/proves'
import { serverDraftSchema, type JsonObject, type Tool } from '@gatehouse/domain'
import type { ApprovalMode } from '@gatehouse/domain/approvals'
import { beforeEach, describe, expect, it } from 'vitest'
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
} from '../../testing/chat-harness.ts'
import { stepOf, toolNamed } from '../../testing/index.ts'

const closed = { readOnlyHint: true, openWorldHint: false }
const write = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
const withPath = { type: 'object', properties: { path: { type: 'string' } } }
const tools: Tool[] = [
  toolNamed('read', { annotations: closed }),
  toolNamed('look', { annotations: { readOnlyHint: true } }),
  toolNamed('write', { annotations: write, inputSchema: withPath }),
  toolNamed('erase', { annotations: { ...write, destructiveHint: true } }),
  toolNamed('fetch', { annotations: { readOnlyHint: true, openWorldHint: true } }),
  toolNamed('plain'),
]

let harness: ChatHarness
let sent: string[]
beforeEach(() => {
  harness = createChatHarness()
  harness.server.tools = tools
  sent = []
  harness.server.call = ({ tool }) => {
    sent.push(tool.name)
    return Promise.resolve({ content: [{ type: 'text', text: 'ok' }], isError: false })
  }
})

const serverOf = ({ host }: ReadyChat) => host.servers.list()[0]?.config.id ?? ''

function offer(...changed: Tool[]): void {
  harness.server.tools = changed
  harness.server.opened.at(-1)?.listener.onToolsChanged(changed)
}

/** Each turn makes one call. */
async function ready(...made: [tool: string, args?: JsonObject][]): Promise<ReadyChat> {
  return harness.ready(
    made.flatMap(([name, args], at) => [stepOf(calls(`c${at}`, `files__${name}`, args)), stepOf()]),
  )
}

async function setMode(chat: ReadyChat, mode: ApprovalMode, { trusts = true } = {}) {
  harness.consent.chosen = trusts ? [serverOf(chat)] : []
  return chat.host.approvalModes.setForChat(chat.chat.id, mode)
}

/** The rule that the next turn's call ran by, or asked for; whoever is asked denies. */
async function nextRule({ host, chat }: ReadyChat): Promise<string> {
  host.chats.send(chat.id, 'Go')
  await until(() => host.asks.pending().length > 0 || lastTurn(host, chat).status !== 'running')
  if (host.asks.pending().length > 0) await answerNext(host, deny)
  const decision = callsOf(await turnOver(host, chat))[0]?.decision
  return `${decision?.by}: ${decision?.rule}`
}

describe('what runs by the mode of a chat', () => {
  const inside = { path: '/home/ann/site/a' }
  it.each<[ApprovalMode, [string, JsonObject?], string]>([
    ['every-call', ['read'], 'person: every-call'],
    ['changes', ['read'], 'mode: read-only'],
    ['changes', ['look'], 'person: undeclared'],
    ['changes', ['write', inside], 'person: changes-data'],
    ['changes', ['erase'], 'person: destructive'],
    ['changes', ['fetch'], 'person: open-world'],
    ['changes', ['plain'], 'person: undeclared'],
    ['risky-calls', ['read'], 'mode: read-only'],
    ['risky-calls', ['look'], 'person: undeclared'],
    ['risky-calls', ['write', inside], 'mode: in-workspace'],
    ['risky-calls', ['write', { path: '/etc/a' }], 'person: outside-workspace'],
    ['risky-calls', ['erase'], 'person: destructive'],
    ['risky-calls', ['fetch'], 'person: open-world'],
    ['risky-calls', ['plain'], 'person: undeclared'],
  ])('%s: %o is decided by %s', async (mode, call, rule) => {
    const chat = await ready(call)
    const workspace = await chat.host.workspaces.create('Site')
    harness.stores.workspaces.save({
      ...workspace,
      folders: [{ path: '/home/ann/site', name: 'site', servers: [] }],
    })
    await chat.host.chatWorkspaces.move(chat.chat.id, workspace.id)
    await setMode(chat, mode)
    expect(await nextRule(chat)).toBe(rule)
    proves('approvals.modes.rules')
  })

  /** @threat grants.mode-claims */
  it('nothing of a server that is not trusted runs, whatever it declares', async () => {
    const chat = await ready(['read'], ['read'])
    expect(await setMode(chat, 'risky-calls', { trusts: false })).toEqual({ outcome: 'changed' })
    expect(await nextRule(chat)).toBe('person: not-trusted')
    await chat.host.serverTrust.trust(serverOf(chat))
    expect(await nextRule(chat)).toBe('mode: read-only')
    proves('approvals.trust.counts')
  })

  it('trust alone lets nothing run where each call is asked about', async () => {
    const chat = await ready(['read'])
    await chat.host.serverTrust.trust(serverOf(chat))
    expect(await nextRule(chat)).toBe('person: every-call')
  })

  it('a call is in the record with its rule, and counts as a use of the trust', async () => {
    const chat = await ready(['read'])
    await setMode(chat, 'changes')
    await nextRule(chat)
    expect(harness.stores.audited.at(-1)).toMatchObject({
      kind: 'tool-call',
      rule: 'read-only',
      by: { kind: 'mode', mode: 'changes' },
      decision: 'allow-by-mode',
      outcome: 'done',
    })
    const used = chat.host.grants.list().find(({ toolName }) => toolName === 'read')
    expect(used).toMatchObject({ scope: { kind: 'by-mode' }, uses: 1 })
    proves('approvals.modes.record')
  })

  it('a person who runs a tool without its form is asked', async () => {
    const chat = await ready()
    await setMode(chat, 'risky-calls')
    chat.host.chats.runTool(chat.chat.id, {
      serverId: serverOf(chat),
      toolName: 'read',
      arguments: {},
    })
    expect(await nextApproval(chat.host)).toMatchObject({ rule: 'by-person' })
  })
})

describe('a wider mode', () => {
  it('is consented to, server by server, with the servers that are trusted in the same press', async () => {
    const chat = await ready(['read'])
    harness.consent.decision = 'cancel'
    expect(await setMode(chat, 'changes')).toEqual({ outcome: 'cancelled' })
    expect(chat.host.conversations.get(chat.chat.id)).not.toHaveProperty('approvalMode')
    expect(chat.host.grants.list()).toEqual([])
    harness.consent.decision = 'allow'
    await setMode(chat, 'changes')
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'approval-mode',
      before: 'every-call',
      after: 'changes',
      where: { kind: 'chat' },
      servers: [
        {
          name: 'files',
          tools: [
            { name: 'read', now: 'not-trusted', trusted: 'read-only' },
            { name: 'look', now: 'not-trusted', trusted: 'undeclared' },
            { name: 'write', now: 'not-trusted', trusted: 'changes-data' },
            { name: 'erase', now: 'not-trusted', trusted: 'destructive' },
            { name: 'fetch', now: 'not-trusted', trusted: 'open-world' },
            { name: 'plain', now: 'not-trusted', trusted: 'undeclared' },
          ],
        },
      ],
    })
    expect(await nextRule(chat)).toBe('mode: read-only')
    proves('approvals.consent.wider')
  })

  it('a narrower one needs no consent, and holds for the next call', async () => {
    const chat = await ready(['read'], ['read'])
    await setMode(chat, 'changes')
    await nextRule(chat)
    const asked = harness.consent.asked.length
    await setMode(chat, 'every-call')
    expect(harness.consent.asked).toHaveLength(asked)
    expect(await nextRule(chat)).toBe('person: every-call')
    proves('approvals.consent.narrower')
  })

  /** @threat grants.mode-flip */
  it('changes nothing where a tool became another one while it was read', async () => {
    const chat = await ready()
    const { ask } = harness.consent
    harness.consent.ask = (request, signal) => {
      offer(toolNamed('read', { annotations: closed, description: 'Another one' }))
      return ask(request, signal)
    }
    await expect(setMode(chat, 'changes')).rejects.toMatchObject({ code: 'grant/server-changed' })
    await expect(chat.host.serverTrust.trust(serverOf(chat))).resolves.toEqual({
      outcome: 'granted',
    })
    expect(chat.host.conversations.get(chat.chat.id)).not.toHaveProperty('approvalMode')
  })

  it('of a workspace counts in its chats that have none, and a chat that comes to it is consented to', async () => {
    const chat = await ready(['read'], ['read'])
    const { host } = chat
    await host.serverTrust.trust(serverOf(chat))
    const { id } = await host.workspaces.create('Site')
    await host.approvalModes.setForWorkspace(id, 'changes')
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'approval-mode',
      where: { kind: 'workspace', name: 'Site' },
    })
    await host.chatWorkspaces.move(chat.chat.id, id)
    expect(harness.consent.asked.at(-1)).toMatchObject({ kind: 'chat-workspace', mode: 'changes' })
    expect(await nextRule(chat)).toBe('mode: read-only')
    await host.chatWorkspaces.move(chat.chat.id, null)
    expect(await nextRule(chat)).toBe('person: every-call')
    proves('approvals.modes.workspace')
  })

  it('a temporary chat has a mode of its own, which ends with it', async () => {
    const chat = await ready(['read'])
    const temporary = chat.host.conversations.createTemporary()
    await chat.host.approvalModes.setForChat(temporary.id, 'changes')
    expect(chat.host.conversations.get(temporary.id).approvalMode).toBe('changes')
    expect(harness.stores.conversations.get(temporary.id)).toBeNull()
    expect(await nextRule(chat)).toBe('person: every-call')
  })
})

describe('trust ends', () => {
  /**
   * @threat grants.mode-flip
   * @attacker server
   * @tries is trusted, and then declares a tool otherwise, changes what it says or takes, offers a new one, or becomes
   * another program, before or while a call is decided
   * @stoppedBy trust is bound to each definition and to who the server is; another one asks, with the differences on
   * the card, and a call is decided again right before it is sent
   */
  it('for a tool that is declared otherwise, which asks and shows what was changed', async () => {
    const chat = await ready(['read'])
    await setMode(chat, 'risky-calls')
    offer(toolNamed('read', { annotations: { ...closed, readOnlyHint: false } }))
    chat.host.chats.send(chat.chat.id, 'Go')
    const ask = await nextApproval(chat.host)
    expect(ask).toMatchObject({ rule: 'changed', voided: 'tool-changed' })
    expect(ask.changed?.changes).toMatchObject([{ part: 'annotation', name: 'readOnlyHint' }])
    expect(sent).toEqual([])
    proves('approvals.trust.pinned')
  })

  /** @threat grants.mode-flip */
  it('for a tool that is new, and for all once the server is another program', async () => {
    const chat = await ready(['more'], ['read'])
    await setMode(chat, 'changes')
    offer(...tools, toolNamed('more', { annotations: closed }))
    expect(await nextRule(chat)).toBe('person: not-trusted')
    const draft = serverDraftSchema.parse({
      id: serverOf(chat),
      name: 'files',
      transport: { kind: 'stdio', command: 'deno', args: [], env: [] },
    })
    const review = await chat.host.servers.review(draft)
    await chat.host.servers.save(review.id, true)
    await until(() => chat.host.servers.list()[0]?.connection.status === 'ready')
    expect(await nextRule(chat)).toBe('person: changed')
  })

  it('with one record once it is taken back', async () => {
    const chat = await ready(['read'])
    await setMode(chat, 'changes')
    chat.host.serverTrust.distrust(serverOf(chat))
    expect(chat.host.grants.list()).toEqual([])
    expect(harness.stores.audited.at(-1)).toMatchObject({ kind: 'permission-revoked' })
    expect(await nextRule(chat)).toBe('person: not-trusted')
    proves('approvals.trust.revoked')
  })

  /** @threat grants.mode-flip */
  it('before a call is sent that it had let run', async () => {
    const chat = await ready(['read'])
    await setMode(chat, 'changes')
    const { grants } = harness.stores
    const { used } = grants
    grants.used = (id, at) => {
      used(id, at)
      chat.host.conversations.setApprovalMode(chat.chat.id, 'every-call')
    }
    chat.host.chats.send(chat.chat.id, 'Go')
    const [call] = callsOf(await turnOver(chat.host, chat.chat))
    expect(call).toMatchObject({ status: 'rejected', decision: { by: 'mode' } })
    expect(sent).toEqual([])
    proves('approvals.modes.sent')
  })
})

describe('a tool that the person marks', () => {
  /** @threat grants.mode-claims */
  it('as read-only runs, if its server leaves that open', async () => {
    const chat = await ready(['look'])
    await setMode(chat, 'changes', { trusts: false })
    const serverId = serverOf(chat)
    await chat.host.serverTrust.mark({ serverId, toolName: 'look' }, 'read-only')
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'mark-read-only',
      tool: { name: 'look' },
    })
    expect(await nextRule(chat)).toBe('mode: read-only')
    for (const toolName of ['write', 'erase', 'fetch', 'read'])
      await expect(
        chat.host.serverTrust.mark({ serverId, toolName }, 'read-only'),
      ).rejects.toMatchObject({ code: 'grant/declared-otherwise' })
    proves('approvals.trust.marks')
  })

  it('as one to be asked about asks in every mode, and stays so through trust and revoking', async () => {
    const chat = await ready(['read'], ['read'])
    const { host } = chat
    const serverId = serverOf(chat)
    await host.serverTrust.mark({ serverId, toolName: 'read' }, 'ask')
    await setMode(chat, 'risky-calls')
    expect(await nextRule(chat)).toBe('person: always-ask')
    host.grants.revokeAll(serverId)
    const [mark] = host.grants.list()
    expect(mark).toMatchObject({ toolName: 'read', mark: 'ask' })
    expect(() => host.grants.revoke(mark?.id ?? '')).toThrow(/no longer exists/)
    await host.serverTrust.trust(serverId)
    expect(await nextRule(chat)).toBe('person: always-ask')
    await host.serverTrust.mark({ serverId, toolName: 'read' }, null)
    expect(host.grants.list().map(({ toolName }) => toolName)).not.toContain('read')
  })
})

it('after as many calls as one turn may make unasked the person is asked, and once they allow one as many run again', async () => {
  const step = (at: number) =>
    stepOf(...Array.from({ length: 50 }, (_, i) => calls(`c${at}-${i}`, 'files__read')))
  const chat = await harness.ready([step(1), stepOf(calls('c', 'files__read')), step(2), stepOf()])
  await setMode(chat, 'changes')
  chat.host.chats.send(chat.chat.id, 'Go')
  expect(await nextApproval(chat.host)).toMatchObject({ rule: 'too-many', unasked: 50 })
  expect(sent).toHaveLength(50)
  await answerNext(chat.host, allowOnce)
  await turnOver(chat.host, chat.chat)
  expect(sent).toHaveLength(101)
  proves('approvals.modes.count')
})
