import type { RunMarker } from './run-marker.ts'

/** Why the window opens nothing by itself: the app ended without quitting, or the window's process died. */
export type SafeStartCause = 'app-ended' | 'window-ended'

export interface SafeStart {
  cause: SafeStartCause
  /** The chat that was open and is not opened by itself. */
  conversationId: string | null
  /** Whether the servers of the start wait for the person. */
  holdsServers: boolean
}

/** What is held back after a crash, until the person lets it go on. */
export interface SafeStartState {
  /** Null when nothing is held back. */
  current(): SafeStart | null
  /** A chat is loaded: if that ends the app or the window, it is known which one it was. */
  chatLoaded(conversationId: string): void
  /** The window's process died; what it had open is not opened again by itself. */
  windowDied(): void
  chatReleased(): void
  serversReleased(): void
  /** The app quits; `healthy` is false when its window hung or was closed for that: then it counts as a crash. */
  quit(healthy: boolean): void
}

export function createSafeStartState(marker: RunMarker): SafeStartState {
  let open: string | null = null
  let current: SafeStart | null = marker.left && {
    cause: 'app-ended',
    conversationId: marker.left.conversationId,
    holdsServers: true,
  }
  const change = (next: SafeStart): void => {
    current = next.conversationId === null && !next.holdsServers ? null : next
  }
  return {
    current: () => current,
    chatLoaded(conversationId) {
      open = conversationId
      marker.note({ conversationId })
    },
    windowDied() {
      const conversationId = open ?? current?.conversationId ?? null
      // Also where nothing is held: the window must not go back to the page that it died on.
      current = {
        cause: 'window-ended',
        conversationId,
        holdsServers: current?.holdsServers ?? false,
      }
    },
    chatReleased() {
      if (current) change({ ...current, conversationId: null })
    },
    serversReleased() {
      if (current) change({ ...current, holdsServers: false })
    },
    quit(healthy) {
      if (healthy) marker.clear()
    },
  }
}
