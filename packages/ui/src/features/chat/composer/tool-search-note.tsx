import type { Conversation } from '@gatehouse/domain'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useOfferedTools } from '../tools/use-offered-tools.ts'

/** Shows that the tools of this chat are offered by search; nothing where all of them are offered at once. */
export function ToolSearchNote({ conversation }: { conversation: Conversation }) {
  const t = useT('composer')
  const { number } = useFormats()
  const offered = useOfferedTools(conversation)
  if (!offered?.bySearch) return null
  const { tools, tokens, pinned, found } = offered
  return (
    <span
      data-testid="tool-search-note"
      title={t('toolSearch.note', {
        count: tools,
        number: number(tools),
        tokens: number(tokens),
        pinned: number(pinned),
        found: number(found),
      })}
      className="shrink-0 text-small whitespace-nowrap text-fg-3 tabular-nums max-[52rem]:hidden"
    >
      {t('toolSearch.label')}
    </span>
  )
}
