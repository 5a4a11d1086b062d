/**
 * Overwrites the words of what was removed for good, and the names that searches were narrowed by to it. SQLite only
 * notes in the index which rows are gone (tombstones): their words stay in its segments until these are merged, which is
 * done here, in small steps.
 */
import type { SearchStore } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'
import type { SearchValues } from './search-values.ts'

/** Pages of the index, of about 4 KB, that one step writes: it holds main up for a few milliseconds. */
const STEP_PAGES = 8

/** Names that one step looks up in the index. A file of a chat may have brought 200,000. */
const STEP_VALUES = 100

/** Rows of `words_to_erase` that stand for no segment: something was removed; the log still has to be cut. */
const REMOVED = 0
const IN_LOG = -1
/** Less the id of a name: those up to it were looked up since. */
const LOOKED_UP = -2

/** The tombstones of a segment in `entry_words_data`: `(segment + 65536) << 37`, see `fts5_index.c`. */
const TOMBSTONES = 'entry_words_data WHERE id >= 65536 << 37'

export function createWordEraser(
  database: Database,
  { pages = STEP_PAGES, values }: { pages?: number; values: Pick<SearchValues, 'collect'> },
): Pick<SearchStore, 'isErasing' | 'eraseMore'> {
  const noted = database.prepare('SELECT segment FROM words_to_erase ORDER BY segment')
  const note = database.prepare('INSERT OR IGNORE INTO words_to_erase (segment) VALUES (?)')
  const drop = database.prepare('DELETE FROM words_to_erase WHERE segment = ?')
  const clear = database.prepare('DELETE FROM words_to_erase')
  const noteSegments = database.prepare(
    `INSERT INTO words_to_erase SELECT DISTINCT (id >> 37) - 65536 FROM ${TOMBSTONES}`,
  )
  const settle = database.prepare(
    'DELETE FROM words_to_erase WHERE NOT EXISTS (SELECT 1 FROM entry_words_data ' +
      'WHERE id BETWEEN (segment + 65536) << 37 AND ((segment + 65537) << 37) - 1)',
  )
  const mergePages = database.prepare(
    "INSERT INTO entry_words (entry_words, rank) VALUES ('merge', ?)",
  )
  const changes = database.prepare('SELECT total_changes()')
  const segments = (): number[] => noted.rows().map(([segment]) => Number(segment))

  /** False when there was nothing to merge; a negative number begins with all segments. */
  const merge = (count: number): boolean => {
    const before = Number(changes.rows()[0]?.[0])
    mergePages.run(count)
    // The command itself counts as one.
    return Number(changes.rows()[0]?.[0]) - before > 1
  }
  /** False where all names were looked up since something was removed. */
  const collectSome = (left: readonly number[]): boolean => {
    if (!left.includes(REMOVED)) return false
    const before = left.find((row) => row <= LOOKED_UP) ?? LOOKED_UP
    const last = values.collect(LOOKED_UP - before, STEP_VALUES)
    if (last === null) return false
    drop.run(before)
    note.run(LOOKED_UP - last)
    return true
  }
  const step = (): boolean => {
    const begins = segments().includes(REMOVED)
    if (begins) {
      clear.run()
      noteSegments.run()
    }
    const hasMerged = segments().length > 0 && merge(begins ? -pages : pages)
    settle.run()
    const isDone = segments().length === 0
    if (isDone) note.run(IN_LOG)
    // Segments that were added meanwhile can keep the merge from going on: then it begins with them, too.
    else if (!hasMerged) note.run(REMOVED)
    return isDone || hasMerged || !begins
  }
  return {
    isErasing: () => segments().length > 0,
    eraseMore() {
      const left = segments()
      if (left.length === 0) return false
      if (left.length > 1 || left[0] !== IN_LOG)
        return database.transaction(() => collectSome(left) || step())
      // The log may have the pages as they were before. It is in use only where another process reads the file.
      if (Number(database.pragma('wal_checkpoint(TRUNCATE)')) === 0) clear.run()
      return false
    },
  }
}
