import { CommandPalette } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { usePaletteGroups } from './palette-groups.ts'

/** Ctrl or Cmd K: every action of the app, found by typing. */
export function Palette() {
  const t = useT('frame')
  const open = useUi((ui) => ui.overlay?.kind === 'palette')
  const show = useUi((ui) => ui.show)
  const groups = usePaletteGroups()
  return (
    <CommandPalette
      open={open}
      onOpenChange={(next) => show(next ? { kind: 'palette' } : null)}
      groups={groups}
      label={t('palette.label')}
      placeholder={t('palette.placeholder')}
    />
  )
}
