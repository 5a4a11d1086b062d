import type { ResourceFollow } from '@gatehouse/domain/chats'

/** The resources that chats follow. They are removed and restored with their chat. */
export interface FollowStore {
  list(conversationId: string): ResourceFollow[]
  /**
   * The followed resources of one server that have not changed yet, in chats that exist, latest first: at most
   * `limit`.
   */
  unchanged(serverId: string, limit: number): ResourceFollow[]
  /** Replaces the follow of this attachment. If a chat has too many, its oldest are deleted. */
  save(follow: ResourceFollow): void
  remove(conversationId: string, attachmentId: string): void
  removeForServer(serverId: string): void
}
