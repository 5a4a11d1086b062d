import { PanelRight } from 'lucide-react'
import { IconButton } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'
import { useUi } from '../ui-store.tsx'

/** Opens and closes the right panel; for the header of a main pane that has one. */
export function SidePanelToggle({ label }: { label: string }) {
  const t = useT('appShell')
  const open = useUi((ui) => ui.sideOpen)
  const toggle = useUi((ui) => ui.toggleSide)
  return (
    <IconButton
      icon={PanelRight}
      label={t(open ? 'hideSide' : 'showSide', { panel: label })}
      pressed={open}
      onClick={toggle}
    />
  )
}
