import type { Conversation } from '@gatehouse/domain'
import { upsert } from '../live/update-list.ts'
import type { LiveCache } from '../live/live-cache.ts'
import { queryKeys } from '../queries/query-keys.ts'

/**
 * Lists a chat that main just returned. The response may overtake the event with the same change, and
 * a chat that is not listed cannot be opened.
 */
export function addToConversationList(cache: LiveCache, conversation: Conversation): void {
  cache.update<Conversation[]>(queryKeys.conversations, (list) =>
    upsert(list, conversation, (one) => one.id),
  )
}
