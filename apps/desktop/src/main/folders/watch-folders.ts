import { withTimeout } from '@gatehouse/base'
import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { FolderWatch } from '@gatehouse/host/ports'

/** Milliseconds from an event of the system until it is passed on: one change is reported several times. */
const REST_MS = 150
/** Milliseconds that a folder may take; a lost network drive can take minutes. */
const RESPONSE_TIMEOUT_MS = 3000

/** A folder above one that is followed, and which name in it leads there. */
interface Step {
  folder: string
  name: string
}

/**
 * Follows folders from above: the system reports what goes and comes in each folder on the way to them, so
 * also a folder whose own parent was moved away or is not there yet. Nothing inside of them is watched.
 */
export function watchFolders(onChange: (path: string) => void, restMs = REST_MS): FolderWatch {
  const watchers = new Map<string, FSWatcher | null>()
  const waiting = new Map<string, NodeJS.Timeout>()
  let followed = new Map<string, Step[]>()

  function close(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  /** One that is not there, or may not be read, is not watched; the folder above it reports when it comes. */
  async function open(folder: string): Promise<void> {
    if (watchers.has(folder)) return
    watchers.set(folder, null)
    const isThere = await responds(folder)
    // It may have been closed, or opened again, meanwhile.
    if (watchers.get(folder) !== null || !watchers.has(folder)) return
    if (!isThere || !isOnTheWay(folder, followed)) return void watchers.delete(folder)
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(folder, name))
      watcher.on('error', () => onEvent(folder, null))
      watchers.set(folder, watcher)
    } catch {
      watchers.delete(folder)
    }
  }

  function onEvent(folder: string, name: string | null): void {
    for (const [path, steps] of followed) {
      const step = steps.find((one) => one.folder === folder)
      // A folder that goes itself is reported by its own name; without a name it may be anything.
      const isMeant = name === null || name === step?.name || name === basename(folder)
      if (step && isMeant) rest(path, folder)
    }
  }

  function rest(path: string, from: string): void {
    clearTimeout(waiting.get(path))
    const timer = setTimeout(() => {
      waiting.delete(path)
      void again(path, from)
    }, restMs)
    timer.unref()
    waiting.set(path, timer)
  }

  /** Watches everything below `from` again: another folder may have the same name now, which no watcher sees. */
  async function again(path: string, from: string): Promise<void> {
    const steps = followed.get(path) ?? []
    const below = steps.slice(steps.findIndex(({ folder }) => folder === from))
    for (const { folder } of below) close(folder)
    await Promise.all(below.map(({ folder }) => open(folder)))
    if (followed.has(path)) onChange(path)
  }

  return {
    follow(paths) {
      followed = new Map([...paths].map((path) => [path, stepsTo(path)]))
      for (const folder of watchers.keys()) if (!isOnTheWay(folder, followed)) close(folder)
      for (const steps of followed.values()) for (const { folder } of steps) void open(folder)
    },
    close() {
      followed = new Map()
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      for (const folder of watchers.keys()) close(folder)
    },
  }
}

function isOnTheWay(folder: string, followed: ReadonlyMap<string, Step[]>): boolean {
  return [...followed.values()].some((steps) => steps.some((step) => step.folder === folder))
}

/** From the top down. */
function stepsTo(path: string): Step[] {
  const folder = dirname(path)
  if (folder === path) return []
  return [...stepsTo(folder), { folder, name: basename(path) }]
}

/** Resolves to true if the folder exists and responds in time. */
async function responds(folder: string): Promise<boolean> {
  const found = stat(folder).then(
    (state) => state.isDirectory(),
    () => false,
  )
  return withTimeout(found, RESPONSE_TIMEOUT_MS, { onTimeout: () => false })
}
