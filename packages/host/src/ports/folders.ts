import type { FolderState, ProjectSearch } from '@gatehouse/domain'
import type { FoundEntries } from '@gatehouse/domain/chats'
import type { FolderListing, ListingChoice } from '@gatehouse/domain/documents'

/** Inspects folders; reads only the files that mark repositories and projects. */
export interface Folders {
  /** The person's own folder, without a slash at the end. */
  readonly home: string
  /** Returns the state of a folder. Never rejects; a folder that does not respond in time is `unreadable`. */
  inspect(path: string): Promise<FolderState>
  /**
   * Reports each followed folder that was removed, created or replaced. Other changes in or beside a folder are not
   * reported.
   */
  watch(onChange: (path: string) => void): FolderWatch
  /**
   * Finds repositories and folders with a package file, in `parent` and two levels below, bounded in count and
   * time. Rejects with `workspace/search-failed` when `parent` cannot be read.
   */
  findProjects(parent: string, signal: AbortSignal): Promise<ProjectSearch>
  /**
   * Finds entries below these folders that match the query, bounded in count and time. Links are not followed, and
   * folders that tools generate are skipped.
   */
  findEntries(folders: readonly string[], query: string): Promise<FoundEntries>
  /**
   * Lists the files below a folder, bounded in count, depth and time. Links are not followed. Rejects with
   * `folder/unreadable`, and with `folder/too-slow` when its disk or an ignore file takes too long.
   */
  listFiles(folder: string, choice: ListingChoice): Promise<FolderListing>
  /**
   * Returns a file's bytes, or the names in a folder. Rejects with `workspace/no-such-entry`; `workspace/timed-out`
   * when its disk does not respond in time; `workspace/leads-out` when a link leads out of the folder;
   * `attachment/file-too-large` before any part of the file was read.
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
  /** Paths relative to the folder; those of folders end with `/`. */
  | { kind: 'folder'; names: string[]; complete: boolean }

/** Follows folders until it is closed. */
export interface FolderWatch {
  /** Replaces the followed folders. */
  follow(paths: Iterable<string>): void
  close(): void
}
