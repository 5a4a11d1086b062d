import type { Conversation, ConversationView, ModelProvider } from '@gatehouse/domain'

/** Tokens of the last request of a chat and of its answer, and how many its model can read. */
export interface ContextUse {
  used: number
  window: number
}

/** From this share of the context on, the person is warned. */
export const CONTEXT_WARNING = 0.8

/**
 * How full the context of a chat's model is, as the provider counted the last step: instructions, schemas
 * of tools, history, attachments and the answer. Nothing where the provider names no count or no size, where
 * another model answered last, or where the end of the chat is not what the window has.
 */
export function contextUse(
  view: Pick<ConversationView, 'turns' | 'hasAfter'> | undefined,
  model: Conversation['model'],
  providers: readonly ModelProvider[],
): ContextUse | undefined {
  const turn = view?.turns.at(-1)
  if (!turn || view?.hasAfter || model === null) return undefined
  if (turn.model?.providerId !== model.providerId || turn.model.modelId !== model.modelId)
    return undefined
  const last = turn.entries.findLast(
    (entry) => entry.kind === 'assistant-message' && entry.usage?.inputTokens !== undefined,
  )
  if (last?.kind !== 'assistant-message' || last.usage?.inputTokens === undefined) return undefined
  const window = providers
    .find(({ id }) => id === model.providerId)
    ?.models.find(({ id }) => id === model.modelId)?.contextWindow
  if (window === undefined) return undefined
  return { used: last.usage.inputTokens + (last.usage.outputTokens ?? 0), window }
}
