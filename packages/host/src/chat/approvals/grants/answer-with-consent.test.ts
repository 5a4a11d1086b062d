import type { ToolAnnotations, ToolApprovalAnswer } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it } from 'vitest'
import {
  calls,
  callsOf,
  createChatHarness,
  nextApproval,
  says,
  turnOver,
  until,
  withDisplayHash,
} from '../../../testing/chat-harness.ts'
import { stepOf, toolNamed } from '../../../testing/tool-fixture.ts'

describe('an answer that allows more than once', () => {
  /** @threat consent.answer-ask */
  it('leaves the ask as it is when the person does not consent', async () => {
    const harness = createChatHarness()
    const { host, chat } = await harness.ready([
      stepOf(calls('c1', 'files__read', { path: '/a' })),
      stepOf(says('Done.')),
    ])
    host.chats.send(chat.id, 'Read')
    const ask = await nextApproval(host)
    harness.consent.decision = 'cancel'
    const answer = withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-in-chat' })
    expect(await host.answerAsk(ask.id, answer)).toEqual({ outcome: 'cancelled' })
    expect(host.asks.pending()).toHaveLength(1)
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'grant',
      serverName: 'files',
      tool: { name: 'read' },
    })
    harness.consent.decision = 'allow'
    expect(await host.answerAsk(ask.id, answer)).toEqual({ outcome: 'answered' })
    expect(host.asks.pending()).toEqual([])
  })
})

const quiet = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }

/** A call of `read` with these annotations waits; the consent window would be cancelled. */
async function waitingFor(annotations: ToolAnnotations) {
  const harness = createChatHarness()
  harness.server.tools = [toolNamed('read', { annotations }), toolNamed('list', { annotations })]
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__read', { path: '/a' })),
    stepOf(says('Done.')),
  ])
  host.chats.send(chat.id, 'Read')
  const ask = await nextApproval(host)
  harness.consent.decision = 'cancel'
  const asked = harness.consent.asked.length
  const answer = (
    decision: ToolApprovalAnswer['decision'],
    more: Partial<ToolApprovalAnswer> = {},
  ) => host.answerAsk(ask.id, withDisplayHash(ask, { kind: 'tool-approval', decision, ...more }))
  return { ask, harness, host, chat, answer, windows: () => harness.consent.asked.length - asked }
}

describe('the press in the card', () => {
  /**
   * @threat unseen.granted-in-the-card
   * @attacker server
   * @tries Has a tool that does harm allowed for a chat by one press in its card, without the consent window.
   * @stoppedBy Main asks in the window unless the tool declares that it is neither destructive nor open-world (a
   * missing hint counts as both), its definition and server are pinned, and there is no warning. The permission is for
   * this chat, this definition and this server.
   * @remains The declaration is the server’s own. Script in the page that rides on a press can give such a permission.
   */
  it('allows one pinned tool in this chat that is declared neither destructive nor open-world, without a window', async () => {
    const { host, chat, answer, windows } = await waitingFor(quiet)
    expect(await answer('allow-in-chat')).toEqual({ outcome: 'answered' })
    expect(windows()).toBe(0)
    await turnOver(host, chat)
    expect(host.grants.list()).toMatchObject([
      { toolName: 'read', scope: { kind: 'chat', conversationId: chat.id } },
    ])
  })

  it.each([
    ['in all chats', quiet, 'allow-always'],
    ['destructive by default', { openWorldHint: false }, 'allow-in-chat'],
    ['open-world by default', { destructiveHint: false }, 'allow-in-chat'],
    [
      'read-only and destructive at once',
      { ...quiet, readOnlyHint: true, destructiveHint: true },
      'allow-in-chat',
    ],
  ] as const)('is not enough: %s', async (_what, annotations, decision) => {
    const { host, answer, windows } = await waitingFor(annotations)
    expect(await answer(decision)).toEqual({ outcome: 'cancelled' })
    expect(windows()).toBe(1)
    expect(host.grants.list()).toEqual([])
  })

  /** @threat unseen.granted-in-the-card */
  it('needs the hash of what the card showed', async () => {
    const { harness, host, ask } = await waitingFor(quiet)
    const answer = {
      kind: 'tool-approval',
      decision: 'allow-in-chat',
      shown: '0'.repeat(64),
    } as const
    await expect(host.answerAsk(ask.id, answer)).rejects.toThrow(
      expect.objectContaining({ code: 'ask/not-as-shown' }),
    )
    expect(harness.consent.asked.filter(({ kind }) => kind === 'grant')).toEqual([])
    expect(host.asks.pending()).toHaveLength(1)
  })
})

