/** Full-text search over chats. */
import type { SearchHit } from '@gatehouse/domain'
import type { SearchChoices, SearchFilter } from '@gatehouse/domain/chats'

export interface SearchOptions {
  filter?: SearchFilter | undefined
  /** `next` of the previous page; absent = from the latest on. */
  before?: number | undefined
}

export interface SearchPage {
  hits: SearchHit[]
  /** Position of the next page; `null` = everything was searched. */
  next: number | null
}

export interface SearchChoicesPage extends SearchChoices {
  /** Position of the next page; `null` = everything was searched. */
  next: number | null
}

export interface SearchStore {
  /**
   * Finds entries of chats that are not removed and hold all words of the query, latest first. A word matches by
   * its beginning; in scripts without spaces any sequence of characters matches. A query without a word finds
   * nothing. Reads entries for some ten milliseconds only, and may find none in that time: then continue from
   * `next`.
   */
  search(query: string, limit: number, options?: SearchOptions): SearchPage
  /**
   * Returns the choices of search filters, the latest first. Reads for some ten milliseconds only; then continue
   * from `next`.
   */
  choices(before?: number): SearchChoicesPage
  /** Returns the ids of matching entries, removed chats included. */
  entryIds(query: string, limit: number): string[]
  /** True while entries of an earlier version are not searchable yet. */
  isIndexing(): boolean
  /** Makes this many more of them searchable, the latest first; `false` when none are left. */
  indexMore(count: number): boolean
  /** True while the file still holds words of permanently deleted entries. No search finds them. */
  isErasing(): boolean
  /** Overwrites more of them, in some milliseconds; `false` when none are left, or none can be overwritten now. */
  eraseMore(): boolean
}
