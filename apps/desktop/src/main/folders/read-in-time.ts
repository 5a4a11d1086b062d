import { GatehouseError } from '@gatehouse/domain'
import type { EntryOfFolder, ReadEntry } from '@gatehouse/host/ports'
import { inTime } from './in-time.ts'
import { readEntry } from './read-entry.ts'

/** Milliseconds that a file may take; one over a slow network takes a few seconds. */
const PATIENCE_MS = 15_000

/** {@link readEntry} with a limit of time. A folder that gave no answer is not asked again until it gave one. */
export function createEntryReader(read = readEntry, patienceMs = PATIENCE_MS) {
  const silent = new Set<string>()
  return async (place: EntryOfFolder): Promise<ReadEntry> => {
    const { folder } = place
    if (silent.has(folder)) throw noAnswer()
    const reading = read(place)
    return inTime(reading, patienceMs, () => {
      silent.add(folder)
      const answered = (): void => void silent.delete(folder)
      reading.then(answered, answered)
      throw noAnswer()
    })
  }
}

function noAnswer(): GatehouseError {
  return new GatehouseError(
    'workspace/no-answer',
    'The folder gave no answer in time, so nothing was read. Check that its disk is connected.',
  )
}
