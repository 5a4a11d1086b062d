import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's own file system in memory. */
const MEMORY = '/dev/shm'
/** Whole packages of the application are copied there, and large databases. */
const NEEDED_BYTES = 8 * 2 ** 30

/**
 * Where temporary files of tests cost least: in memory where there is plenty and programs may run from there, else
 * the system's own place. A file system on a disk pays for each of the hundred files of a browser's profile.
 */
export function fastTempFolder(): string {
  if (process.platform !== 'linux') return tmpdir()
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    const mount = readFileSync('/proc/mounts', 'utf8').split('\n').find(isMemory) ?? ''
    const runsPrograms = mount !== '' && !/[ ,]noexec[ ,]/.test(mount)
    return runsPrograms && bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

const isMemory = (line: string) => line.split(' ').slice(1, 3).join(' ') === `${MEMORY} tmpfs`

/** Works with temporary files on the system's own disk, as people have it: for what is timed. */
export async function withDiskFolder<Result>(
  work: (env: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'))
  try {
    return await work({ TMPDIR: folder, TMP: folder, TEMP: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
