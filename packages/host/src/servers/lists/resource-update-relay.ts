import type { EventSink } from '../../ports/index.ts'

/** Receives what matters to chats that follow resources of servers. */
export interface FollowListener {
  /** Another connection is open: nothing is subscribed to on it for chats yet. */
  opened(serverId: string): void
  /** Which resources are watched changed. */
  changed(): void
  /** A server reported that this resource changed, which chats follow. */
  updated(serverId: string, uri: string): void
  /** Chats went or came back, with what they follow. */
  chatsChanged(): void
}

/** A listener to events of servers alone. */
export type ResourceUpdateListener = Omit<FollowListener, 'chatsChanged'>

export interface ResourceUpdateRelay extends ResourceUpdateListener {
  /** Events are passed to those that were given. */
  events: EventSink
  listen(listener: FollowListener): void
}

/** Relays reports of servers and chats. The listener needs the servers themselves, so it is added later. */
export function createResourceUpdateRelay(events: EventSink): ResourceUpdateRelay {
  let follower: FollowListener | null = null
  const removed = new Set<string>()
  return {
    events: {
      emit(name, payload) {
        events.emit(name, payload)
        const id = name.startsWith('chat.') && 'id' in payload ? payload.id : undefined
        if (typeof id !== 'string') return
        if (name === 'chat.removed') removed.add(id)
        else if (name !== 'chat.changed' || !removed.delete(id)) return
        follower?.chatsChanged()
      },
    },
    listen: (listener) => void (follower = listener),
    opened: (serverId) => follower?.opened(serverId),
    changed: () => follower?.changed(),
    updated: (serverId, uri) => follower?.updated(serverId, uri),
  }
}
