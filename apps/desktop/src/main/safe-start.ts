import type { RunMarker } from './run-marker.ts'
import { MAIN_WINDOW, type WindowKey } from './windows/window-role.ts'

/**
 * Reason for which a window opens nothing by itself: the app ended without quitting, or the process of a window
 * died.
 */
export type SafeStartCause = 'app-ended' | 'window-ended'

export interface SafeStart {
  cause: SafeStartCause
  /** The chat that was open and is not opened by itself. */
  conversationId: string | null
  /** True if the servers of the start wait for the person; the main window says so. */
  holdsServers: boolean
}

/** State that is held back after a crash until the person continues; of each window the chat that it had open. */
export interface SafeStartState {
  /** Null when nothing is held back in this window. */
  current(window: WindowKey): SafeStart | null
  /** True if the previous run ended without quitting. */
  readonly isAfterCrash: boolean
  /** A chat is loaded: if that ends the app or the window, it is known which one it was. */
  chatLoaded(window: WindowKey, conversationId: string): void
  /** The process of a window died; its chat is not reopened automatically. */
  windowDied(window: WindowKey): void
  /** The window's held-back state is held back again where its chat is opened next. */
  windowClosed(window: WindowKey): void
  chatReleased(window: WindowKey): void
  serversReleased(): void
  /** The app quits; `healthy` is false when a window hung or was closed for that: then it counts as a crash. */
  quit(healthy: boolean): void
}

type Held = Omit<SafeStart, 'holdsServers'>

export function createSafeStartState(marker: RunMarker): SafeStartState {
  const open = new Map<WindowKey, string>()
  const held = new Map<WindowKey, Held>()
  let holdsServers = marker.left !== null
  if (marker.left)
    held.set(MAIN_WINDOW, { cause: 'app-ended', conversationId: marker.left.conversationId })
  return {
    isAfterCrash: marker.left !== null,
    current(window) {
      const own = held.get(window)
      return own ? { ...own, holdsServers: holdsServers && window === MAIN_WINDOW } : null
    },
    chatLoaded(window, conversationId) {
      open.set(window, conversationId)
      marker.note({ conversationId })
    },
    windowDied(window) {
      const conversationId = open.get(window) ?? held.get(window)?.conversationId ?? null
      // Also where nothing is held: the window must not go back to the page that it died on.
      held.set(window, { cause: 'window-ended', conversationId })
    },
    windowClosed(window) {
      if (window === MAIN_WINDOW) return
      const left = held.get(window)
      open.delete(window)
      held.delete(window)
      if (left && left.conversationId !== null && !held.get(MAIN_WINDOW)?.conversationId)
        held.set(MAIN_WINDOW, left)
    },
    chatReleased(window) {
      const own = held.get(window)
      if (!own) return
      if (window === MAIN_WINDOW && holdsServers) held.set(window, { ...own, conversationId: null })
      else held.delete(window)
    },
    serversReleased() {
      holdsServers = false
      if (held.get(MAIN_WINDOW)?.conversationId === null) held.delete(MAIN_WINDOW)
    },
    quit(healthy) {
      if (healthy) marker.clear()
    },
  }
}
