/** Events of servers that matter to the chats that follow their resources. */
export interface FollowEvents {
  /** Another connection is open: nothing is subscribed to on it for chats yet. */
  opened: { serverId: string }
  /** Which resources are watched changed. */
  changed: { serverId: string }
  /** A server reported that this resource changed, which chats follow. */
  updated: { serverId: string; uri: string }
}
