import { isVisibleToModel, type Tool } from '@gatehouse/domain'
import type { ServerStore, Timers } from '../../ports/index.ts'
import { toolTokens } from './tool-tokens.ts'

/** Milliseconds until a list is written to disk: a burst of changes is written once. */
const WRITE_AFTER_MS = 50

/** The tools of one server: those of the last start until this one has listed its own. */
export class ToolCache {
  #tools: Tool[] | null
  /** Counted on first use: it takes as long as reading them. */
  #tokens: number | null = null
  readonly #serverId: string
  readonly #store: Pick<ServerStore, 'cacheTools'>
  readonly #timers: Timers
  #cancelWrite: (() => void) | null = null

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

  /** Estimated tokens of the definitions that models are sent. */
  get tokens(): number | null {
    this.#tokens ??= this.#tools && countTokens(this.#tools)
    return this.#tokens
  }

  /** Forgets the tools in memory; the store deletes those on disk. */
  clear(): void {
    this.#cancelWrite?.()
    this.#cancelWrite = null
    this.#tools = null
    this.#tokens = null
  }

  /** Written to disk a little later. */
  put(tools: Tool[]): void {
    this.#tools = tools
    this.#tokens = null
    this.#cancelWrite ??= this.#timers.after(WRITE_AFTER_MS, () => this.flush())
  }

  /** Writes at once what is still to be written. Never throws. */
  flush(): void {
    if (!this.#cancelWrite) return
    this.#cancelWrite()
    this.#cancelWrite = null
    if (!this.#tools) return
    try {
      this.#store.cacheTools(this.#serverId, this.#tools)
    } catch {
      // The next start lists them again; a server must stop and go all the same.
    }
  }
}

const countTokens = (tools: readonly Tool[]): number =>
  tools.filter(isVisibleToModel).reduce((sum, tool) => sum + toolTokens(tool), 0)
