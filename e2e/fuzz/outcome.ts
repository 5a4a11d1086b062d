import { createHash } from 'node:crypto'
import type { LedgerLine } from './ledger.ts'
import type { DelaySummary } from './meters/delays.ts'
import type { MemoryLook } from './meters/processes.ts'
import type { Kept, RecordedCall } from './record.ts'
import type { Breach } from './subject.ts'
import type { ReceivedCall } from './world.ts'

/** Everything that was measured, as data: what the limits are held against. */
export interface Outcome {
  seed: number
  minutes: number
  /** Name of each action with how often it was done and how often it could not be. */
  actions: { [name: string]: { done: number; failed: number } }
  idle: { main: DelaySummary; window: DelaySummary }
  main: DelaySummary
  window: DelaySummary
  memory: MemoryLook
  starts: number[]
  before: Kept
  after: Kept
  received: { serverId: string; calls: ReceivedCall[] }[]
  recorded: RecordedCall[]
  unapproved: LedgerLine[]
  ran: number
  asked: number
  /** Entries that were shown as over, and those of them that the record does not have so. */
  done: { shown: number; lost: string[] }
  breaches: Breach[]
}

/** Limits of the application, from its budgets. */
export const limits = {
  mainBusyMs: 100,
  windowBusyMs: 250,
  /** With what a thread waits for a disk or a lock; a machine that others use may add to that. */
  ownMs: 2000,
  memoryMb: 700,
  bytesPerByteKept: 1.2,
  /** Keys and indexes: about six copies of an id and its row number. */
  bytesPerRow: 300,
  /** Two half-filled pages for each table and index of the format, and the header. */
  bytesOnce: 512 * 1024,
  /** Pages that a removed server or chat leaves for reuse. */
  freeBytes: 32 * 1024 * 1024,
} as const

export type Limit = Breach['limit'] | 'attack'

/** Returns the broken limits, each with its cause in words. */
export function checkOutcome(outcome: Outcome): { limit: Limit; words: string }[] {
  return [
    ...outcome.breaches.map(({ limit, words }) => ({ limit, words })),
    ...checkDelays('main', outcome.main, limits.mainBusyMs),
    ...checkDelays('window', outcome.window, limits.windowBusyMs),
    ...checkMemory(outcome),
    ...checkRecord(outcome),
    ...checkCalls(outcome),
    ...outcome.unapproved.map(({ tag, args }) => ({
      limit: 'commands' as const,
      words: `${tag} ran unapproved: ${args.join(' ').slice(0, 200)}`,
    })),
    ...outcome.done.lost.map((entry) => ({
      limit: 'done' as const,
      words: `${entry} was shown as over and is not in the record`,
    })),
    ...checkAttack(outcome),
  ]
}

function checkDelays(limit: 'main' | 'window', { busyMax, ownMax }: DelaySummary, busyMs: number) {
  const found: { limit: Limit; words: string }[] = []
  if (busyMax > busyMs)
    found.push({ limit, words: `computed for ${busyMax} ms; at most ${busyMs} ms are allowed` })
  if (ownMax > limits.ownMs)
    found.push({
      limit,
      words: `kept others waiting for ${ownMax} ms; at most ${limits.ownMs} ms are allowed`,
    })
  return found
}

function checkMemory({ memory }: Outcome) {
  if (memory.megabytes <= limits.memoryMb) return []
  return [
    {
      limit: 'memory' as const,
      words: `${Math.round(memory.megabytes)} MB; at most ${limits.memoryMb} MB are allowed`,
    },
  ]
}

function checkRecord({ before, after }: Outcome) {
  const found: { limit: Limit; words: string }[] = []
  const grown = after.size - after.free - (before.size - before.free)
  const kept = Math.max(0, after.bytes - before.bytes)
  const rows = Math.max(0, after.rows - before.rows)
  const allowed = kept * limits.bytesPerByteKept + rows * limits.bytesPerRow + limits.bytesOnce
  if (grown > allowed)
    found.push({
      limit: 'record',
      words: `grew by ${grown} bytes for ${kept} kept in ${rows} rows; at most ${Math.round(allowed)} are allowed`,
    })
  if (after.free > limits.freeBytes)
    found.push({
      limit: 'record',
      words: `holds ${after.free} bytes of free pages; at most ${limits.freeBytes} are allowed`,
    })
  return found
}

/** Each call that reached a server is one that was decided about, with the same tool and arguments. */
function checkCalls({ received, recorded }: Outcome) {
  const left = new Map<string, number>()
  for (const call of recorded) {
    if (call.decision === 'deny') continue
    const key = keyOf(call.serverId, call)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  return received.flatMap(({ serverId, calls }) =>
    calls.flatMap((call) => {
      const key = keyOf(serverId, call)
      const remaining = left.get(key) ?? 0
      left.set(key, remaining - 1)
      if (remaining > 0) return []
      const words = `${call.tool} ${JSON.stringify(call.arguments).slice(0, 200)} reached ${serverId} without a decision`
      return [{ limit: 'calls' as const, words }]
    }),
  )
}

function keyOf(serverId: string, call: { tool: string; arguments: unknown }): string {
  const hash = createHash('sha256').update(canonical(call.arguments)).digest('hex')
  return `${serverId} ${call.tool} ${hash}`
}

/** The same text for the same data, whatever the order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(',')}}`
}

/** An attack that did next to nothing proves nothing. */
function checkAttack({ actions, received, ran, asked, starts, main, window, minutes }: Outcome) {
  const counts = Object.values(actions)
  const done = counts.reduce((sum, count) => sum + count.done, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  const calls = received.reduce((sum, server) => sum + server.calls.length, 0)
  const wanted: [boolean, string][] = [
    [done >= 20 * Math.min(1, minutes), `only ${done} actions were done`],
    [failed <= done, `${failed} actions could not be done, and ${done} were`],
    [calls > 0, 'no call reached a server'],
    [ran > 0, 'no server was started'],
    [asked > 0, 'no model was asked'],
    [starts.length > 1, 'the app was never ended'],
    [
      main.looks > 100 && window.looks > 100,
      `main was looked at ${main.looks} times, the window ${window.looks} times`,
    ],
  ]
  return wanted
    .filter(([isGood]) => !isGood)
    .map(([, words]) => ({ limit: 'attack' as const, words }))
}

/** One action that was tried. */
export interface Step {
  at: number
  place: number
  name: string
  took: number
  result: string
  failed: boolean
}
