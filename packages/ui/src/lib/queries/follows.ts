import type { FollowState } from '@gatehouse/domain/chats'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

const none: readonly FollowState[] = []

/**
 * Which of the resources that are attached in a chat are followed, and which changed since: by their
 * attachments. `undefined` of one that is not remembered.
 */
export function useFollows(
  conversationId: string,
  enabled: boolean,
): (attachmentId: string) => FollowState['state'] | undefined {
  const { data = none } = useRouteQuery({
    key: queryKeys.follows(conversationId),
    route: 'chat.follows',
    input: { id: conversationId },
    enabled,
  })
  return (attachmentId) => data.find((one) => one.attachmentId === attachmentId)?.state
}
