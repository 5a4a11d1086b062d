import { readFileSync, rmSync } from 'node:fs'
import { parseJson } from '@gatehouse/domain/json'
import type { Log } from '../log.ts'
import { replacePrivateFile } from '../private-files.ts'

/** The part of Electron's session that clears storage. Only `clearStorageData` reaches schemes of the app's own. */
interface StorageSession {
  clearStorageData(options: { origin: string }): Promise<void>
}

/** The storage of views: cleared once a view ended, and at the next start where the app ended before. */
export interface ViewStorage {
  /** Records the origin on disk before a view can store anything. */
  opened(origin: string): void
  /** Clears the storage of a view whose process has ended. Never rejects. */
  ended(origin: string): Promise<void>
}

/** Origins that are read from the file: those of a few runs that ended by a crash. */
const MAX_ORIGINS = 200
const MAX_CHARACTERS = 20_000
const ORIGIN = /^mcp-app:\/\/v-[0-9a-f]{32}$/

/**
 * Clears what the previous run left, by the origins in the file.
 * @param file names the origins whose storage is not cleared yet
 */
export function createViewStorage(file: string, session: StorageSession, log: Log): ViewStorage {
  const origins = new Set<string>(readOrigins(file))
  const save = (): void => {
    try {
      if (origins.size === 0) rmSync(file, { force: true })
      else replacePrivateFile(file, JSON.stringify([...origins].slice(-MAX_ORIGINS)))
    } catch (error) {
      log.error('The origins of views were not written down.', error)
    }
  }
  const clear = async (origin: string): Promise<void> => {
    try {
      await session.clearStorageData({ origin })
      origins.delete(origin)
      save()
    } catch (error) {
      log.error('The storage of a view was not cleared.', error)
    }
  }
  for (const origin of origins) void clear(origin)
  return {
    opened(origin) {
      origins.add(origin)
      save()
    },
    ended: clear,
  }
}

function readOrigins(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const parsed = text.length <= MAX_CHARACTERS ? parseJson(text) : undefined
  const list = parsed?.ok && Array.isArray(parsed.value) ? parsed.value : []
  return list.filter((one): one is string => typeof one === 'string' && ORIGIN.test(one))
}
