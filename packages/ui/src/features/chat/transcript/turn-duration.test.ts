import type { ToolCall } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { turnDuration } from './turn-duration.ts'

const call = (createdAt: number, decidedAt: number, endedAt: number): ToolCall => ({
  kind: 'tool-call',
  id: `c${createdAt}-${decidedAt}`,
  step: 1,
  callId: 'c',
  origin: 'model',
  serverId: 's',
  serverName: 's',
  serverHue: 0,
  toolName: 't',
  toolTitle: 't',
  proposedArguments: {},
  arguments: {},
  status: 'done',
  decision: { kind: 'allow-once', by: 'person', at: decidedAt },
  createdAt,
  startedAt: decidedAt,
  endedAt,
})
const took = (calls: ToolCall[], change = {}) =>
  turnDuration(shownTurn(calls, { startedAt: 0, endedAt: 100, status: 'done', ...change }))

it('a turn takes as long as its model and servers, without the time of the person', () => {
  expect(took([])).toBe(100)
  expect(took([call(10, 60, 70)])).toBe(50)
  // Two cards at the same time, the second decided while the call of the first runs.
  expect(took([call(10, 40, 70), call(10, 60, 80)])).toBe(70)
})

it('a call that ended before the person decided, as by Stop, takes no time', () => {
  const { decision: _decision, startedAt: _startedAt, ...open } = call(10, 60, 70)
  expect(took([{ ...open, status: 'cancelled' }])).toBe(40)
})

it('a call that was not asked about takes all of its time', () => {
  const granted = { ...call(10, 60, 70), decision: { kind: 'allow-always', by: 'grant', at: 60 } }
  expect(took([granted as ToolCall])).toBe(100)
})

it('nothing is said of a turn that is not wholly here, or that runs', () => {
  expect(took([], { entriesBefore: 3 })).toBeUndefined()
  expect(took([], { endedAt: null })).toBeUndefined()
})
