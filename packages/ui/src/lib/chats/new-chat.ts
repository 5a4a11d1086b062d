import { useCallback } from 'react'
import { blankChat } from './blank-chat.ts'
import { useBridge } from '../bridge/bridge.tsx'
import { addToConversationList } from './add-to-conversation-list.ts'
import { useAction } from '../queries/action.ts'
import { useConversations } from '../queries/chats.ts'
import { useChatsInWindows } from '../queries/app.ts'
import { useTypedIntoChat } from '../drafts/typed-into-chat.ts'
import { useUi } from '../ui-store.tsx'

/** Goes to a new chat that is kept in memory alone. */
export function useNewTemporaryChat(): () => void {
  const openChat = useUi((ui) => ui.openChat)
  const { cache } = useBridge()
  const { hold, put, release } = useTypedIntoChat()
  const { perform, isPending } = useAction('chat.create-temporary', { onError: release })
  return useCallback(() => {
    if (isPending) return
    hold()
    perform({}, (conversation) => {
      addToConversationList(cache, conversation)
      put(conversation)
      openChat(conversation.id)
    })
  }, [cache, openChat, hold, put, perform, isPending])
}

/**
 * Goes to an empty chat: the latest one when it is still as a new one would be, a new one otherwise. With `stay` it is
 * only chosen: a person who went elsewhere meanwhile is not called back.
 */
export function useNewChat({ stay = false } = {}): () => void {
  const conversations = useConversations().data
  const elsewhere = useChatsInWindows()
  const openChat = useUi((ui) => (stay ? ui.chooseChat : ui.openChat))
  const { cache, drafts } = useBridge()
  const { hold, put, release } = useTypedIntoChat()
  const { mutate, isPending } = useAction('chat.create', {
    onError: release,
    onSuccess: (conversation) => {
      addToConversationList(cache, conversation)
      put(conversation)
      openChat(conversation.id)
    },
  })
  return useCallback(() => {
    if (isPending) return
    const here = conversations?.filter(({ id }) => !elsewhere.has(id))
    // A first chat keeps what is typed before it by itself.
    if (!stay) hold()
    mutate(blankChat(here, drafts))
  }, [conversations, elsewhere, drafts, stay, hold, mutate, isPending])
}
