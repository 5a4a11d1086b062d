import type { SearchResult } from '@gatehouse/domain'
import type { SearchFilter } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../dependencies.ts'

/** Hits that a search gives at most. */
const MAX_HITS = 50
/** The same of one chat, which is gone through one by one. */
const MAX_HITS_IN_CHAT = 200
/** Entries of an earlier version that are taken in at a time, and milliseconds between two times. */
const BATCH = 50
const PAUSE_MS = 40

/** Finds words in all chats, and makes what an earlier version wrote searchable meanwhile. */
export class SearchService {
  readonly #deps: Pick<HostDependencies, 'stores' | 'timers'>
  #cancel: (() => void) | null = null

  constructor(deps: Pick<HostDependencies, 'stores' | 'timers'>) {
    this.#deps = deps
  }

  search(query: string, filter: SearchFilter = {}): SearchResult {
    const { search } = this.#deps.stores
    const limit = filter.conversationId === undefined ? MAX_HITS : MAX_HITS_IN_CHAT
    return { hits: search.search(query, limit, filter), isIndexing: search.isIndexing() }
  }

  /** Goes on in small steps until all is searchable; what is left at the end is taken up at the next start. */
  start(): void {
    if (this.#cancel || !this.#deps.stores.search.isIndexing()) return
    const step = (): void => {
      this.#cancel = null
      try {
        if (this.#deps.stores.search.indexMore(BATCH))
          this.#cancel = this.#deps.timers.after(PAUSE_MS, step)
      } catch {
        // A disk that refuses says so wherever something is saved; the next start goes on.
      }
    }
    this.#cancel = this.#deps.timers.after(PAUSE_MS, step)
  }

  close(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
