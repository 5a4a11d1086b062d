/** The pinned Electron, downloaded with what arrived of an earlier try, checked and unpacked. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { download } from '../command-support/download.mjs'
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
 * @returns why it failed; what arrived is kept for the next try
 */
export async function downloadElectron(
  { folder, version }: ElectronPackage,
  stallMs: number,
): Promise<string | undefined> {
  const checksums = checksumsSchema.parse(readJson(join(folder, 'checksums.json')))
  const fetchArchive = async (url: string, target: string) => {
    const archive = join(archives, 'arriving', basename(url))
    const sha256 = checksums[basename(url)]
    await download(url, archive, { stallMs, ...(sha256 === undefined ? {} : { sha256 }) })
    await rename(archive, target)
  }
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
      downloader: { download: fetchArchive },
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
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
