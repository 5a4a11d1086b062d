import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npmProgram } from '../command-support/npm-program.mjs'
import { root, workCache } from '../command-support/paths.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { fingerprint } from '../command-support/stamp.mjs'
import { cachedStep } from '../command-support/step.mjs'

/** Servers that are too heavy for the project itself: those of `pnpm compatibility`, and those with interfaces. */
type Collection = 'compatibility' | 'app-servers'

/**
 * Installs the servers of a collection, as their own lockfile pins them.
 * @returns the folder with their `node_modules`
 */
export async function provideServers(collection: Collection): Promise<string> {
  const pinned = `packages/tooling/${collection}`
  const folder = join(workCache, 'external-servers', collection)
  const files = ['package.json', 'package-lock.json']
  await cachedStep(
    {
      name: `Install the servers of ${pinned}`,
      stamp: `external-servers-${collection}`,
      fingerprint: () =>
        fingerprint(
          files.map((file) => `${pinned}/${file}`),
          [process.version, process.platform, process.arch],
        ),
      outputs: [join(folder, 'node_modules')],
    },
    async () => {
      mkdirSync(folder, { recursive: true })
      for (const file of files) cpSync(join(root, pinned, file), join(folder, file))
      const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
      await mustRun('Installing the servers', [...npmProgram('npm'), 'ci', ...flags], {
        quiet: true,
        cwd: folder,
      })
    },
  )
  return folder
}
