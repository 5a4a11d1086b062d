import type { Clock, SystemEvent, SystemEvents, Timers } from '../../ports/index.ts'
import type { ManagedServer } from '../managed-server.ts'

/** Probes after an event are spread over this time, so that servers are not stormed. */
const SPREAD_MS = 2000
/** Probes under way at the same time. */
const PARALLEL = 8
/** Milliseconds between two checks for silent connections while a window is visible. */
const LOOK_EVERY_MS = 60_000

export interface HealthWatchOptions {
  system: SystemEvents
  timers: Timers
  clock: Clock
  servers(): ManagedServer[]
  /** From 0 to 1. Default `Math.random`. */
  random?: () => number
}

/**
 * Sees to it that no dead connection looks alive: after sleep and changes of the network every one is
 * doubted and asked once, in one batch; silent ones are asked before a person looks at them.
 */
export function watchHealth(options: HealthWatchOptions): { close(): void } {
  const { system, timers, clock, servers, random = Math.random } = options
  const pending = new Map<ManagedServer, () => void>()
  const queue: ManagedServer[] = []
  let running = 0
  let stopLooking = (): void => undefined

  function next(): void {
    while (running < PARALLEL) {
      const server = queue.shift()
      if (!server) return
      running += 1
      void server.health.probe().then(() => {
        running -= 1
        next()
      })
    }
  }

  function enqueue(server: ManagedServer): void {
    pending.delete(server)
    if (!queue.includes(server)) queue.push(server)
    next()
  }

  /** Resume, unlock and a new network come together: the batch that is pending serves them all. */
  function suspectAll(): void {
    for (const server of servers()) {
      if (!server.health.suspect() || pending.has(server)) continue
      const delay = Math.floor(random() * SPREAD_MS)
      pending.set(
        server,
        timers.after(delay, () => enqueue(server)),
      )
    }
  }

  function askSilent(): void {
    for (const server of servers()) if (server.health.isIdle(clock.now())) enqueue(server)
  }

  function look(): void {
    if (system.isVisible()) askSilent()
    stopLooking = timers.after(LOOK_EVERY_MS, look)
  }

  const stopListening = system.listen((event: SystemEvent) =>
    event === 'shown' ? askSilent() : suspectAll(),
  )
  stopLooking = timers.after(LOOK_EVERY_MS, look)
  return {
    close() {
      stopListening()
      stopLooking()
      for (const cancel of pending.values()) cancel()
      pending.clear()
      queue.length = 0
    },
  }
}
