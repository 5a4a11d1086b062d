import type { Conversation } from '@gatehouse/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { blankChat } from '../chats/blank-chat.ts'
import { useBridge } from '../bridge/bridge.tsx'
import { addToConversationList } from '../chats/add-to-conversation-list.ts'
import { useConversations } from '../queries/chats.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { useUiStore, type Section } from '../ui-store.tsx'

/**
 * Puts a text into the draft of the chat that was open last, or of an empty one, and goes there unless the
 * person went elsewhere from the section in which they asked for it. What is typed there by then stays in
 * front of it; nothing is sent.
 */
export function usePutInDraft(): (text: string, askedIn: Section) => Promise<void> {
  const { request, cache, drafts } = useBridge()
  const client = useQueryClient()
  const store = useUiStore()
  useConversations()
  return useCallback(
    async (text, askedIn) => {
      // As it is now: the text may have been long on its way.
      const list =
        client.getQueryData<Conversation[]>(queryKeys.conversations) ??
        (await request('chat.list', {}))
      const { conversationId } = store.getState()
      const known = list.find((one) => one.id === conversationId)
      const chat = known ?? (await request('chat.create', blankChat(list, drafts)))
      if (!known) addToConversationList(cache, chat)
      drafts.append(chat.id, text, { saved: chat.draft })
      const { section, openChat, chooseChat } = store.getState()
      if (section === askedIn) openChat(chat.id)
      else chooseChat(chat.id)
    },
    [request, cache, client, drafts, store],
  )
}
