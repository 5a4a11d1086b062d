import type { TranscriptTurn } from '@gatehouse/domain'

interface Interval {
  from: number
  to: number
}

/**
 * Milliseconds that the model and the servers took for a turn: without the time in which calls waited for the person
 * and no other call ran. Undefined while it runs, and where not all of its calls are here.
 */
export function turnDuration(turn: TranscriptTurn): number | undefined {
  const { startedAt, endedAt, entries, entriesBefore, entriesAfter } = turn
  if (endedAt === null || entriesBefore + entriesAfter > 0) return undefined
  const calls = entries.filter((entry) => entry.kind === 'tool-call')
  const waits = calls.flatMap(({ createdAt, decision, startedAt: ranAt, endedAt: overAt }) => {
    // Its server went, or the turn was stopped, before the person decided.
    if (!decision) return ranAt === undefined ? [{ from: createdAt, to: overAt ?? endedAt }] : []
    return decision.by === 'person' && !decision.inForm
      ? [{ from: createdAt, to: decision.at }]
      : []
  })
  const runs = calls.flatMap((call) =>
    call.startedAt === undefined ? [] : [{ from: call.startedAt, to: call.endedAt ?? endedAt }],
  )
  // Every moment of either, less every moment in which a call ran.
  const idle = lengthOf([...waits, ...runs]) - lengthOf(runs)
  return Math.max(0, endedAt - startedAt - idle)
}

/** The length of a union of intervals. */
function lengthOf(intervals: readonly Interval[]): number {
  let length = 0
  let end = -Infinity
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    length += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return length
}
