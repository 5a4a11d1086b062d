export {
  openStores,
  type OpenedStores,
  type OpenStoresOptions,
  type StoreNotice,
} from './open-stores.ts'
export { openTemporaryStores } from './temporary-stores.ts'
export {
  pendingUpdate,
  UPDATE_PARTS,
  type PendingUpdate,
  type UpdateProgress,
} from './file/update-file.ts'
export {
  readBackupHead,
  unpackBackup,
  type BackupHead,
  type UnpackedData,
  type UnpackRequest,
} from './backup/unpack-backup.ts'
export { writeBackup, type BackupToWrite } from './backup/write-backup.ts'
export type { StoreProblem } from './read-rows.ts'
