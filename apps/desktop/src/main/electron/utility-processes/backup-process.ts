import { join } from 'node:path'
import type { BackupProcess, BackupRequest, BackupResponse } from '../../backup/messages.ts'
import { startUtility } from './start-utility.ts'

/** Starts a process for one backup, which gets nothing of main's environment. */
export const startBackup = (): BackupProcess =>
  startUtility<BackupRequest, BackupResponse>(join(__dirname, '../backup/index.cjs'), {
    serviceName: 'Gatehouse backup',
    stdio: 'ignore',
    env: {},
  })
