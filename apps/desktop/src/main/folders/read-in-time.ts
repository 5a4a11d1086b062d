import { withTimeout } from '@gatehouse/base'
import { GatehouseError } from '@gatehouse/domain'
import type { EntryOfFolder, ReadEntry } from '@gatehouse/host/ports'
import { readEntry } from './read-entry.ts'

/** Milliseconds that a file may take; one over a slow network takes a few seconds. */
const TIMEOUT_MS = 15_000

/** {@link readEntry} with a limit of time. */
export const createEntryReader = (read = readEntry, timeoutMs = TIMEOUT_MS) =>
  createReaderInTime<ReadEntry>(read, timeoutMs)

/** A reader with a limit of time. A folder that did not respond is not read again until it did. */
export function createReaderInTime<Read>(
  read: (place: EntryOfFolder) => Promise<Read>,
  timeoutMs = TIMEOUT_MS,
) {
  const silent = new Set<string>()
  return async (place: EntryOfFolder): Promise<Read> => {
    const { folder } = place
    if (silent.has(folder)) throw timedOut()
    const reading = read(place)
    return withTimeout(reading, timeoutMs, {
      onTimeout() {
        silent.add(folder)
        const responded = (): void => void silent.delete(folder)
        reading.then(responded, responded)
        throw timedOut()
      },
    })
  }
}

function timedOut(): GatehouseError {
  return new GatehouseError(
    'workspace/timed-out',
    'The folder did not respond in time, so nothing was read. Check that its disk is connected.',
  )
}
