import { app, globalShortcut } from 'electron'
import type { Log } from '../log.ts'
import type { GlobalShortcut } from '../windows/window-ports.ts'

/** Has the system call `onPressed` for one key combination, whatever program is in front. */
export function createGlobalShortcut(onPressed: () => void, log: Log): GlobalShortcut {
  let held: string | null = null
  // Before the windows close: it would open another one.
  app.once('before-quit', () => globalShortcut.unregisterAll())
  return {
    set(accelerator) {
      if (accelerator === held) return true
      if (held !== null) globalShortcut.unregister(held)
      held = null
      if (accelerator === null) return true
      if (!isGiven(accelerator, onPressed, log)) return false
      held = accelerator
      return true
    },
    isActive: () => held !== null && globalShortcut.isRegistered(held),
  }
}

function isGiven(accelerator: string, onPressed: () => void, log: Log): boolean {
  try {
    return globalShortcut.register(accelerator, onPressed)
  } catch (error) {
    log.warn(`The global shortcut ${accelerator} was refused: ${String(error)}`)
    return false
  }
}
