/** The ask that the person wants to see: shown at once, or as soon as a page lists what waits. */
export interface PendingAskNavigation {
  want(askId: string): void
  pageListens(): void
  pageGone(): void
}

export function createPendingAskNavigation(show: (askId: string) => void): PendingAskNavigation {
  let isListening = false
  let wanted: string | null = null
  return {
    want(askId) {
      if (isListening) show(askId)
      else wanted = askId
    },
    pageListens() {
      isListening = true
      if (wanted !== null) show(wanted)
      wanted = null
    },
    pageGone() {
      isListening = false
    },
  }
}
