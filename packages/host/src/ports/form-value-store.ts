import type { SavedFormValues } from '@gatehouse/domain/server-requests'

/** What people asked to keep of forms, one row a server. It goes with the server. */
export interface FormValueStore {
  list(): SavedFormValues[]
  /** In place of what the server had. */
  save(values: SavedFormValues): void
  removeForServer(serverId: string): void
}
