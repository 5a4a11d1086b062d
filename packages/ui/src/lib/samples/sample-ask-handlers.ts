import {
  GatehouseError,
  askAnswerSchema,
  reduceAsk,
  type Ask,
  type AskAnswer,
} from '@gatehouse/domain'
import { AUDIT_GROUPS } from '@gatehouse/domain/audit'
import type { InMemoryBridge, InMemoryHandlers } from '../bridge/in-memory-bridge.ts'
import { sampleAuditRecords } from './sample-chats.ts'

export function askHandlers(first: Ask[], bridge: () => InMemoryBridge): InMemoryHandlers {
  let asks = first
  const settle = (ask: Ask, answer: AskAnswer): void => {
    asks = asks.filter((one) => one !== ask)
    bridge().emit('ask.changed', reduceAsk(ask, { type: 'answered', at: Date.now(), answer }))
  }
  return {
    'ask.file-preview': () => ({ kind: 'not-read', because: 'elsewhere' }),
    'ask.list': () => asks,
    'ask.history': () => sampleAuditRecords,
    'audit.page': ({ text, group }) => ({
      rows: sampleAuditRecords
        .map((one, index) => ({ ...one, record: sampleAuditRecords.length - index }))
        .filter(
          (one) =>
            (group === undefined || AUDIT_GROUPS[group].includes(one.kind)) &&
            `${one.subject} ${one.serverName}`.toLowerCase().includes((text ?? '').toLowerCase()),
        ),
      next: null,
      first: 1,
      last: sampleAuditRecords.length,
    }),
    'audit.get': ({ id }) => {
      const found = sampleAuditRecords.find((one) => one.id === id)
      return found ? { ...found, turnId: null, messages: null } : null
    },
    'audit.check': () => ({
      records: 12,
      unchained: 0,
      head: '',
      deleted: 0,
      restored: 0,
      signatures: { key: 'used', signed: 12, begins: 0, through: 12, anchored: 12, earlier: 0 },
      fault: null,
    }),
    'network.test': () => ({ kind: 'reached', status: 401, proxy: 'proxy.example.org:3128' }),
    'audit.export': () => ({ path: '/home/ada/gatehouse-activity.jsonl' }),
    'ask.answer': ({ id, answer }) => {
      const ask = asks.find((one) => one.id === id)
      if (!ask) throw new GatehouseError('ask/not-pending', 'Over.')
      settle(ask, askAnswerSchema.parse(answer))
      return { outcome: 'answered' }
    },
    'ask.answer-plan': ({ decision, calls }) => {
      const ids = new Set(calls.map((call) => (typeof call === 'string' ? call : call.id)))
      for (const ask of asks) if (ids.has(ask.id)) settle(ask, { kind: 'tool-approval', decision })
      return { gone: [] }
    },
  }
}
