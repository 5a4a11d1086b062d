import type { ModelRef, Turn } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { Transaction } from '../../transactions.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events'> & {
  transaction: Transaction
  conversations: Pick<ConversationService, 'get' | 'setModel'>
}

/**
 * Pairs of answers of two models to one message. Both are versions of the same turn. The second model is asked after
 * the first answer, since one turn runs in a chat at a time. See ADR 0074.
 */
export class Comparisons {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** The comparison of a first answer; none in a chat without a model. */
  begin(first: ModelRef | null, second: ModelRef): Turn['comparison'] {
    return first ? { isFirst: true, model: second, turnId: null } : undefined
  }

  /** The model to ask after a turn; `null` for none. A stopped answer asks none, and neither does the cost limit. */
  modelAfter({ comparison, status, failure }: Turn): ModelRef | null {
    if (!comparison?.isFirst || comparison.turnId !== null) return null
    const isOver = status === 'done' || (status === 'failed' && failure?.code !== 'cost-limit')
    return isOver ? comparison.model : null
  }

  /** Names the second answer in the first one. */
  link(firstId: string, { id, model }: Turn): void {
    const { turns } = this.#deps.stores
    const first = turns.getWithoutEntries(firstId)
    if (!first || !model) return
    turns.saveTurn({ ...first, comparison: { isFirst: true, model, turnId: id } })
  }

  /** After a complete second answer: shows the first again, as the chat continues with it unless the other is kept. */
  after({ comparison, conversationId, status }: Turn): void {
    if (!comparison || comparison.isFirst || (status !== 'done' && status !== 'failed')) return
    const { turns } = this.#deps.stores
    const first = turns.getWithoutEntries(comparison.turnId ?? '')
    if (!first || first.status !== 'done') return
    // Of an answer in the middle of a chat the comparison would not be in view.
    if (turns.nodes(conversationId).some(({ parentId }) => parentId === first.id)) return
    this.#show(first)
  }

  /** Ends a comparison with this answer and its model. */
  keep(turn: Turn): void {
    const { conversationId, model } = turn
    const { transaction, conversations } = this.#deps
    transaction(() => {
      this.close(turn.id)
      const now = conversations.get(conversationId).model
      if (model && now && !isSame(model, now)) conversations.setModel(conversationId, model)
      this.#show(turn)
    })
  }

  /** Ends a comparison, if the turn is in one. */
  close(turnId: string): void {
    const { turns } = this.#deps.stores
    const turn = turns.getWithoutEntries(turnId)
    if (!turn?.comparison) return
    for (const one of [turn, turns.getWithoutEntries(turn.comparison.turnId ?? '')]) {
      if (!one) continue
      const { comparison: _comparison, ...rest } = one
      turns.saveTurn(rest)
    }
  }

  #show({ id: turnId, conversationId, depth }: Turn): void {
    const { stores, events } = this.#deps
    stores.turns.show(turnId)
    const entryId = stores.turns.get(turnId)?.entries[0]?.id ?? ''
    events.emit('chat.branch-changed', { id: conversationId, depth, turnId, entryId })
  }
}

const isSame = (one: ModelRef, other: ModelRef): boolean =>
  one.providerId === other.providerId && one.modelId === other.modelId
