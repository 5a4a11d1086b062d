import { expect, it } from 'vitest'
import type { TurnEvent } from '@gatehouse/domain'
import { createInMemoryStores, toolNamed } from '../../testing/index.ts'
import { LiveTurn } from '../turns/live-turn.ts'
import { runCalls, type CallTurnContext } from './step-calls.ts'
import type { PendingCall } from './pending-call.ts'
import type { ToolCallRunner } from './tool-call-runner.ts'

/** Three pieces of work use up a turn; the next one comes when the loop is free. */
function slowMachine() {
  let pieces = 0
  const turns: (() => void)[] = []
  return {
    turns,
    clock: { now: () => 0 },
    timers: { after: () => () => undefined },
    pause() {
      pieces += 1
      if (pieces % 3 > 0) return undefined
      return new Promise<void>((resolve) => turns.push(resolve))
    },
  }
}

function liveTurn(machine: ReturnType<typeof slowMachine>) {
  const added: string[] = []
  const events = {
    emit(_name: string, { events: batch }: { events: TurnEvent[] }) {
      for (const event of batch) if (event.type === 'tool-call-added') added.push(event.call.callId)
    },
  }
  const stores = createInMemoryStores()
  const turn = {
    id: 't',
    conversationId: 'c',
    status: 'running',
    step: 1,
    stepLimit: 9,
    entries: [],
    startedAt: 0,
    parentId: null,
    depth: 1,
  } as unknown as LiveTurn['state']
  const live = new LiveTurn(turn, { stores, events: events as never, timers: machine.timers })
  return { live, stores, added }
}

it('does not hold up the app while many calls are written down, nor forget one', async () => {
  const machine = slowMachine()
  const { live, stores, added } = liveTurn(machine)
  const began: string[] = []
  const runner = {
    run: ({ call }: PendingCall) => Promise.resolve(void began.push(call.callId)),
  } as unknown as ToolCallRunner
  const context: CallTurnContext = {
    live,
    conversationTitle: '',
    callSignal: () => new AbortController().signal,
  }
  const entry = {
    modelName: 'files__read',
    server: { config: { id: 's', name: 'files', hue: 0 } },
    identity: 'i',
    tool: toolNamed('read'),
  } as never
  const names = Array.from({ length: 20 }, (_, index) => `c${index}`)
  const over = runCalls(
    context,
    {
      ...machine,
      ids: { next: () => crypto.randomUUID(), timeOf: () => undefined },
      stores,
      runner,
    },
    {
      proposals: names.map((callId) => ({ callId, name: 'files__read', arguments: {} })),
      catalog: { tools: [], entries: [], find: () => entry },
    },
  )
  // Only a part of them is added before the loop is free again.
  expect(added.length).toBeLessThan(8)
  let turns = 0
  const go = setInterval(() => {
    turns += machine.turns.length > 0 ? 1 : 0
    machine.turns.shift()?.()
  }, 0)
  await over
  clearInterval(go)
  expect(added).toEqual(names)
  expect(began).toEqual(names)
  expect(turns).toBeGreaterThan(4)
})
