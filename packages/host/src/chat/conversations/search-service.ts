import type { SearchHit, SearchResult } from '@gatehouse/domain'
import type { SearchChoices, SearchFilter } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'

/** Hits that a search gives at most. */
const MAX_HITS = 50
/** The same of one chat, which is gone through one by one. */
const MAX_HITS_IN_CHAT = 200
/** Models, and tools, that a search can be narrowed to at most. */
const MAX_CHOICES = 2000
/** Entries of an earlier version that are taken in at a time, and milliseconds between two steps. */
const BATCH = 50
const PAUSE_MS = 40

/** Finds words in all chats. Meanwhile erases those of removed ones, and takes in what an earlier version wrote. */
export class SearchService {
  readonly #deps: Pick<HostDependencies, 'stores' | 'timers'>
  #cancel: (() => void) | null = null
  #isErasing = false
  /** Of all chats (`null`) and of each chat. */
  readonly #latest = new Map<string | null, symbol>()

  constructor(deps: Pick<HostDependencies, 'stores' | 'timers'>) {
    this.#deps = deps
  }

  /**
   * Searches page by page, so that main does other work in between. A newer search in all chats, or in the same
   * chat, ends it with the results so far. One window at most shows a chat.
   */
  async search(query: string, filter: SearchFilter = {}): Promise<SearchResult> {
    const { stores, timers } = this.#deps
    const { conversationId: chat = null } = filter
    const limit = chat === null ? MAX_HITS : MAX_HITS_IN_CHAT
    const own = Symbol('search')
    this.#latest.set(chat, own)
    const hits: SearchHit[] = []
    for (let before: number | undefined; this.#latest.get(chat) === own;) {
      const page = stores.search.search(query, limit - hits.length, { filter, before })
      hits.push(...page.hits)
      if (page.next === null || hits.length >= limit) break
      before = page.next
      await new Promise<void>((resolve) => void timers.after(0, resolve))
    }
    if (this.#latest.get(chat) === own) this.#latest.delete(chat)
    return { hits, isIndexing: stores.search.isIndexing() }
  }

  /** The filters of a search over all chats, read page by page. */
  async choices(): Promise<SearchChoices> {
    const { stores, timers } = this.#deps
    const found: SearchChoices = { models: [], tools: [] }
    for (let before: number | undefined; ;) {
      const { models, tools, next } = stores.search.choices(before)
      found.models = [...found.models, ...models].slice(0, MAX_CHOICES)
      found.tools = [...found.tools, ...tools].slice(0, MAX_CHOICES)
      if (next === null) return found
      before = next
      await new Promise<void>((resolve) => void timers.after(0, resolve))
    }
  }

  /**
   * Overwrites in small steps the words of what was removed for good, then makes all searchable; what is left at the
   * end is taken up at the next start.
   */
  start(): void {
    const { stores, timers } = this.#deps
    if (this.#cancel || !(stores.search.isErasing() || stores.search.isIndexing())) return
    const step = (): void => {
      this.#cancel = null
      try {
        if (this.#more()) this.#cancel = timers.after(PAUSE_MS, step)
      } catch {
        // A disk that refuses says so wherever something is saved; the next start continues.
      }
    }
    this.#isErasing = true
    this.#cancel = timers.after(PAUSE_MS, step)
  }

  #more(): boolean {
    const { search } = this.#deps.stores
    if (this.#isErasing) {
      this.#isErasing = search.eraseMore()
      return this.#isErasing || search.isIndexing()
    }
    return search.indexMore(BATCH)
  }

  close(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
