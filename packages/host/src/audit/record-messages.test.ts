import type { AuditRecord } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { handlerOf, nextAsk } from '../testing/asking-server.ts'
import { cityForm } from '../testing/asking-server.ts'
import {
  allowOnce,
  answerAsk,
  answerNext,
  createChatHarness,
  turnOver,
} from '../testing/chat-harness.ts'
import { recordMessages } from './record-messages.ts'

const never = new AbortController().signal

it('a record of a call or of what a server asked leads to its frames, others to none', async () => {
  const harness = createChatHarness()
  const { host, chat } = await harness.ready([])
  const serverId = host.servers.list()[0]?.config.id ?? ''
  const { listener } = harness.server.opened[0] ?? {}
  const frame = { at: 1, bytes: 2, message: {}, truncated: false } as const
  host.conversations.setModel(chat.id, null)
  harness.server.call = async ({ callId = '' }) => {
    listener?.onFrame({
      ...frame,
      direction: 'out',
      kind: 'request',
      method: 'tools/call',
      callId,
    })
    listener?.onFrame({ ...frame, direction: 'in', kind: 'request', rpcId: 'q' })
    const context = { callIds: [callId], source: { kind: 'request', id: 'q' } as const }
    await handlerOf(harness).elicit(cityForm, context, never)
    listener?.onFrame({ ...frame, direction: 'out', kind: 'response', rpcId: 'q' })
    listener?.onFrame({ ...frame, direction: 'in', kind: 'response', callId })
    return { content: [], isError: false }
  }
  host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
  await answerNext(host, allowOnce)
  const ask = await nextAsk(host, 'elicitation')
  answerAsk(host, ask.id, { kind: 'elicitation', answer: { action: 'decline' } })
  await turnOver(host, chat)
  const messages = async (kind: AuditRecord['kind']) => {
    const record = (await host.history(20)).find((one) => one.kind === kind)
    return (await host.historyRecord(record?.id ?? ''))?.messages
  }
  expect(await messages('tool-call')).toEqual({ request: 1, response: 4 })
  expect(await messages('elicitation')).toEqual({ request: 2, response: 3 })
})

const record: AuditRecord = {
  id: 'r',
  at: 1,
  kind: 'tool-call',
  serverId: 's',
  serverName: 's',
  serverHue: 0,
  conversationId: 'c',
  entryId: 'e',
  subject: 'x',
  decision: 'allow-once',
  edited: false,
  outcome: 'done',
  durationMs: 3,
  sent: { to: 'server', sha256: '', characters: 2 },
}

it.each([
  { kind: 'permission-given' },
  { kind: 'sign-in' },
  { outcome: 'denied', decision: 'deny', durationMs: null, sent: undefined },
  { outcome: 'rejected', durationMs: null },
  { outcome: 'cancelled', durationMs: null },
] satisfies Partial<AuditRecord>[])('what was never sent has no messages: %o', (change) => {
  expect(recordMessages({ ...record, ...change }, [])).toBeNull()
})

it('of a server that was removed nothing is kept', () => {
  expect(recordMessages(record, [])).toEqual({ request: null, response: null })
})
