import { GatehouseError, askAnswerSchema, reduceAsk, type Ask } from '@gatehouse/domain'
import type { InMemoryBridge, InMemoryHandlers } from '../in-memory-bridge.ts'
import { sampleHistory } from './sample-chats.ts'

/** Of what is half written main keeps nothing. */
const draftHandlers: InMemoryHandlers = {
  'ask.drafts': () => [],
  'ask.save-draft': () => undefined,
  'ask.unsent': () => [],
  'ask.dismiss-unsent': () => undefined,
}

export function askHandlers(first: Ask[], bridge: () => InMemoryBridge): InMemoryHandlers {
  let asks = first
  return {
    ...draftHandlers,
    'ask.list': () => asks,
    'ask.history': () => sampleHistory,
    'audit.check': () => ({ records: 12, unchained: 0, head: '', fault: null }),
    'audit.export': () => ({ path: '/home/ada/gatehouse-activity.jsonl' }),
    'ask.answer': ({ id, answer }) => {
      const ask = asks.find((one) => one.id === id)
      if (!ask) throw new GatehouseError('ask/not-pending', 'Over.')
      asks = asks.filter((one) => one !== ask)
      const event = {
        type: 'answered',
        at: Date.now(),
        answer: askAnswerSchema.parse(answer),
      } as const
      bridge().emit('ask.changed', reduceAsk(ask, event))
      return { outcome: 'answered' }
    },
  }
}
