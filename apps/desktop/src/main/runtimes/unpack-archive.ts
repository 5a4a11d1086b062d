import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isSafeName, TakenNames } from '../bundles/entry-names.ts'
import { runtimeFailed } from './runtime-problem.ts'

/** More than a runtime has. */
const LIMITS = { entries: 20_000, bytes: 1_000_000_000 }

/**
 * Unpacks the entries of a `.tgz` whose names begin with `from` into `folder`, without that beginning. Only plain files
 * and folders with safe, distinct names: any other entry refuses the whole archive. Rejects with `runtime/failed`.
 */
export async function unpackArchive(
  file: string,
  { from, folder }: { from: string; folder: string },
): Promise<void> {
  const { extract } = await import('tar')
  const taken = new TakenNames()
  let entries = 0
  let bytes = 0
  let refused: string | undefined
  const isAllowed = (path: string, type: string, size: number): boolean => {
    entries += 1
    bytes += size
    const isWithin = entries <= LIMITS.entries && bytes <= LIMITS.bytes
    const isPlain = type === 'File' || type === 'Directory'
    return isWithin && isPlain && isSafeName(path) && taken.take(path)
  }
  await mkdir(folder, { recursive: true })
  await extract({
    file,
    cwd: folder,
    strict: true,
    strip: from.split('/').length - 1,
    noMtime: true,
    filter(path, entry) {
      const type = 'type' in entry ? entry.type : ''
      if (refused === undefined && !isAllowed(path, type, entry.size)) refused = path
      return refused === undefined && path.startsWith(from)
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('TAR_') || error.code?.startsWith('Z_'))
      throw runtimeFailed('damaged', error.code)
    throw error
  })
  if (refused !== undefined) throw runtimeFailed('damaged', refused)
}

/** Folder in which the entries of an archive land. */
export const placeIn = (root: string, to: string): string => join(root, ...to.split('/'))
