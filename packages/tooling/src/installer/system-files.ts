import { lstatSync } from 'node:fs'
import { run } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'

/** Where a package may leave something. */
const folders = ['/etc', '/home', '/opt', '/usr', '/var']
/** Books of the package manager and logs, which every installation writes. */
const volatile = [
  '/var/backups',
  '/var/cache/apt',
  '/var/cache/debconf',
  '/var/lib/apt',
  '/var/lib/dpkg',
  '/var/log',
  '/var/tmp',
]

/** Paths of all files and folders of the system in which a package may leave something. */
export async function listSystemFiles(): Promise<Set<string>> {
  const prune = volatile.flatMap((path, index) => [...(index > 0 ? ['-o'] : []), '-path', path])
  const command = ['find', ...folders, '-xdev', '(', ...prune, ')', '-prune', '-o', '-print']
  // Files come and go under it, which `find` reports as a failure.
  const { output } = await run(command, { quiet: true })
  return new Set(output.split('\n').filter((line) => line.startsWith('/')))
}

/**
 * Paths that are new and belong to no package. Others may install packages at the same time, whose files are not
 * ours.
 */
export async function newFiles(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Promise<string[]> {
  const added = [...after].filter((path) => !before.has(path))
  const owners = await Promise.all(
    added.map(async (path) => (await run(['dpkg-query', '-S', path], { quiet: true })).code),
  )
  return added.filter((path, index) => owners[index] !== 0 && isThere(path))
}

/** True for a link to nothing as well. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Files of the system's registries that name the application. */
export async function filesThatNameIt(): Promise<string[]> {
  const registries = ['/etc', '/usr/share/applications', '/usr/share/icons/hicolor']
  const words = ['-e', 'gatehouse.desktop', '-e', '/opt/Gatehouse']
  const { code, output } = await run(['grep', '-rlFs', ...words, ...registries], { quiet: true })
  if (code > 1 && output === '') throw new CommandError('grep could not read the registries.')
  return output.split('\n').filter((line) => line !== '')
}

/** State of the package as dpkg names it: `install ok installed`, or empty for one it does not know. */
export const packageState = (): Promise<string> => askDpkg('${Status}')

/** Version of the installed package; empty without one. */
export const installedVersion = (): Promise<string> => askDpkg('${Version}')

async function askDpkg(format: string) {
  const command = ['dpkg-query', '-W', `-f=${format}`, 'gatehouse']
  const { code, output } = await run(command, { quiet: true })
  return code === 0 ? output : ''
}
