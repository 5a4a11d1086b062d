import { useCallback } from 'react'
import { useBridge } from '../bridge/bridge.tsx'
import { addToConversationList } from '../chats/add-to-conversation-list.ts'
import { useAction } from '../queries/action.ts'
import { useTypedIntoChat } from '../drafts/typed-into-chat.ts'
import { useUiStore } from '../ui-store.tsx'

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
export function useShowInMainWindow(): (id: string) => void {
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

/** Turns quick ask to its last chat or, with `isNew`, to a new one. */
export function useQuickChat(): (isNew: boolean) => void {
  const { cache, drafts } = useBridge()
  const store = useUiStore()
  const { hold, put, release } = useTypedIntoChat()
  const { perform } = useAction('window.quick-chat', { onError: release })
  return useCallback(
    (isNew) => {
      drafts.flush()
      hold()
      perform({ isNew }, (conversation) => {
        addToConversationList(cache, conversation)
        put(conversation)
        store.setState({ section: 'chats', conversationId: conversation.id })
      })
    },
    [cache, drafts, hold, perform, put, store],
  )
}
