import { useCallback } from 'react'
import { useBridge } from './bridge.tsx'
import { useAction } from './queries/action.ts'

/** Opens a chat in a window of its own, or brings that to the front. */
export function useOpenInWindow(): (id: string) => void {
  const { drafts } = useBridge()
  const { mutate } = useAction('window.open-chat')
  return useCallback(
    (id) => {
      // What is typed goes with it.
      drafts.flush()
      mutate({ id })
    },
    [drafts, mutate],
  )
}

/** Closes the window of a chat, and shows the chat in the main one. */
export function useShowInMain(): (id: string) => void {
  const { drafts } = useBridge()
  const { mutate } = useAction('window.show-place')
  return useCallback(
    (conversationId) => {
      drafts.flush()
      mutate({ place: { section: 'chats', conversationId } })
    },
    [drafts, mutate],
  )
}
