import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reduceTurn } from './reduce-turn.ts'
import type { ToolCall } from '../tools/tool-call.ts'
import { turnEventSchema, turnSchema, type Turn, type TurnEvent } from './turn.ts'

const empty: Turn = {
  id: 't1',
  conversationId: 'c1',
  parentId: null,
  depth: 0,
  origin: 'message',
  status: 'running',
  model: null,
  step: 0,
  stepLimit: 20,
  entries: [{ kind: 'user-message', id: 'u1', text: 'hi', createdAt: 1 }],
  preparing: null,
  failure: null,
  startedAt: 1,
  endedAt: null,
}
const call: ToolCall = {
  kind: 'tool-call',
  id: 'k1',
  step: 1,
  callId: 'x',
  origin: 'model',
  serverId: 's1',
  serverName: 'files',
  serverHue: 0,
  toolName: 'read',
  toolTitle: 'Read',
  proposedArguments: {},
  arguments: {},
  status: 'waiting',
  createdAt: 2,
}
const run = (...events: TurnEvent[]): Turn => events.reduce(reduceTurn, empty)
const step: TurnEvent = { type: 'step-started', step: 1, messageId: 'm1', at: 2 }
const delta = (text: string): TurnEvent => ({ type: 'text-delta', entryId: 'm1', text })
const added: TurnEvent = { type: 'tool-call-added', call }
const allow: TurnEvent = {
  type: 'tool-call-decided',
  entryId: 'k1',
  decision: { kind: 'allow-once', by: 'person', at: 3 },
  arguments: { a: 1 },
  at: 3,
}
const started: TurnEvent = { type: 'tool-call-started', entryId: 'k1', at: 4 }
const ended: TurnEvent = { type: 'turn-ended', status: 'stopped', failure: null, at: 9 }

describe('reduceTurn', () => {
  it('says of parameters what is so now, and nothing once none is left out', () => {
    const leftOut = (names: 'temperature'[]): TurnEvent => ({
      type: 'parameters-left-out',
      names,
      changed: names.length > 0 ? [{ name: 'maxOutputTokens', value: 9 }] : [],
    })
    const some = run(leftOut(['temperature']))
    expect(some).toMatchObject({
      leftOutParameters: ['temperature'],
      changedParameters: [{ name: 'maxOutputTokens', value: 9 }],
    })
    const continued: TurnEvent = { type: 'turn-continued', stepLimit: 3 }
    for (const after of [reduceTurn(some, leftOut([])), reduceTurn(some, continued)]) {
      expect(after).not.toHaveProperty('leftOutParameters')
      expect(after).not.toHaveProperty('changedParameters')
    }
  })

  it('leaves a call that became a task running when its turn is over, until the task is', () => {
    const task = { taskId: 'x', status: 'working', pollIntervalMs: 1000, ttlMs: null } as const
    const became: TurnEvent = { type: 'tool-call-task-changed', entryId: 'k1', task }
    const cut: TurnEvent = { ...ended, status: 'interrupted' }
    const over = run(added, allow, started, became, cut)
    expect(over.entries[1]).toMatchObject({ status: 'running', task })
    const late: TurnEvent = {
      type: 'tool-call-finished',
      entryId: 'k1',
      result: { content: [], isError: false },
      at: 20,
    }
    expect([cut, late, became].reduce(reduceTurn, over)).toMatchObject({
      status: 'interrupted',
      entries: [{}, { status: 'done', endedAt: 20 }],
    })
  })

  it('does not say of a call that was sent that it was cancelled', () => {
    const cut: TurnEvent = { ...ended, status: 'interrupted' }
    expect(run(added, allow, started, cut).entries[1]).toMatchObject({ status: 'unknown' })
    expect(run(added, allow, cut).entries[1]).toMatchObject({ status: 'cancelled' })
    expect(run(added, cut).entries[1]).toMatchObject({ status: 'cancelled' })
  })

  it('puts deltas together in order', () => {
    expect(run(step, delta('Hel'), delta('lo')).entries[1]).toMatchObject({ text: 'Hello' })
  })

  it('does not repeat text of a delta that was sent twice, or joined with the next', () => {
    const at = (offset: number, text: string): TurnEvent => ({
      type: 'text-delta',
      entryId: 'm1',
      text,
      offset,
    })
    const reported = run(step, at(0, 'Hel'), at(0, 'Hello'), at(3, 'lo world'), at(0, 'Hel'))
    expect(reported.entries[1]).toMatchObject({ text: 'Hello world' })
  })

  it('adds nothing to a message that is complete', () => {
    const done: TurnEvent = { type: 'message-finished', entryId: 'm1', status: 'complete' }
    expect(run(step, delta('a'), done, delta('b')).entries[1]).toMatchObject({ text: 'a' })
  })

  it('marks streaming text as interrupted and open calls as cancelled when a turn ends', () => {
    const turn = run(step, delta('a'), added, ended)
    expect(turn.entries.map((entry) => 'status' in entry && entry.status)).toEqual([
      false,
      'interrupted',
      'cancelled',
    ])
  })

  it('drops the late result of a call that was cancelled', () => {
    const cancelled: TurnEvent = {
      type: 'tool-call-ended',
      entryId: 'k1',
      status: 'cancelled',
      error: 'stopped',
      at: 5,
    }
    const late: TurnEvent = {
      type: 'tool-call-finished',
      entryId: 'k1',
      result: { content: [], isError: false },
      at: 6,
    }
    expect(run(added, allow, cancelled, late).entries[1]).toMatchObject({ status: 'cancelled' })
  })

  it('keeps the proposal beside the arguments that were edited', () => {
    expect(run(added, allow).entries[1]).toMatchObject({
      status: 'approved',
      proposedArguments: {},
      arguments: { a: 1 },
    })
  })

  it('stays valid and never throws, whatever the order of events', () => {
    const events = [
      step,
      delta('x'),
      added,
      allow,
      ended,
      { type: 'turns-left-out', count: 2 } as const,
    ].map((event) => turnEventSchema.parse(event))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 12 }), (list) => {
        expect(turnSchema.safeParse(list.reduce(reduceTurn, empty)).success).toBe(true)
      }),
    )
  })
})
