import { expect, test } from '@playwright/test'
import { actionAt } from './fuzz/actions/index.ts'
import { slownessOf } from './fuzz/meters/machine-load.ts'
import { Delays } from './fuzz/meters/delays.ts'
import { checkOutcome, limits, type Outcome } from './fuzz/outcome.ts'
import { createRandom } from './fuzz/random.mjs'

const calm = { looks: 5000, p50: 0, p99: 3, busyMax: 20, ownMax: 30, lateMax: 4000, longest: [] }
const kept = { bytes: 10_000, rows: 10, size: 100_000, free: 0 }
const call = { tool: 'run', arguments: { text: 'a', count: 1 } }
const decided = {
  ...call,
  arguments: { count: 1, text: 'a' },
  serverId: 's',
  decision: 'allow-once',
}

/** A run in which everything held, with changes. */
const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  seed: 1,
  minutes: 1,
  actions: { visit: { done: 40, failed: 2 } },
  idle: { main: calm, window: calm },
  main: calm,
  window: calm,
  memory: { at: 0, megabytes: 400, processes: [] },
  starts: [1000, 1000],
  before: kept,
  after: { bytes: 1_010_000, rows: 20, size: 1_400_000, free: 0 },
  received: [{ serverId: 's', calls: [{ at: 0, ...call }] }],
  recorded: [{ ...decided, by: 'person' }],
  unapproved: [],
  ran: 3,
  asked: 4,
  done: { shown: 5, lost: [] },
  breaches: [],
  ...changes,
})
const broken = (changes?: Partial<Outcome>) =>
  checkOutcome(outcome(changes)).map(({ limit }) => limit)

test('a run in which everything held breaks no limit, however late a starved machine was', () => {
  expect(broken()).toEqual([])
})

test('a thread that computes for too long, or waits for a disk for ever, breaks its limit', () => {
  expect(broken({ main: { ...calm, busyMax: limits.mainBusyMs + 1 } })).toEqual(['main'])
  expect(broken({ window: { ...calm, busyMax: limits.windowBusyMs + 1 } })).toEqual(['window'])
  expect(broken({ main: { ...calm, ownMax: limits.ownMs + 1 } })).toEqual(['main'])
})

test('memory, a record that grows by more than it keeps, and free pages break their limits', () => {
  expect(broken({ memory: { at: 0, megabytes: 701, processes: [] } })).toEqual(['memory'])
  expect(broken({ after: { ...outcome().after, size: 2_500_000 } })).toEqual(['record'])
  const free = limits.freeBytes + 1
  expect(broken({ after: { ...outcome().after, size: 1_400_000 + free, free } })).toEqual([
    'record',
  ])
})

test('a command without approval, and entries that are lost, break their limits', () => {
  expect(broken({ unapproved: [{ at: 1, tag: 'bait npx', args: ['-y'] }] })).toEqual(['commands'])
  expect(broken({ done: { shown: 1, lost: ['c e'] } })).toEqual(['done'])
  for (const limit of ['starts', 'apps'] as const)
    expect(broken({ breaches: [{ at: 1, limit, words: 'it ended' }] })).toEqual([limit])
})

test('a call that was not decided about, was denied, was changed or came twice breaks its limit', () => {
  expect(broken({ recorded: [] })).toEqual(['calls'])
  expect(broken({ recorded: [{ ...decided, decision: 'deny', by: 'person' }] })).toEqual(['calls'])
  expect(broken({ recorded: [{ ...decided, serverId: 'other', by: 'person' }] })).toEqual(['calls'])
  const hidden = JSON.parse('{"text":"a","count":1,"__proto__":{"admin":true}}') as unknown
  const changed = { at: 0, tool: 'run', arguments: hidden }
  expect(broken({ received: [{ serverId: 's', calls: [changed] }] })).toEqual(['calls'])
  const twice = [call, call].map((one) => ({ at: 0, ...one }))
  expect(broken({ received: [{ serverId: 's', calls: twice }] })).toEqual(['calls'])
})

test('an attack that did nothing proves nothing', () => {
  expect(broken({ actions: { visit: { done: 3, failed: 0 } } })).toEqual(['attack'])
  expect(broken({ actions: { visit: { done: 30, failed: 31 } } })).toEqual(['attack'])
  expect(broken({ received: [], ran: 0, asked: 0, starts: [1] })).toHaveLength(4)
  expect(broken({ window: { ...calm, looks: 0 } })).toEqual(['attack'])
})

test('a seed gives the same actions, whatever each of them draws', () => {
  const names = (seed: number, draws: boolean) =>
    Array.from({ length: 200 }, (_, place) => {
      const { action, own } = actionAt(createRandom(seed), place)
      if (draws) own.next()
      return `${action.name} ${createRandom(own.seed).next()}`
    })
  expect(names(1, true)).toEqual(names(1, false))
  expect(names(1, false)).not.toEqual(names(2, false))
})

test('delays are counted by what a thread computed', () => {
  const delays = new Delays()
  delays.add({
    delays: [{ at: 1, late: 900, own: 200, busy: 150 }],
    counts: [
      [0, 98],
      [20, 1],
    ],
  })
  expect(delays.summary).toMatchObject({
    looks: 100,
    p50: 0,
    p99: 20,
    busyMax: 150,
    ownMax: 200,
    lateMax: 900,
  })
})

test('the measured load shows how much slower the machine was at a time', () => {
  const looks = Array.from({ length: 100 }, (_, index) => ({
    at: index * 250,
    took: index >= 40 && index < 60 ? 5 : 2,
  }))
  expect(slownessOf(looks, { at: 12_500, late: 300 })).toBe(2.5)
  expect(slownessOf(looks, { at: 2000, late: 300 })).toBe(1)
  expect(slownessOf([], { at: 2000, late: 300 })).toBe(1)
})
