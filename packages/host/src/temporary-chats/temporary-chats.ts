import { GatehouseError, type Ask, type Conversation } from '@gatehouse/domain'
import type { Stores } from '../ports/index.ts'

/** Which chats, turns and asks are kept in memory alone, and where. */
export class TemporaryChats {
  readonly #open: () => Stores
  #memory: Stores | undefined
  readonly #chats = new Set<string>()
  /** Chats that ended: late data of them is dropped. */
  readonly #ended = new Set<string>()
  /** The chat of each turn, those of chats that ended included. */
  readonly #turns = new Map<string, string>()
  readonly #asks = new Set<string>()

  constructor(open: () => Stores) {
    this.#open = open
  }

  /** `undefined` as long as there was no temporary chat. */
  get memory(): Stores | undefined {
    return this.#memory
  }

  get count(): number {
    return this.#chats.size
  }

  begin(conversation: Conversation): void {
    this.#memory ??= this.#open()
    this.#chats.add(conversation.id)
    this.#memory.conversations.save(conversation)
  }

  has(conversationId: string | null | undefined): boolean {
    return typeof conversationId === 'string' && this.#chats.has(conversationId)
  }

  /** Also of one that ended. */
  wasTemporary(conversationId: string): boolean {
    return this.#chats.has(conversationId) || this.#ended.has(conversationId)
  }

  noteTurn(turnId: string, conversationId: string): void {
    if (this.wasTemporary(conversationId)) this.#turns.set(turnId, conversationId)
  }

  /** `undefined`: it is of a chat that is on disk. */
  storesOfTurn(turnId: string): Stores | undefined {
    return this.#turns.has(turnId) ? this.#memory : undefined
  }

  /** True if results of a turn are no longer stored. */
  isOver(turnId: string): boolean {
    const conversationId = this.#turns.get(turnId)
    return conversationId !== undefined && !this.#chats.has(conversationId)
  }

  /** True if an ask belongs to a temporary chat. */
  isOfAsk(ask: Ask): boolean {
    const chats =
      ask.kind === 'tool-approval'
        ? [ask.conversationId]
        : ask.causes.map(({ conversationId }) => conversationId)
    return chats.some((id) => this.wasTemporary(id))
  }

  noteAsk(id: string): void {
    this.#asks.add(id)
  }

  takeAsk(id: string): boolean {
    return this.#asks.delete(id)
  }

  hasAsk(id: string): boolean {
    return this.#asks.has(id)
  }

  /** Nothing of it is left, not even in memory. */
  end(conversationId: string): void {
    if (!this.#chats.delete(conversationId)) return
    this.#ended.add(conversationId)
    this.#forget(conversationId)
  }

  /** It is on disk now, and its turns are those of any chat. */
  release(conversationId: string): void {
    if (!this.#chats.delete(conversationId)) return
    for (const [turnId, id] of this.#turns) if (id === conversationId) this.#turns.delete(turnId)
    this.#forget(conversationId)
  }

  #forget(conversationId: string): void {
    const memory = this.stores()
    memory.conversations.remove(conversationId)
    memory.conversations.purge()
    for (const grant of memory.grants.list())
      if (grant.scope.kind === 'chat' && grant.scope.conversationId === conversationId)
        memory.grants.remove(grant.id)
    // Large parts are not counted chat by chat: with the last one all of them go.
    if (this.#chats.size > 0) return
    memory.close()
    this.#memory = undefined
  }

  stores(): Stores {
    if (!this.#memory) throw new GatehouseError('chat/not-found', 'This chat no longer exists.')
    return this.#memory
  }
}
