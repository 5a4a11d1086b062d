import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'

export interface Draft {
  text: string
  setText: (text: string) => void
  /** True if main could not save the draft; it is tried again. */
  isUnsaved: boolean
  /** Grows with every text that was put in from elsewhere. */
  appended: number
}

/**
 * The unsent text of a chat's composer. Main keeps it too: a moment after typing stops, and at once when the chat
 * is left. Text typed before the first chat is known follows that chat's saved draft.
 */
export function useDraft(conversationId: string | undefined, saved: string): Draft {
  const { drafts } = useBridge()
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(conversationId)) ?? saved
  const appended = useSyncExternalStore(drafts.subscribe, () => drafts.appended(conversationId))
  const isUnsaved = useSyncExternalStore(drafts.subscribe, () => drafts.isUnsaved(conversationId))
  useLayoutEffect(() => {
    if (conversationId !== undefined) drafts.adopt(conversationId, saved)
  }, [drafts, conversationId, saved])
  useEffect(() => drafts.flush, [drafts])
  return { text, setText: (next) => drafts.set(conversationId, next), isUnsaved, appended }
}
