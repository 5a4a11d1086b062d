/** The pinned Electron, downloaded, checked and unpacked. */
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { userCache } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'

const archives = join(userCache, 'electron-archives')

/** The package `electron` of one version, in its folder. */
export interface ElectronPackage {
  folder: string
  version: string
}

const checksumsSchema = z.record(z.string(), z.string())

/**
 * Downloads the archive into the cache of archives and lets Electron's own installer unpack it from there.
 * Mirrors are named as Electron documents it (`ELECTRON_MIRROR`).
 * @param stallMs after which a connection that brings nothing times out
 * @returns why it failed
 */
export async function downloadElectron(
  { folder, version }: ElectronPackage,
  stallMs: number,
): Promise<string | undefined> {
  const checksums = checksumsSchema.parse(readJson(join(folder, 'checksums.json')))
  try {
    mkdirSync(archives, { recursive: true })
    const { downloadArtifact } = await import('@electron/get')
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums,
      cacheRoot: archives,
      tempDirectory: archives,
      downloader: { download: (url, target) => download(url, target, stallMs) },
    })
  } catch (error) {
    return reasonOf(error)
  }
  const { ELECTRON_OVERRIDE_DIST_PATH: _unwanted, ...env } = process.env
  const unpacking = await run([process.execPath, join(folder, 'install.js')], {
    cwd: folder,
    quiet: true,
    env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: undefined, electron_config_cache: archives },
  })
  if (unpacking.code === 0) return undefined
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  return firstError(unpacking.output)
}

/** Downloads a file, or rejects when the connection brings nothing for `stallMs`. */
async function download(url: string, file: string, stallMs: number) {
  const stall = new AbortController()
  const reason = new Error(`no data for ${stallMs / 1000} s`)
  const timer = setTimeout(() => stall.abort(reason), stallMs)
  try {
    const { ok, status, statusText, body } = await fetch(url, { signal: stall.signal })
    if (!ok || !body) throw new Error(`the server responded ${status} ${statusText}`.trim())
    const chunks = async function* () {
      for await (const chunk of body) {
        timer.refresh()
        yield chunk
      }
    }
    await pipeline(chunks, createWriteStream(file))
  } finally {
    clearTimeout(timer)
  }
}

/** `fetch` says why in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

function firstError(printed: string) {
  const lines = printed.split('\n').map((line) => line.trim())
  return lines.find((line) => /error/i.test(line)) ?? lines[0] ?? 'no reason given'
}

const failureFile = join(userCache, 'electron-download.json')
const failureSchema = z.object({ version: z.string(), reason: z.string() })

/** Returns the reason for which the last download of this version failed; `undefined` if none did. */
export function lastFailure(version: string, file = failureFile): string | undefined {
  if (!existsSync(file)) return undefined
  const failure = failureSchema.safeParse(readJson(file))
  return failure.data?.version === version ? failure.data.reason : undefined
}

/** Keeps it for the next try to report. */
export function keepFailure(failure: z.infer<typeof failureSchema>, file = failureFile) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(failure))
}

/** Returns the content of a file; `undefined` if it is no JSON, as after a crash. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
