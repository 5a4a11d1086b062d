import { useCallback, type ReactNode } from 'react'
import { useTypedAhead } from '../../lib/keys/typed-ahead.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useIsIdle } from '../../lib/windows/when-idle.ts'
import { Palette, ShortcutsDialog } from './lazy-overlays.tsx'

/** Overlays of a window: the dialogs and sheets of the features, and those of every window. */
export function ShellOverlays({ children }: { children: ReactNode }) {
  const overlay = useUi((ui) => ui.overlay?.kind)
  const show = useUi((ui) => ui.show)
  const close = useCallback(() => show(null), [show])
  const typed = useTypedAhead(overlay, close)
  const isIdle = useIsIdle()
  if (!isIdle && overlay === undefined) return null
  return (
    <>
      {children}
      <Palette typed={typed} />
      <ShortcutsDialog />
    </>
  )
}
