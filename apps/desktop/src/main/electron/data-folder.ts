import { app } from 'electron'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Decides where everything of this person is kept, and returns it, absolute. `GATEHOUSE_USER_DATA`
 * and Chromium's own `--user-data-dir` choose another folder. Call before anything asks for a path.
 */
export function chooseDataFolder(): string {
  const chosen =
    process.env['GATEHOUSE_USER_DATA'] || app.commandLine.getSwitchValue('user-data-dir')
  if (!chosen) return app.getPath('userData')
  const folder = resolve(chosen)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    process.stderr.write(`Gatehouse cannot keep its data in ${folder}: ${String(error)}\n`)
    process.exit(1)
  }
  app.setPath('userData', folder)
  return folder
}
