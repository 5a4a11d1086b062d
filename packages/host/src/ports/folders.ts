import type { FolderState, ProjectSearch } from '@gatehouse/domain'
import type { FoundEntries } from '@gatehouse/domain/chats'

/** Looks at folders; reads nothing in them but what shows that they are repositories or projects. */
export interface Folders {
  /** The person's own folder, without a slash at the end. */
  readonly home: string
  /** Never rejects; a folder that does not respond in time is `unreadable`. */
  inspect(path: string): Promise<FolderState>
  /**
   * Calls back with each of the followed folders that went, came or was replaced. What else happens in or
   * beside a folder is not reported.
   */
  watch(onChange: (path: string) => void): FolderWatch
  /**
   * Repositories and folders with a package file, in `parent` and two levels below, bounded in count
   * and time. Rejects with `workspace/search-failed` when `parent` cannot be read.
   */
  findProjects(parent: string, signal: AbortSignal): Promise<ProjectSearch>
  /**
   * Finds entries below these folders that match the query, bounded in count and time. Links are not followed, and
   * folders that tools generate are skipped.
   */
  findEntries(folders: readonly string[], query: string): Promise<FoundEntries>
  /**
   * A file's bytes, or the names in a folder. Rejects with `workspace/no-such-entry`; with
   * `workspace/timed-out` where its disk does not respond in time; with
   * `workspace/leads-out` where a link leads out of the folder; with `attachment/file-too-large` before
   * anything of a file was read.
   */
  readEntry(place: EntryOfFolder): Promise<ReadEntry>
  /**
   * A file as it is, or that there is none. Rejects as `readEntry` does; with `workspace/is-folder`, and with
   * `workspace/unreadable` where it is not known if there is one.
   */
  readVersion(place: EntryOfFolder): Promise<FileVersion>
  /**
   * Replaces a file by a version of it, if it still has this one: in one step, with the permission bits of the version,
   * and never through a link. Rejects as `readVersion` does, with `undo/changed` where it has another one, and with
   * `undo/refused` by the disk. Nothing was changed then.
   */
  restoreVersion(place: EntryOfFolder, change: RestoredVersion): Promise<void>
}

/** A file at one moment. `mode`: its permission bits; `sha256`: of its bytes, in hex. */
export type FileVersion =
  | { kind: 'absent' }
  | { kind: 'file'; bytes: Uint8Array; mode: number; sha256: string }

export interface RestoredVersion {
  /** The present version, by SHA-256 in hex; `null` = there is no file. */
  expected: string | null
  version: { kind: 'absent' } | { kind: 'file'; bytes: Uint8Array; mode: number }
}

/** A path below a folder, with `/` between its parts. */
export interface EntryOfFolder {
  folder: string
  path: string
}

export type ReadEntry =
  | { kind: 'file'; bytes: Uint8Array }
  /** Paths from the folder on; those of folders end with `/`. */
  | { kind: 'folder'; names: string[]; complete: boolean }

/** Follows folders until it is closed. */
export interface FolderWatch {
  /** Instead of those that were followed before. */
  follow(paths: Iterable<string>): void
  close(): void
}
