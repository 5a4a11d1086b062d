import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { valueOfJson } from '@gatehouse/domain'
import type { ContainedPackage, ScriptedPackage } from '@gatehouse/host/ports'
import { z } from 'zod'
import { installFailed } from '../common/install-problem.ts'

const SCRIPTS = ['preinstall', 'install', 'postinstall']
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      /** Written where the folder has another name: an alias of the package. */
      name: z.string().optional(),
      version: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional().catch(undefined),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      /** It came in the archive of the package above it. */
      inBundle: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})
const manifestSchema = z.object({
  name: z.string(),
  scripts: z.record(z.string(), z.string()).catch({}),
})

export type NpmLock = z.infer<typeof lockSchema>

/** All packages by name and version, copies once. */
export function contentsOf({ packages }: NpmLock): ContainedPackage[] {
  const found = new Map<string, ContainedPackage>()
  for (const [at, { name, version, inBundle = false }] of Object.entries(packages)) {
    const folder = at.split('node_modules/').at(-1) ?? ''
    if (folder === '') continue
    const one = { ecosystem: 'npm' as const, name: name ?? folder, version: version ?? null }
    found.set(
      `${one.name}@${version} ${inBundle}`,
      inBundle ? { ...one, isBundled: inBundle } : one,
    )
  }
  return [...found.values()]
}

export async function readLock(folder: string): Promise<NpmLock> {
  const text = await readFile(join(folder, 'package-lock.json'), 'utf8').catch(() => '')
  const lock = lockSchema.safeParse(valueOfJson(text))
  if (!lock.success) throw installFailed('failed', 'package-lock.json')
  return lock.data
}

/** Versions by place, so that two copies of a package stay two. */
export function versionsOf({ packages }: NpmLock): Map<string, string> {
  const places = Object.entries(packages).filter(([at]) => at !== '')
  return new Map(
    places.map(([at, { version = '' }]) => [at.replace(/^node_modules\//, ''), version]),
  )
}

/** A package with scripts, and the folders of its copies. */
export interface FoundScripts extends ScriptedPackage {
  places: string[]
}

/** Packages with install scripts. Rejects with `install/failed` for one that is there under another name. */
export async function scriptedPackages(folder: string): Promise<FoundScripts[]> {
  const found = new Map<string, FoundScripts>()
  for (const [at, { version = '', hasInstallScript }] of Object.entries(
    (await readLock(folder)).packages,
  )) {
    if (hasInstallScript !== true) continue
    const place = join(folder, ...at.split('/'))
    // Optional ones of other systems are in the lock, and not on the disk.
    const text = await readFile(join(place, 'package.json'), 'utf8').catch(() => null)
    const manifest = manifestSchema.safeParse(text === null ? undefined : valueOfJson(text))
    if (!manifest.success) continue
    const { name, scripts } = manifest.data
    if (!`/${at}`.endsWith(`/node_modules/${name}`)) throw installFailed('other-source', at)
    const id = `${name}@${version}`
    const places = [...(found.get(id)?.places ?? []), place]
    found.set(id, { id, scripts: await linesOf(place, scripts), places })
  }
  return [...found.values()]
}

/** The scripts as npm runs them: it builds what has a `binding.gyp` and neither script of an installation. */
async function linesOf(
  place: string,
  scripts: Record<string, string>,
): Promise<ScriptedPackage['scripts']> {
  const lines = SCRIPTS.flatMap((name) => {
    const line = scripts[name]
    return line === undefined ? [] : [{ name, line }]
  })
  const isOwn = scripts['install'] !== undefined || scripts['preinstall'] !== undefined
  const entries = isOwn ? [] : await readdir(place).catch((): string[] => [])
  const isBuilt = entries.includes('binding.gyp')
  return isBuilt || lines.length === 0
    ? [{ name: 'install', line: 'node-gyp rebuild' }, ...lines]
    : lines
}

/** Throws `install/failed` for a package that is from elsewhere than a registry: a repository, an address, a folder. */
export function assertFromRegistry({ packages }: NpmLock): void {
  for (const [at, { link, resolved, inBundle }] of Object.entries(packages)) {
    const isFetched =
      at.startsWith('node_modules/') && (inBundle === true || /^https?:/.test(resolved ?? ''))
    if (at !== '' && (link === true || !isFetched)) throw installFailed('other-source', at)
  }
}
