import type { ConversationView } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useBridge } from './bridge.tsx'
import { listConversation } from './list-conversation.ts'
import { useConversations } from './queries/chats.ts'
import { queryKeys } from './query-keys.ts'
import { useUi } from './ui-store.tsx'

/**
 * Puts a text into the draft of the chat that was open last, or of an empty one, and goes there.
 * What was typed there stays in front of it; nothing is sent.
 */
export function usePutInDraft(): (text: string) => Promise<void> {
  const { request, cache } = useBridge()
  const conversations = useConversations().data
  const conversationId = useUi((ui) => ui.conversationId)
  const openChat = useUi((ui) => ui.openChat)
  return useCallback(
    async (text) => {
      const chat =
        conversations?.find((one) => one.id === conversationId) ??
        conversations?.find((one) => one.title === '' && one.draft === '') ??
        (await request('chat.create', {}))
      const draft = chat.draft.trim() === '' ? text : `${chat.draft}\n\n${text}`
      await request('chat.save-draft', { id: chat.id, draft })
      // The composer reads the draft once, when it appears: the event could be later than that.
      cache.update<ConversationView>(queryKeys.conversation(chat.id), (view) => ({
        ...view,
        conversation: { ...view.conversation, draft },
      }))
      listConversation(cache, { ...chat, draft })
      openChat(chat.id)
    },
    [request, cache, conversations, conversationId, openChat],
  )
}
