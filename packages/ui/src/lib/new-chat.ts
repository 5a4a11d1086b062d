import type { Conversation } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useBridge } from './bridge.tsx'
import { listConversation } from './list-conversation.ts'
import { useAction } from './queries/action.ts'
import { useConversations } from './queries/chats.ts'
import { useUi } from './ui-store.tsx'

/**
 * Goes to an empty chat: the latest one when it is still blank, a new one otherwise. With `stay` it is
 * only chosen: a person who went elsewhere meanwhile is not called back.
 */
export function useNewChat({ stay = false } = {}): () => void {
  const conversations = useConversations().data
  const openChat = useUi((ui) => (stay ? ui.chooseChat : ui.openChat))
  const { cache, drafts } = useBridge()
  const { mutate, isPending } = useAction('chat.create', {
    onSuccess: (conversation) => {
      listConversation(cache, conversation)
      openChat(conversation.id)
    },
  })
  return useCallback(() => {
    // Nothing was said in it and nothing is typed.
    const isBlank = ({ id, title, draft }: Conversation): boolean =>
      title === '' && (drafts.get(id) ?? draft) === ''
    const blank = conversations?.find(isBlank)
    if (blank) openChat(blank.id)
    else if (!isPending) mutate({})
  }, [conversations, drafts, openChat, mutate, isPending])
}
