import { useMemo, useState } from 'react'
import { PaletteDialog, PaletteSearch } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import type { TypedAhead } from '../../lib/keys/typed-ahead.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useFoundMessages } from './found-messages.ts'
import { usePaletteGroups } from './palette-groups.ts'

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
