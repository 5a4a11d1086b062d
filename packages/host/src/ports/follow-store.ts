import type { ResourceFollow } from '@gatehouse/domain/chats'

/** What chats follow. It goes with its chat, and comes back with it. */
export interface FollowStore {
  list(conversationId: string): ResourceFollow[]
  /** Of one server, latest first, what did not change yet, in chats that are there: at most `limit`. */
  unchanged(serverId: string, limit: number): ResourceFollow[]
  /** In place of what was there for this attachment. The oldest of a chat that has too many go. */
  save(follow: ResourceFollow): void
  remove(conversationId: string, attachmentId: string): void
  removeForServer(serverId: string): void
}
