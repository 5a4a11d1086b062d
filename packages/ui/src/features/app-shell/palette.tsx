import { useMemo, useState } from 'react'
import { PaletteDialog, PaletteSearch, type PaletteGroup } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import type { TypedAhead } from '../../lib/keys/typed-ahead.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { usePaletteGroups } from './palette-groups.ts'
import { MessageSquareText } from 'lucide-react'
import { useFormats } from '../../lib/formats/formats.ts'
import { useNow } from '../../lib/formats/now.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useDebounced, useMessageSearch } from '../../lib/queries/index.ts'

/** Messages that are shown; the list of chats shows all. */
const MAX_SHOWN = 20

/** Ctrl or Cmd K: every action of the app, found by typing. */
export function Palette({ typed }: { typed: TypedAhead }) {
  const t = useT('appShell')
  const open = useUi((ui) => ui.overlay?.kind === 'palette')
  const change = useChange()
  return (
    <PaletteDialog open={open} onOpenChange={change} label={t('palette.label')}>
      <Everything typed={typed} />
    </PaletteDialog>
  )
}

function Everything({ typed }: { typed: TypedAhead }) {
  const t = useT('appShell')
  const [query, setQuery] = useState(typed.text)
  const groups = usePaletteGroups()
  const found = useFoundMessages(query)
  return (
    <PaletteSearch
      onOpenChange={useChange()}
      groups={useMemo(() => [...groups, ...found.groups], [groups, found.groups])}
      onQueryChange={setQuery}
      initialQuery={query}
      isWhole={!found.isLoading}
      label={t('palette.label')}
      placeholder={t('palette.placeholder')}
    />
  )
}

function useChange(): (open: boolean) => void {
  const show = useUi((ui) => ui.show)
  return (open) => show(open ? { kind: 'palette' } : null)
}

interface FoundMessages {
  groups: readonly PaletteGroup[]
  /** True until the typed query was searched for. */
  isLoading: boolean
}

/** Messages of all chats that match the query, each with a link to its place. */
function useFoundMessages(query: string): FoundMessages {
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
