import type { BackupToWrite, UnpackedData, UnpackRequest } from '@gatehouse/store'

/** To the process, once. */
export type BackupRequest = { write: BackupToWrite & { work: string } } | { unpack: UnpackRequest }

/** From the process. */
export type BackupResponse =
  | { part: number }
  | { done: UnpackedData | null }
  | { failed: { code: string; message: string; data: Record<string, unknown> } }

/** A process that writes or reads one backup. */
export interface BackupProcess {
  post(request: BackupRequest): void
  onMessage(listener: (response: BackupResponse) => void): void
  onExit(listener: () => void): void
  kill(): void
}
