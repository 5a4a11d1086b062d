import { reduceTurn, type ToolCall, type Turn, type TurnEvent } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createEventRecorder, createManualClock } from '../../testing/in-memory-ports.ts'
import { createInMemoryStores } from '../../testing/in-memory-stores.ts'
import { LiveTurn } from './live-turn.ts'

const empty: Turn = {
  id: 'turn-1',
  conversationId: 'chat-1',
  parentId: null,
  depth: 0,
  origin: 'message',
  status: 'running',
  model: null,
  step: 0,
  stepLimit: 5,
  entries: [],
  preparing: null,
  failure: null,
  startedAt: 1,
  endedAt: null,
}

const toolCall = (id: string): ToolCall => ({
  kind: 'tool-call',
  id,
  step: 1,
  callId: id,
  origin: 'model',
  serverId: null,
  serverName: '',
  serverHue: 0,
  toolName: 't',
  toolTitle: 't',
  proposedArguments: {},
  arguments: {},
  status: 'approved',
  createdAt: 2,
})

it('does not send a window that asks in the middle of an answer some of its text twice', () => {
  const reported: TurnEvent[] = []
  const events = createEventRecorder()
  const sink: typeof events = {
    ...events,
    emit(name, payload) {
      if (name === 'turn.events') reported.push(...(payload as { events: TurnEvent[] }).events)
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
  expect(reported.slice(1).reduce(reduceTurn, asked)).toEqual(live.state)
})

describe('text that streams', () => {
  const setUp = () => {
    const stores = createInMemoryStores()
    const timers = createManualClock()
    const saved: string[] = []
    const turns: typeof stores.turns = {
      ...stores.turns,
      saveEntry(turnId, entry) {
        saved.push('whole')
        stores.turns.saveEntry(turnId, entry)
      },
      appendText(turnId, entryId, piece) {
        saved.push(piece.text)
        stores.turns.appendText(turnId, entryId, piece)
      },
    }
    const deps = { stores: { ...stores, turns }, events: createEventRecorder(), timers }
    const live = new LiveTurn(empty, deps)
    live.begin()
    live.apply({ type: 'step-started', step: 1, messageId: 'm', at: 2 })
    return { live, timers, turns, saved }
  }

  /**
   * @threat turns.rewritten-text
   * @attacker model
   * @tries To make the disk write the square of a long answer.
   * @stoppedBy Streamed text is appended in pieces and taken into its row once.
   */
  it('is appended on disk, never written again from its beginning', () => {
    const { live, timers, turns, saved } = setUp()
    for (const text of ['one ', 'two ', 'three ', 'four ']) {
      live.apply({ type: 'text-delta', entryId: 'm', text })
      if (text !== 'one ') timers.advance(250)
    }
    expect(saved).toEqual(['whole', 'one two ', 'three ', 'four '])
    expect(turns.get('turn-1')?.entries[0]).toMatchObject({ text: 'one two three four ' })
    live.apply({ type: 'message-finished', entryId: 'm', status: 'complete' })
    expect(turns.get('turn-1')?.entries).toEqual(live.state.entries)
  })

  /**
   * @threat turns.progress-flood
   * @attacker server
   * @tries To have a call of a megabyte rewritten on disk with every progress it reports.
   * @stoppedBy Progress is only reported; a task whose turn is over has one kept a second.
   */
  it('does not cost a write of its call for each progress a server reports', () => {
    const { live, timers, saved } = setUp()
    const call = toolCall('c')
    live.apply({ type: 'tool-call-added', call })
    live.apply({ type: 'tool-call-started', entryId: 'c', at: 3 })
    const before = saved.length
    for (let progress = 0; progress < 50; progress += 1) {
      live.apply({ type: 'tool-call-progressed', entryId: 'c', progress: { progress } })
      timers.advance(300)
    }
    expect(saved.length).toBe(before)
  })

  it('reports to whoever changes the turn next that the disk refused it', () => {
    const { live, timers, turns } = setUp()
    turns.appendText = () => {
      throw new Error('The disk is full.')
    }
    live.apply({ type: 'text-delta', entryId: 'm', text: 'lost?' })
    timers.advance(250)
    expect(() => live.apply({ type: 'text-delta', entryId: 'm', text: '!' })).toThrow(/full/)
    expect(live.state.entries[0]).toMatchObject({ text: 'lost?' })
  })
})
