import type { ReactNode } from 'react'
import { AppLayout } from '../../kit/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useIsIdle } from '../../lib/when-idle.ts'
import { Announcements } from './announcements.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { Palette, ShortcutsDialog } from './lazy-overlays.tsx'
import { SafeStartNote } from './safe-start-note.tsx'
import { useAppShortcuts } from './use-app-shortcuts.ts'
import { useRestoredFocus } from './use-restored-focus.ts'
import { useNavigationRequests } from './use-navigation-requests.ts'

/** The window of one chat: no rail and no list, and over it what every window has. */
export function ChatWindowShell({
  children,
  overlays,
}: {
  children: ReactNode
  overlays: ReactNode
}) {
  const someOverlay = useUi((ui) => ui.overlay !== null)
  const overlaysWanted = useIsIdle() || someOverlay
  useAppShortcuts()
  useRestoredFocus()
  useNavigationRequests()
  return (
    <>
      <AppLayout rail={null}>
        <SafeStartNote />
        <CrashBoundary resetKey="own">{children}</CrashBoundary>
      </AppLayout>
      {overlaysWanted && (
        <>
          {overlays}
          <Palette />
          <ShortcutsDialog />
        </>
      )}
      <Announcements />
    </>
  )
}
