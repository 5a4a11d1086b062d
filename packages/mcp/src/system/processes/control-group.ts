import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** A Linux control group (v2) that holds all processes of one server, wherever they reparent to. */
export interface ControlGroup {
  /** Absolute; noted in the ledger, so that a later run finds it. */
  readonly folder: string
  /** Moves a process into it; what that forks from now on is in it too. */
  add(pid: number): void
  members(): Promise<number[]>
  /** Kills all at once, before any of them can fork again. */
  kill(): void
  /** Removes the empty group; does nothing while it has members. */
  remove(): void
}

/**
 * Makes a group for a server below our own, or `undefined` where the system lets us have none: no
 * cgroup v2, or a parent that is not ours (a plain login session without delegation).
 */
export async function makeControlGroup(tag: string): Promise<ControlGroup | undefined> {
  const parent = await ownGroup()
  if (parent === undefined) return undefined
  const folder = join(parent, nameOf(tag))
  try {
    mkdirSync(folder)
    return groupIn(folder)
  } catch {
    return undefined
  }
}

/** The group that an earlier run noted; `undefined` for a path that none of ours can have. */
export async function findControlGroup(
  folder: string | undefined,
  tag: string,
): Promise<ControlGroup | undefined> {
  if (folder === undefined || resolve(folder) !== folder || basename(folder) !== nameOf(tag))
    return undefined
  const mount = await mountPoint()
  return mount !== undefined && folder.startsWith(`${mount}/`) ? groupIn(folder) : undefined
}

function nameOf(tag: string): string {
  return `gatehouse-${tag}`
}

function groupIn(folder: string): ControlGroup {
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch {
      // The group or its member is gone, or the kernel is older than the file.
    }
  }
  return {
    folder,
    add: (pid) => attempt(() => writeFileSync(join(folder, 'cgroup.procs'), String(pid))),
    members: async () =>
      (await readText(join(folder, 'cgroup.procs'))).split('\n').map(Number).filter(Boolean),
    kill: () => attempt(() => writeFileSync(join(folder, 'cgroup.kill'), '1', { flag: 'r+' })),
    remove: () => attempt(() => rmdirSync(folder)),
  }
}

async function ownGroup(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const [mount, own] = await Promise.all([mountPoint(), readText('/proc/self/cgroup')])
  // The one line without a controller is that of v2.
  const path = /^0::(\/.*)$/m.exec(own)?.[1]
  if (mount === undefined || path === undefined || path.includes('/..')) return undefined
  return join(mount, path)
}

async function mountPoint(): Promise<string | undefined> {
  const lines = (await readText('/proc/self/mountinfo')).split('\n')
  const mount = lines.find((line) => / - cgroup2 /.test(line))
  return mount?.split(' ')[4]
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
