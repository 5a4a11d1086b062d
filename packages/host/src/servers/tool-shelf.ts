import { estimateTokens, type Tool } from '@gatehouse/domain'
import type { ServerStore } from '../ports/index.ts'

/** The tools of one server: those of the last start until this one has listed its own. */
export class ToolShelf {
  #tools: Tool[] | null
  /** Counted when somebody asks for the first time: it takes as long as reading them. */
  #tokens: number | null = null
  readonly #serverId: string
  readonly #store: Pick<ServerStore, 'cacheTools'>

  constructor(serverId: string, store: Pick<ServerStore, 'cachedTools' | 'cacheTools'>) {
    this.#serverId = serverId
    this.#store = store
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
    this.#tools = null
    this.#tokens = null
  }

  /** Keeps them on disk too. */
  put(tools: Tool[]): void {
    this.#tools = tools
    this.#tokens = null
    this.#store.cacheTools(this.#serverId, tools)
  }
}

function countTokens(tools: Tool[]): number {
  // Pictures are for people; no model is given them.
  const text = (tool: Tool): string => JSON.stringify({ ...tool, icons: undefined })
  return tools.reduce((sum, tool) => sum + estimateTokens(text(tool)), 0)
}
