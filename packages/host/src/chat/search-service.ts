import type { SearchResult } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/** Hits that a search gives at most. */
const MAX_HITS = 50
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

  search(query: string): SearchResult {
    const { search } = this.#deps.stores
    return { hits: search.search(query, MAX_HITS), isIndexing: search.isIndexing() }
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
