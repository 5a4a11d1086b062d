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
