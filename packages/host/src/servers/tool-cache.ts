import { estimateTokensOf, type Tool } from '@gatehouse/domain'
import type { ServerStore, Timers } from '../ports/index.ts'

/** Milliseconds until a list is written down. Megabytes of it take their own turn, and a storm of them one. */
const KEEP_AFTER_MS = 50

/** The tools of one server: those of the last start until this one has listed its own. */
export class ToolShelf {
  #tools: Tool[] | null
  /** Counted when somebody asks for the first time: it takes as long as reading them. */
  #tokens: number | null = null
  readonly #serverId: string
  readonly #store: Pick<ServerStore, 'cacheTools'>
  readonly #timers: Timers
  #cancelKeep: (() => void) | null = null

  constructor(
    serverId: string,
    store: Pick<ServerStore, 'cachedTools' | 'cacheTools'>,
    timers: Timers,
  ) {
    this.#serverId = serverId
    this.#store = store
    this.#timers = timers
    this.#tools = store.cachedTools(serverId)
  }

  /** `null` when it was never started. */
  get tools(): Tool[] | null {
    return this.#tools
  }

  /** Rough count of model tokens that the schemas cost. */
  get tokens(): number | null {
    this.#tokens ??= this.#tools && countTokens(this.#tools)
    return this.#tokens
  }

  /** As if it was never started; what is on disk is the store's to forget. */
  clear(): void {
    this.#cancelKeep?.()
    this.#cancelKeep = null
    this.#tools = null
    this.#tokens = null
  }

  /** Keeps them on disk too, a little later. */
  put(tools: Tool[]): void {
    this.#tools = tools
    this.#tokens = null
    this.#cancelKeep ??= this.#timers.after(KEEP_AFTER_MS, () => this.flush())
  }

  /** Writes now what waits to be written. */
  flush(): void {
    if (!this.#cancelKeep) return
    this.#cancelKeep()
    this.#cancelKeep = null
    if (this.#tools) this.#store.cacheTools(this.#serverId, this.#tools)
  }
}

function countTokens(tools: Tool[]): number {
  // Pictures are for people; no model is given them.
  return tools.reduce((sum, tool) => sum + estimateTokensOf({ ...tool, icons: undefined }), 0)
}
