import { app } from 'electron'
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { objectOfJson } from '@gatehouse/domain/json'
import { findStartRefusal } from '../start-rules.ts'

/** `EX_USAGE` of sysexits(3). */
const EXIT_CODE = 64

/**
 * Ends a release that was started with what would open it to others. Call before everything else:
 * Chromium opens its debugging port only after the first turn of main.
 */
export function refuseForeignStart(): void {
  if (!app.isPackaged) return
  const { env, platform, argv } = process
  const refusal = findStartRefusal({ args: argv.slice(1), environment: env, platform })
  if (refusal === undefined || isDrivable()) return
  try {
    writeSync(2, `Gatehouse does not start. ${refusal}\n`)
  } catch {
    // No one reads it; the exit code shows the same.
  }
  process.exit(EXIT_CODE)
}

/** True if this package was made for tests, as the manifest inside of it states. */
function isDrivable(): boolean {
  try {
    const manifest = objectOfJson(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'))
    return manifest?.['drivable'] === true
  } catch {
    return false
  }
}
