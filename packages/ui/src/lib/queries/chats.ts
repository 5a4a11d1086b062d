import type { Conversation, ConversationView, WorkspaceView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'
import type { FollowState } from '@gatehouse/domain/chats'

const none: readonly FollowState[] = []

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

/**
 * Returns what `select` reads from a chat, and renders again only when that changes: a streamed answer changes the chat
 * 30 times a second. `select` must be the same function on every render.
 */
export function useConversationValue<Value>(
  id: string,
  select: (view: ConversationView) => Value,
): Value | undefined {
  const key = queryKeys.conversation(id)
  return useRouteQuery({ key, route: 'chat.get', input: { id }, select }).data
}

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

const oldestFirst = (list: WorkspaceView[]): WorkspaceView[] =>
  list.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))

/** Oldest first, with what was found at each folder when it was last looked at. */
export function useWorkspaces(): UseQueryResult<WorkspaceView[]> {
  return useRouteQuery({
    key: queryKeys.workspaces,
    route: 'workspace.list',
    input: {},
    select: oldestFirst,
  })
}

/** The workspace that a chat is in; `null` when it is in none, or that was deleted. */
export function useWorkspaceOf(conversation: Conversation | undefined): WorkspaceView | null {
  const workspaces = useWorkspaces().data
  return workspaces?.find(({ id }) => id === conversation?.workspaceId) ?? null
}

/** The same of a chat by its id. */
export function useWorkspaceOfChat(conversationId: string): WorkspaceView | null {
  const chats = useConversations().data
  return useWorkspaceOf(chats?.find(({ id }) => id === conversationId))
}
