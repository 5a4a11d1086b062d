import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  runtimeNameSchema,
  type ManagedRuntime,
  type RuntimeName,
  type RuntimeProblem,
} from '@gatehouse/domain/launch'
import { isGatehouseError } from '@gatehouse/domain'
import type { ManagedRuntimes } from '@gatehouse/host/ports'
import { removeFolder, sealFolder, type FileDownload } from '@gatehouse/mcp'
import type { RuntimeRelease } from './archives.ts'
import { runtimeFailed } from './runtime-problem.ts'
import { placeIn, unpackArchive } from './unpack-archive.ts'

const OWN = 0o700
/** Folder of the programs in a copy. */
const PROGRAMS = 'bin'
/** A copy whose folder has its name is complete: it is moved there whole. */
const COMPLETE = /^([a-z]+)-(\d+\.\d+\.\d+)$/

export interface ManagedRuntimesOptions {
  /** Folder in which each copy gets one of its own. */
  root: string
  /** Address that the paths of all archives are below, in place of their own. */
  mirror: string | undefined
  download: FileDownload
  /** The copies for this system. */
  releaseOf(name: RuntimeName): RuntimeRelease | undefined
}

/** A mirror of a company or of tests, which sets the variable. */
export function runtimeMirror(variable: string | undefined): string | undefined {
  const isAddress =
    variable !== undefined && /^https?:\/\//.test(variable) && URL.canParse(variable)
  return isAddress ? variable.replace(/\/$/, '') : undefined
}

/** Copies of runtimes below `root`, and the folders of their programs. */
export function createManagedRuntimes({
  root,
  mirror,
  download,
  releaseOf,
}: ManagedRuntimesOptions): ManagedRuntimes & { programFolders(): Promise<string[]> } {
  /** Folders of installations under way. */
  const underWay = new Set<string>()

  /** Newest first. */
  async function copies(): Promise<Omit<ManagedRuntime, 'size'>[]> {
    const names = await readdir(root).catch((): string[] => [])
    const complete = names.flatMap((folder) => {
      const [, runtime, version = ''] = COMPLETE.exec(folder) ?? []
      const name = runtimeNameSchema.safeParse(runtime)
      return name.success ? [{ name: name.data, version, folder: join(root, folder) }] : []
    })
    return complete.toSorted((one, other) =>
      other.version.localeCompare(one.version, 'en', { numeric: true }),
    )
  }

  async function removeWhere(isGone: (name: string) => boolean): Promise<void> {
    for (const name of await readdir(root).catch((): string[] => []))
      if (isGone(name)) await removeFolder(join(root, name))
  }

  return {
    plan(name) {
      const release = releaseOf(name)
      if (!release) return null
      const { version, archives, base } = release
      return {
        name,
        version,
        archives: archives.map(({ path, bytes, sha256, isLimit }) => ({
          url: `${mirror ?? base}/${path}`,
          bytes,
          sha256,
          ...(isLimit === true ? { isLimit } : {}),
        })),
        folder: join(root, `${name}-${version}`),
      }
    },
    installed: async () =>
      Promise.all(
        (await copies()).map(async (one) => ({ ...one, size: await sizeOf(one.folder) })),
      ),
    programFolders: async () => (await copies()).map(({ folder }) => join(folder, PROGRAMS)),
    async install(plan, { network, onBytes }, signal) {
      const release = releaseOf(plan.name)
      if (release?.version !== plan.version) throw runtimeFailed('not-for-this-system')
      const staging = `${plan.folder}.${randomUUID()}`
      underWay.add(staging)
      try {
        const content = join(staging, 'content')
        await mkdir(content, { recursive: true, mode: OWN })
        let before = 0
        for (const [at, { from, to }] of release.archives.entries()) {
          const archive = plan.archives[at]
          if (!archive) throw runtimeFailed('failed')
          const file = join(staging, `${at}.tgz`)
          const { url, sha256, bytes: maxBytes, isLimit } = archive
          const rest = plan.archives.slice(at + 1).reduce((sum, { bytes }) => sum + bytes, before)
          const onArchiveBytes = (bytes: number, said: number | null): void => {
            const total = isLimit === true ? said : maxBytes
            onBytes(before + bytes, total === null ? null : rest + total)
          }
          await download(
            { url, sha256, maxBytes, path: file, network, onBytes: onArchiveBytes },
            signal,
          )
          before += archive.bytes
          await unpackArchive(file, { from, folder: placeIn(content, to) })
          signal.throwIfAborted()
        }
        if (plan.name === 'node') await writeNodeStarters(content)
        await sealFolder(content)
        await removeFolder(plan.folder)
        await rename(content, plan.folder)
        const own = `${plan.name}-${plan.version}`
        await removeWhere((name) => name !== own && COMPLETE.exec(name)?.[1] === plan.name)
      } catch (error) {
        signal.throwIfAborted()
        throw toProblem(error)
      } finally {
        underWay.delete(staging)
        await removeFolder(staging).catch(() => undefined)
      }
    },
    remove: (runtime) => removeWhere((name) => COMPLETE.exec(name)?.[1] === runtime),
    removeLeftovers: () =>
      removeWhere((name) => !COMPLETE.test(name) && !underWay.has(join(root, name))).catch(
        () => undefined,
      ),
  }
}

/** `npx` and `npm` beside `node`; the links that Node has there are no part of its archive. */
async function writeNodeStarters(folder: string): Promise<void> {
  for (const name of ['npm', 'npx']) {
    const script = `lib/node_modules/npm/bin/${name}-cli.js`
    if (!(await stat(join(folder, script)).catch(() => null))) continue
    const path = join(folder, PROGRAMS, name)
    if (process.platform === 'win32')
      await writeFile(
        `${path}.cmd`,
        `@"%~dp0node.exe" "%~dp0..\\${script.replaceAll('/', '\\')}" %*\r\n`,
      )
    else await writeFile(path, `#!/usr/bin/env node\nrequire('../${script}')\n`, { mode: 0o755 })
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The problem behind each one of a download. */
const PROBLEMS: Readonly<Record<string, RuntimeProblem>> = {
  checksum: 'other-content',
  'too-large': 'other-content',
  redirect: 'redirected',
  status: 'refused',
  'disk-full': 'disk-full',
}

function toProblem(error: unknown): unknown {
  if (isGatehouseError(error)) {
    if (error.code !== 'download/failed') return error
    const { problem, host, detail } = error.data
    const isCertificate = CERTIFICATE.test(String(detail))
    const found = PROBLEMS[String(problem)] ?? (isCertificate ? 'certificate' : 'unreachable')
    return runtimeFailed(found, String(found === 'refused' ? detail : host))
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return runtimeFailed('disk-full')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return runtimeFailed('not-allowed')
  return runtimeFailed('failed', code)
}

/** Codes of Node for a certificate that does not hold. */
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/
