import type { ResourceFollow } from '@gatehouse/domain/chats'
import type { FollowStore } from '../ports/index.ts'

/** Follow store in memory. */
export function createInMemoryFollows(isThere: (conversationId: string) => boolean): FollowStore {
  let rows: ResourceFollow[] = []
  const isSame = (one: ResourceFollow, other: ResourceFollow): boolean =>
    one.conversationId === other.conversationId && one.attachmentId === other.attachmentId
  return {
    list: (id) => rows.filter(({ conversationId }) => conversationId === id),
    unchanged: (id, limit) =>
      rows
        .filter((one) => one.serverId === id && one.changedAt === undefined)
        .filter(({ conversationId }) => isThere(conversationId))
        .toReversed()
        .slice(0, limit),
    save(follow) {
      const at = rows.findIndex((one) => isSame(one, follow))
      rows = at < 0 ? [...rows, follow] : rows.map((one, place) => (place === at ? follow : one))
    },
    remove(id, attachmentId) {
      rows = rows.filter((one) => one.conversationId !== id || one.attachmentId !== attachmentId)
    },
    removeForServer(id) {
      rows = rows.filter(({ serverId }) => serverId !== id)
    },
  }
}
