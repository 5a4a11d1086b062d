import { reduceTurn, type Turn, type TurnEvent } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createEventRecorder, createManualClock } from '../testing/in-memory-ports.ts'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { LiveTurn } from './live-turn.ts'

const empty: Turn = {
  id: 'turn-1',
  conversationId: 'chat-1',
  origin: 'message',
  status: 'running',
  model: null,
  step: 0,
  stepLimit: 5,
  entries: [],
  preparing: null,
  failure: null,
  superseded: false,
  startedAt: 1,
  endedAt: null,
}

it('does not tell a window that asks in the middle of an answer some of its text twice', () => {
  const told: TurnEvent[] = []
  const events = createEventRecorder()
  const sink: typeof events = {
    ...events,
    emit(name, payload) {
      if (name === 'turn.events') told.push(...(payload as { events: TurnEvent[] }).events)
    },
  }
  const live = new LiveTurn(empty, {
    stores: createInMemoryStores(),
    events: sink,
    timers: createManualClock(),
  })
  live.apply({ type: 'step-started', step: 1, messageId: 'm', at: 2 })
  live.apply({ type: 'reasoning-delta', entryId: 'm', text: 'Hm. ' })
  live.apply({ type: 'text-delta', entryId: 'm', text: 'One ' })
  const asked = live.state
  live.apply({ type: 'text-delta', entryId: 'm', text: 'two' })
  expect(told.slice(1).reduce(reduceTurn, asked)).toEqual(live.state)
})
