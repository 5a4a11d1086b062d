import { withTimeout } from '@gatehouse/base'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of a folder that are measured at once. */
const AT_ONCE = 2

/** Returns the bytes of a file; `undefined` = it no longer is a file. Never rejects. */
export type MeasureFile = (path: string) => Promise<number | undefined>

export async function bytesOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

interface ListedFile {
  folder: string
  path: string
}

/**
 * Gives the sizes of those files that can be read within so many milliseconds, for all together. Few of a folder are
 * asked at once, and none of one that has not responded yet: it would hold the few threads for files.
 */
export function createFileSizes(measure: MeasureFile, ms: number) {
  /** Folders in which a file has not responded yet. */
  const silent = new Set<string>()

  return async <File extends ListedFile>(files: readonly File[]): Promise<Map<File, number>> => {
    const sizes = new Map<File, number>()
    const state = { isOver: false }
    async function measureEach(waiting: File[]): Promise<void> {
      for (let file = waiting.shift(); file && !state.isOver; file = waiting.shift()) {
        const bytes = await measure(join(file.folder, file.path))
        if (bytes !== undefined && !state.isOver) sizes.set(file, bytes)
      }
    }
    const readings = new Map<string, Promise<unknown>>()
    for (const folder of new Set(files.map((file) => file.folder))) {
      if (silent.has(folder)) continue
      const waiting = files.filter((file) => file.folder === folder)
      const measuring = Array.from({ length: AT_ONCE }, () => measureEach(waiting))
      const reading = Promise.all(measuring).then(() => readings.delete(folder))
      readings.set(folder, reading)
    }
    await withTimeout(Promise.all(readings.values()), ms, {
      onTimeout() {
        state.isOver = true
        for (const [folder, reading] of readings) {
          silent.add(folder)
          void reading.then(() => silent.delete(folder))
        }
      },
    })
    return sizes
  }
}
