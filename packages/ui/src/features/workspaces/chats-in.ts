import { useConversations } from '../../lib/queries/index.ts'

/** How many chats are in a workspace. */
export function useChatsIn(workspaceId: string): number {
  const chats = useConversations().data ?? []
  return chats.filter((chat) => chat.workspaceId === workspaceId).length
}
