/** Full-text search over chats. */
import type { SearchHit } from '@gatehouse/domain'
import type { SearchChoices, SearchFilter } from '@gatehouse/domain/chats'

export interface SearchOptions {
  filter?: SearchFilter | undefined
  /** `next` of the page before; absent: from the latest on. */
  before?: number | undefined
}

export interface SearchPage {
  hits: SearchHit[]
  /** Where to continue; `null` = all was looked at. */
  next: number | null
}

export interface SearchChoicesPage extends SearchChoices {
  /** Where to continue; `null` = all was looked at. */
  next: number | null
}

export interface SearchStore {
  /**
   * Entries of chats that are not removed in which all words of the query are, latest first. A word is found
   * by its beginning; in scripts without spaces any row of characters is. Nothing without a word. Looks at so
   * many entries only as are read in some ten milliseconds, which may be none that fits: then continue from `next`.
   */
  search(query: string, limit: number, options?: SearchOptions): SearchPage
  /** The filters of searches, the latest first. Reads for some ten milliseconds only; then continue from `next`. */
  choices(before?: number): SearchChoicesPage
  /** The ids of such entries alone, removed chats included. */
  entryIds(query: string, limit: number): string[]
  /** True while entries of an earlier version are not searchable yet. */
  isIndexing(): boolean
  /** Makes so many more of them searchable, the latest first; `false` when that was the last of them. */
  indexMore(count: number): boolean
  /** True while the file still holds words of permanently deleted entries. No search finds them. */
  isErasing(): boolean
  /** Overwrites some more of them, in some milliseconds; `false` when none are left, or no more can be now. */
  eraseMore(): boolean
}
