import type { AppPin } from '@gatehouse/domain/apps'

/** The interfaces of servers as they were last drawn. They are deleted with the server. */
export interface AppPinStore {
  get(serverId: string, uri: string): AppPin | null
  /** All of one server, by URI. */
  ofServer(serverId: string): AppPin[]
  /** Replaces the pin of the same server and URI. */
  save(pin: AppPin): void
  removeForServer(serverId: string): void
}
