import type { DiscoveredProvider } from '@gatehouse/domain'
import type { Timers } from '../ports/index.ts'

/**
 * Milliseconds from the end of each look to the next: at the start the machine can be busy for longer than a look
 * waits, and model servers may start with the session as well.
 */
const NEXT_LOOKS_MS = [3000, 10_000, 30_000]

/** Looks for model servers on this machine at the start, and a few times more until one is found. */
export function createStartDiscovery({
  discover,
  timers,
}: {
  discover: () => Promise<readonly DiscoveredProvider[]>
  timers: Timers
}): {
  /** Resolves after the first look. */
  start(): Promise<void>
  close(): void
} {
  const waits = [...NEXT_LOOKS_MS]
  let isClosed = false
  let cancel = (): void => undefined
  async function look(): Promise<void> {
    const found = await discover()
    const wait = waits.shift()
    if (isClosed || found.length > 0 || wait === undefined) return
    cancel = timers.after(wait, () => void look())
  }
  return {
    start: look,
    close() {
      isClosed = true
      cancel()
    },
  }
}
