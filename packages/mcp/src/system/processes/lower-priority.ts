import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** About a third of the share of a program that competes for the same processor. */
const STEPS = 5

/**
 * Lets the window and main have a processor first where many servers compute at once, as when they start;
 * changes nothing while there are enough. What the process starts has the same priority.
 */
export function lowerPriority(pid: number): void {
  // Classes of priority are too coarse for this on Windows.
  if (process.platform === 'win32') return
  const lower = Math.min(constants.priority.PRIORITY_LOW, getPriority() + STEPS)
  attempt(() => setPriority(pid, lower))
  // Each server has a session of its own, and Linux shares out processors by session where this file is.
  if (process.platform === 'linux')
    attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(lower), { flag: 'r+' }))
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // It is gone already, or the system knows no such thing.
  }
}
