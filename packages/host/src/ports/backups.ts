import type { AuditRecord, ModelProvider, ServerConfig } from '@gatehouse/domain'
import type { AuditPlace } from '@gatehouse/domain/audit'
import type { BackupFile, KeptData } from '@gatehouse/domain/backup'
import type { NetworkSettings } from '@gatehouse/domain/network'

/** An unpacked backup, whose data waits beside the present ones. */
export interface UnpackedBackup {
  chats: number
  servers: ServerConfig[]
  /** The servers whose files Gatehouse had installed, and which are not on this computer. */
  missing: string[]
  providers: ModelProvider[]
  network: NetworkSettings
  permissions: number
  /** The record of the restore, with which the record of decisions begins anew. */
  recordBegins: AuditPlace
}

/** Backup files, and the data that wait to be used. Long work is in a process of its own. */
export interface Backups {
  /** Rejects with `backup/…`, `store/…`; with `backup/cancelled` once `signal` is aborted. Leaves no half file. */
  write(path: string, passphrase: string, work: BackupWork): Promise<void>
  /** Rejects with `backup/…`. */
  read(path: string): Promise<BackupFile>
  /** Unpacks a backup beside the present data. Rejects as `write` does. */
  unpack(
    source: { path: string; passphrase: string; record: AuditRecord },
    work: BackupWork,
  ): Promise<UnpackedBackup>
  /** Removes the unpacked data. */
  discard(): Promise<void>
  /** The next start uses the unpacked data, and keeps the present ones. */
  useUnpacked(): void
  /** The data that the last restore replaced; `null` for none. */
  kept(): KeptData | null
  /** The next start uses the kept data, and keeps the present ones. */
  useKept(): void
  /** Deletes the kept data. */
  removeKept(): Promise<void>
  /** Quits, and starts the app again. */
  restart(): void
}

export interface BackupWork {
  onProgress: (part: number) => void
  signal: AbortSignal
}
