import { app, type BrowserWindow } from 'electron'
import { createPageGuard } from '../consent/page-guard.ts'
import { watchPresses } from '../consent/presses.ts'
import type { PageGuard } from '../ipc/router.ts'

/**
 * Creates the guard of one window: the page's access depends on the person's input in that window, and in no other.
 */
export function createPageAccess(window: BrowserWindow): PageGuard {
  const now = (): number => performance.now()
  const presses = watchPresses(now)
  window.webContents.on('input-event', (_event, input) => presses.note(input))
  let seenSince = now()
  const look = (): void => void (seenSince = now())
  window.on('show', look)
  window.on('restore', look)
  return createPageGuard({
    now,
    latest: () => presses.latest(),
    isInFront: () => !window.isDestroyed() && window.isVisible() && window.isFocused(),
    seenSince: () => seenSince,
    isAssisted: () => app.isAccessibilitySupportEnabled(),
  })
}
