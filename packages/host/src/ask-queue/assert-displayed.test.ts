import type { JsonObject, ToolApprovalAnswer } from '@gatehouse/domain'
import { consentText } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import {
  allowOnce,
  answerAsk,
  calls,
  createChatHarness,
  lastTurn,
  nextApproval,
  says,
  turnOver,
} from '../testing/chat-harness.ts'
import { stepOf, textDigest } from '../testing/index.ts'

async function asked(args: JsonObject) {
  const { server, ready } = createChatHarness()
  const sent: JsonObject[] = []
  server.call = (request) => {
    sent.push(structuredClone(request.arguments))
    return Promise.resolve({ content: [], isError: false })
  }
  const open = await ready([stepOf(calls('c1', 'files__read', args)), stepOf(says('Done.'))])
  open.host.chats.send(open.chat.id, 'Go.')
  return { ...open, sent, ask: await nextApproval(open.host) }
}

/** As a window that drew these arguments. */
function answerOf(
  { ask }: Awaited<ReturnType<typeof asked>>,
  shown: JsonObject,
  answer: ToolApprovalAnswer = allowOnce,
): ToolApprovalAnswer {
  const text = consentText({ ...ask, arguments: shown }, answer) ?? ''
  return { ...answer, shown: textDigest.sha256(text) }
}

const hidden = (): JsonObject => {
  const value: JsonObject = { text: 'hello' }
  Object.defineProperty(value, '__proto__', {
    value: { admin: true },
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return value
}

describe('what is sent is what was shown', () => {
  /**
   * @threat shown.lost-on-the-way
   * @attacker model
   * @tries Proposes arguments of which a part is lost between main and the window (a __proto__ key), so that the person
   * allows what they cannot see.
   * @stoppedBy The window sends the SHA-256 of the canonical text of what it drew; main compares it with what it would
   * send and refuses when they differ.
   */
  it('is refused, and asked still, when the window showed other arguments', async () => {
    const open = await asked(hidden())
    const answer = answerOf(open, { text: 'hello' })
    expect(() => open.host.asks.answer(open.ask.id, answer)).toThrow(
      expect.objectContaining({ code: 'ask/not-as-shown' }),
    )
    expect(open.host.asks.pending()).toHaveLength(1)
    expect(open.sent).toEqual([])
  })

  /**
   * @threat shown.unsigned
   * @attacker page
   * @tries Answers an ask without having drawn it, or with what was shown of another call.
   * @stoppedBy An answer that lets something out needs the hash over server, tool and content of this very ask.
   * @remains A page whose script is hostile can compute the hash itself; what it may never decide alone is asked
   * outside of it.
   */
  it('is refused without the hash of what was shown, for a call and for an edit', async () => {
    const open = await asked({ path: 'a' })
    for (const answer of [
      allowOnce,
      { ...allowOnce, decision: 'allow-in-chat' as const },
      { ...allowOnce, arguments: { path: 'b' } },
    ])
      expect(() => open.host.asks.answer(open.ask.id, answer)).toThrow(/not what the window showed/)
    expect(open.host.asks.pending()).toHaveLength(1)
  })

  /** @threat shown.lost-on-the-way */
  it('is refused when an edit lost a part on its way to main', async () => {
    const open = await asked({ path: 'a' })
    const edited = { ...allowOnce, arguments: { path: 'b', mode: 'safe' } }
    const { shown } = answerOf(open, {}, edited)
    const arrived = { ...edited, arguments: { path: 'b' }, ...(shown ? { shown } : {}) }
    expect(() => open.host.asks.answer(open.ask.id, arrived)).toThrow(/not what the window showed/)
  })

  /** @threat shown.unsigned */
  it('is refused for the hash of another tool or server', async () => {
    const open = await asked({ path: 'a' })
    for (const other of [
      { ...open.ask, serverId: 'other' },
      { ...open.ask, tool: { ...open.ask.tool, name: 'write' } },
    ]) {
      const shown = textDigest.sha256(consentText(other, allowOnce) ?? '')
      expect(() => open.host.asks.answer(open.ask.id, { ...allowOnce, shown })).toThrow(
        /not what the window showed/,
      )
    }
  })

  /**
   * @threat shown.changed-after-consent
   * @attacker server
   * @tries Has the arguments of a call differ from what was allowed by the time they are sent.
   * @stoppedBy The hash is compared again with the very value that is sent, at that moment.
   */
  it('is compared again when it is sent, and then rejected in words', async () => {
    const open = await asked({ path: 'a' })
    answerAsk(open.host, open.ask.id, allowOnce)
    // A fault that changes what was allowed, after it was allowed.
    open.ask.arguments['path'] = '/etc/passwd'
    await turnOver(open.host, open.chat)
    const call = lastTurn(open.host, open.chat).entries.find((one) => one.kind === 'tool-call')
    expect(call).toMatchObject({
      status: 'rejected',
      error: 'The arguments changed after you allowed the call. It was not sent.',
    })
    expect(open.sent).toEqual([])
  })

  it('is sent as it was edited when the hashes are equal', async () => {
    const open = await asked({ path: 'a' })
    const edited = { ...allowOnce, arguments: { path: 'b', constructor: null, '': [-0, 1e21] } }
    answerAsk(open.host, open.ask.id, edited)
    await turnOver(open.host, open.chat)
    expect(open.sent).toEqual([edited.arguments])
  })
})
