import { app } from 'electron'
import { resolve } from 'node:path'
import { makePrivateFolder } from '../private-files.ts'

/**
 * Decides where everything of this person is kept, and returns it, absolute; no one else can enter it.
 * `GATEHOUSE_USER_DATA` and Chromium's own `--user-data-dir` choose another folder in development. Call
 * before anything asks for a path.
 */
export function chooseDataFolder(): string {
  const chosen =
    process.env['GATEHOUSE_USER_DATA'] || app.commandLine.getSwitchValue('user-data-dir')
  const folder = chosen ? resolve(chosen) : app.getPath('userData')
  try {
    makePrivateFolder(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`Gatehouse cannot keep its data in ${folder}: ${reason}.\n`)
    process.exit(1)
  }
  if (chosen) app.setPath('userData', folder)
  return folder
}
