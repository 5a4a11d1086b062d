import type { OutputLog } from '../recording/output-log.ts'

/** Entries of one list that are named when they are left out. */
const MAX_NAMED = 20

/** Notes what is left out of a list: the first by name, the rest by number. */
export interface OmissionLog {
  add(note: string): void
  /** Says how many were not named. */
  end(): void
}

export function createOmissionLog(log: Pick<OutputLog, 'write'>): OmissionLog {
  let count = 0
  return {
    add(note) {
      count += 1
      if (count <= MAX_NAMED) log.write('warning', note)
    },
    end() {
      if (count > MAX_NAMED)
        log.write('warning', `${count - MAX_NAMED} more entries of this list are left out.`)
    },
  }
}
