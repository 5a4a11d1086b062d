import type { Conversation } from '@gatehouse/domain'
import { classNames } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useT } from '../../../lib/i18n.ts'
import { useConversation, useProviders } from '../../../lib/queries/index.ts'
import { CONTEXT_WARNING, contextUse } from './context-use.ts'

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
