import type { Conversation, WorkspaceView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useConversations } from './chats.ts'
import { useRouteQuery } from './route-query.ts'

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
