import type { ReactNode } from 'react'
import { AppLayout } from '../../kit/index.ts'
import { Announcements } from './announcements.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { ShellOverlays } from './shell-overlays.tsx'
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
  useAppShortcuts()
  useRestoredFocus()
  useNavigationRequests()
  return (
    <>
      <AppLayout rail={null}>
        <SafeStartNote />
        <CrashBoundary resetKey="own">{children}</CrashBoundary>
      </AppLayout>
      <ShellOverlays>{overlays}</ShellOverlays>
      <Announcements />
    </>
  )
}
