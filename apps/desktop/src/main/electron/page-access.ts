import { app, type BrowserWindow } from 'electron'
import { createPageGuard } from '../consent/page-guard.ts'
import { watchPresses } from '../consent/presses.ts'
import type { PageGuard } from '../ipc/router.ts'

export interface PageAccess extends PageGuard {
  /** Watches for what a person presses in the window. */
  watch(window: BrowserWindow): void
}

/** What the page of the app may ask main for depends on what a person does in its window. */
export function createPageAccess(current: () => BrowserWindow | undefined): PageAccess {
  const now = (): number => performance.now()
  const presses = watchPresses(now)
  const guard = createPageGuard({
    now,
    latest: () => presses.latest(),
    isInFront() {
      const window = current()
      return window !== undefined && window.isVisible() && window.isFocused()
    },
    isAssisted: () => app.isAccessibilitySupportEnabled(),
  })
  return {
    sent: (name, payload) => guard.sent(name, payload),
    refusal: (route, input) => guard.refusal(route, input),
    watch(window) {
      window.webContents.on('input-event', (_event, input) => presses.note(input))
    },
  }
}
