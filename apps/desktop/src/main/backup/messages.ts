import type { BackupHead, BackupToWrite, UnpackedData, UnpackRequest } from '@gatehouse/store'

/** To the process, once. */
export type BackupRequest =
  | { write: BackupToWrite & { work: string } }
  | { read: string }
  | { unpack: UnpackRequest }

/** Result of a finished process: of reading a head, or of unpacking. */
export interface BackupResult {
  head?: BackupHead
  unpacked?: UnpackedData
}

/** From the process. */
export type BackupResponse =
  | { part: number }
  | { done: BackupResult }
  | { failed: { code: string; message: string; data: Record<string, unknown> } }

/** A process that writes or reads one backup. */
export interface BackupProcess {
  post(request: BackupRequest): void
  onMessage(listener: (response: BackupResponse) => void): void
  onExit(listener: () => void): void
  kill(): void
}
