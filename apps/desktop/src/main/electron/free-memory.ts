import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** From the start of the host on: what a start does at once is over by then. */
const AFTER_START_MS = 4000
const BETWEEN_MS = 250
/** Main does little when it needed less of a processor than this share, for so long. */
const QUIET_SHARE = 0.1
const QUIET_MS = 500

/**
 * Collects what the start left behind, once main does little: not while many servers start. V8 would keep the space
 * that the start needed, about a third of all that main holds when it does nothing, until as much again was made.
 */
export function freeStartMemory(): void {
  setTimeout(() => {
    whenQuiet(() => {
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('globalThis.gc') as (() => void) | undefined
      setFlagsFromString('--no-expose-gc')
      collect?.()
      // The first one empties the space of young objects, the next makes it small.
      setTimeout(() => collect?.(), BETWEEN_MS).unref()
    })
  }, AFTER_START_MS).unref()
}

function whenQuiet(then: () => void): void {
  const before = process.cpuUsage()
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 < QUIET_MS * QUIET_SHARE) then()
    else whenQuiet(then)
  }, QUIET_MS).unref()
}
