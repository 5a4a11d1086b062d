/** Milliseconds after which a quick chat that was left is not continued. */
export const QUICK_CHAT_MS = 10 * 60_000

/** Which chat quick ask shows. */
export interface QuickChat {
  /** The one that it shows, or showed last; null when none is to be gone on with. */
  shown(): string | null
  /** The same, once the window comes back: null when it was left too long ago. */
  continued(): string | null
  show(conversationId: string): void
  /** The window was hidden or closed. */
  left(): void
  /** The chat went to another window, or is gone. */
  forget(): void
}

export function createQuickChat(now: () => number): QuickChat {
  let shown: string | null = null
  let leftAt: number | null = null
  return {
    shown: () => shown,
    continued: () => (leftAt !== null && now() - leftAt > QUICK_CHAT_MS ? null : shown),
    show(conversationId) {
      shown = conversationId
      leftAt = null
    },
    left() {
      leftAt = now()
    },
    forget() {
      shown = null
      leftAt = null
    },
  }
}
