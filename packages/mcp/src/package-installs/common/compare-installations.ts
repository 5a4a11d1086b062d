import { lstat, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { InstallationDiff } from '@gatehouse/domain/launch'
import { digestOf } from '../../system/launch-pins/open-file.ts'

/** Packages whose version differs, by place. */
export function comparePackages(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): InstallationDiff['packages'] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((one) => one.before !== one.after)
}

/** Numbers of the files of packages that are in one of two folders only, or differ in their content. */
export async function compareFiles(
  before: string,
  after: string,
  isOfPackage: (path: string) => boolean,
): Promise<InstallationDiff['files']> {
  const [old, present] = await Promise.all([
    sizesOf(before, isOfPackage),
    sizesOf(after, isOfPackage),
  ])
  const found = { added: 0, removed: 0, changed: 0 }
  for (const name of present.keys()) if (!old.has(name)) found.added += 1
  for (const [name, size] of old) {
    const other = present.get(name)
    if (other === undefined) found.removed += 1
    else if (other !== size || (await differ(join(before, name), join(after, name))))
      found.changed += 1
  }
  return found
}

async function differ(one: string, other: string): Promise<boolean> {
  return (await digestOf(one)) !== (await digestOf(other))
}

/** Bytes of each file of packages, by its path below the folder. */
async function sizesOf(
  folder: string,
  isOfPackage: (path: string) => boolean,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  // With types: without them folders behind links are read as well.
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (entry.isFile() && isOfPackage(name.replaceAll('\\', '/')))
      sizes.set(name, (await lstat(path)).size)
  }
  return sizes
}
