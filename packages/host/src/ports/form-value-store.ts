import type { SavedFormValues } from '@gatehouse/domain/server-requests'

/** Form values that people asked to save, one row per server. They are deleted with the server. */
export interface FormValueStore {
  list(): SavedFormValues[]
  /** Replaces the values of the server. */
  save(values: SavedFormValues): void
  removeForServer(serverId: string): void
}
