import type { Conversation, ConversationView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

const latestFirst = (list: Conversation[]): Conversation[] =>
  list.toSorted((a, b) => b.updatedAt - a.updatedAt)

/** Latest first. */
export function useConversations(): UseQueryResult<Conversation[]> {
  return useRouteQuery({
    key: queryKeys.conversations,
    route: 'chat.list',
    input: {},
    select: latestFirst,
  })
}

/** A chat with its turns, changing as the answer streams; pending while there is no id. */
export function useConversation(id: string | undefined): UseQueryResult<ConversationView> {
  return useRouteQuery({
    key: queryKeys.conversation(id ?? ''),
    route: 'chat.get',
    input: { id: id ?? '' },
    enabled: id !== undefined,
  })
}
