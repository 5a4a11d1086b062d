import { MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import type { PaletteGroup } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useDebounced, useMessageSearch } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Messages that are shown; the list of chats shows all. */
const MAX_SHOWN = 20

export interface FoundMessages {
  groups: readonly PaletteGroup[]
  /** True until the typed query was searched for. */
  isLoading: boolean
}

/** Messages of all chats that match the query, each with a link to its place. */
export function useFoundMessages(query: string): FoundMessages {
  const t = useT('appShell')
  const words = useT('chat')
  const now = useNow(60_000)
  const { brief } = useFormats()
  const openAt = useUi((ui) => ui.openChatAt)
  const search = useMessageSearch(query)
  const isWanted = query.trim() !== ''
  const isAsked = useDebounced(query.trim()) === query.trim()
  // Hits for other words would be taken for those of what is typed.
  const isHere = isWanted && isAsked && !search.isPlaceholderData
  const hits = isHere ? search.data?.hits : undefined
  const groups = useMemo(() => {
    if (!hits || hits.length === 0) return []
    const items = hits.slice(0, MAX_SHOWN).map((hit) => ({
      id: `message-${hit.conversationId}-${hit.entryId}`,
      label: oneLine(hit.snippet.text, 120),
      detail: `${oneLine(hit.title || words('untitled'), 40)} · ${brief(hit.at, now)}`,
      icon: MessageSquareText,
      onSelect: () => openAt(hit),
    }))
    return [{ label: t('palette.messages'), items, isFound: true }]
  }, [hits, t, words, brief, now, openAt])
  return { groups, isLoading: isWanted && (!isHere || search.isFetching) }
}
