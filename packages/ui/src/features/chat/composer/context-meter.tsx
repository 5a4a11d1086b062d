import type { Conversation, ConversationView, ModelProvider } from '@gatehouse/domain'
import { classNames } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useT } from '../../../lib/i18n.ts'
import { useConversation, useProviders } from '../../../lib/queries/index.ts'

/** How much of what the model can read at once this chat takes already; a warning when little is left. */
export function ContextMeter({ conversation: { id, model } }: { conversation: Conversation }) {
  const t = useT('composer')
  const { number } = useFormats()
  const use = contextUse(useConversation(id).data, model, useProviders().data ?? [])
  if (!use) return null
  const share = use.used / use.window
  const percent = number(Math.max(1, Math.round(share * 100)))
  const isFull = share >= CONTEXT_WARNING
  return (
    <span
      data-testid="context-meter"
      title={t('contextNote', { used: number(use.used), window: number(use.window) })}
      className={classNames(
        'shrink-0 text-small whitespace-nowrap tabular-nums',
        isFull ? 'font-medium text-warning' : 'text-fg-3 max-[40rem]:hidden',
      )}
    >
      {t(isFull ? 'contextNearlyFull' : 'contextShare', { percent })}
    </span>
  )
}

/** Tokens of the last request of a chat and of its answer, and how many its model can read. */
export interface ContextUse {
  used: number
  window: number
}

/** From this share of the context on, the person is warned. */
const CONTEXT_WARNING = 0.8

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