describe('the read-only tools of a server, from the card of a call', () => {
  const closed = { readOnlyHint: true, openWorldHint: false }

  it('are allowed in one place by one window that names them, and the call runs once', async () => {
    const { harness, host, chat, answer, windows } = await waitingFor(closed)
    harness.consent.decision = 'allow'
    expect(await answer('allow-in-chat', { tools: 'read-only' })).toEqual({ outcome: 'answered' })
    expect(windows()).toBe(1)
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'read-only-tools',
      scope: 'chat',
      tools: [{ name: 'read' }, { name: 'list' }],
    })
    const turn = await turnOver(host, chat)
    expect(callsOf(turn)[0]?.decision).toMatchObject({ kind: 'allow-once', by: 'person' })
    expect(host.grants.list().map(({ toolName, scope }) => [toolName, scope.kind])).toEqual(
      expect.arrayContaining([
        ['read', 'chat'],
        ['list', 'chat'],
      ]),
    )
  })

  it('are not allowed, and the call waits on, when the window is cancelled', async () => {
    const { host, answer } = await waitingFor(closed)
    expect(await answer('allow-always', { tools: 'read-only' })).toEqual({ outcome: 'cancelled' })
    expect(host.asks.pending()).toHaveLength(1)
    expect(host.grants.list()).toEqual([])
  })
})

/** Four calls of one step wait: three of `read`, and one of `write`. */
async function fourWaiting() {
  const harness = createChatHarness()
  harness.server.tools = [
    { ...toolNamed('read'), annotations: { ...quiet, readOnlyHint: true } },
    { ...toolNamed('write'), annotations: quiet },
  ]
  const { host, chat } = await harness.ready([
    stepOf(
      calls('c1', 'files__read', { path: '/a' }),
      calls('c2', 'files__read', { path: '/b' }),
      calls('c3', 'files__write', { path: '/c' }),
      calls('c4', 'files__read', { path: '/d' }),
    ),
    stepOf(says('Done.')),
  ])
  host.chats.send(chat.id, 'Go')
  await nextApproval(host)
  const asks = await until(() => {
    const pending = host.asks.pending()
    return pending.length === 4 && pending
  })
  const once = { kind: 'tool-approval', decision: 'allow-once' } as const
  const alike = asks.slice(1, 3).map((ask) => ({
    id: ask.id,
    shown: withDisplayHash(ask, once).shown ?? '',
  }))
  return { harness, host, asks, alike }
}

describe('a lasting answer with calls that were in view', () => {
  const inChat = { kind: 'tool-approval', decision: 'allow-in-chat' } as const

  /**
   * @threat unseen.alike
   * @attacker model
   * @tries Puts other calls beside one that the person allows for longer, so that they are allowed with it unread.
   * @stoppedBy Only calls that were in view, each by the hash of what its row drew; main allows those of the same
   * pinned tool, or of tools declared read-only, without a warning, once each.
   * @remains Only the page knows what was in view; a page with hostile script can claim that all of it was.
   */
  it('allows those that the permission covers, and no other one', async () => {
    const { host, asks, alike } = await fourWaiting()
    const [first, , write, unseen] = asks
    if (!first) throw new Error('Nothing waits.')
    await host.answerAsk(first.id, withDisplayHash(first, inChat), alike)
    expect(host.asks.pending().map(({ id }) => id)).toEqual([write?.id, unseen?.id])
    proves('chat.plan.alike')
  })

  it('allows none that was shown otherwise, none without consent, and none with an answer for once', async () => {
    const { harness, host, asks, alike } = await fourWaiting()
    const [first, second] = asks
    if (!first || !second) throw new Error('Nothing waits.')
    harness.consent.decision = 'cancel'
    const always = { kind: 'tool-approval', decision: 'allow-always' } as const
    await host.answerAsk(first.id, withDisplayHash(first, always), alike)
    expect(host.asks.pending()).toHaveLength(4)
    const other = alike.map(({ id }) => ({ id, shown: '0'.repeat(64) }))
    await host.answerAsk(first.id, withDisplayHash(first, inChat), other)
    expect(host.asks.pending()).toHaveLength(3)
    const once = { kind: 'tool-approval', decision: 'allow-once' } as const
    await host.answerAsk(second.id, withDisplayHash(second, once), alike)
    expect(host.asks.pending()).toHaveLength(2)
  })
})
