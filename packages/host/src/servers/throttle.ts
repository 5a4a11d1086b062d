import type { ConnectionEvent } from '@gatehouse/domain'
import type { EventSink, Timers } from '../ports/index.ts'

/** Milliseconds between two reports of how fast a server answers. */
const ANSWERED_MS = 1000

export type Answered = Extract<ConnectionEvent, { type: 'round-trip' }>

/** Tells the first at once and then, at most once in a while, the latest. */
export type Pace<Value> = (value: Value) => void

export function createPace<Value>(
  everyMs: number,
  timers: Timers,
  tell: (value: Value) => void,
): Pace<Value> {
  let isPausing = false
  let held: { value: Value } | null = null
  const give = (value: Value): void => {
    isPausing = true
    held = null
    tell(value)
    timers.after(everyMs, () => {
      isPausing = false
      if (held) give(held.value)
    })
  }
  return (value) => {
    if (isPausing) held = { value }
    else give(value)
  }
}

/** A server answers as often as it likes: that is told apart from all else of it, and seldom. */
export function paceAnswers(
  id: string,
  { timers, events }: { timers: Timers; events: EventSink },
): Pace<Answered> {
  return createPace(ANSWERED_MS, timers, ({ at, ms }) =>
    events.emit('server.answered', { id, at, ms }),
  )
}
