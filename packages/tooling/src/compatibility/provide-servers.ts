import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npmProgram } from '../bootstrap/install.mjs'
import { root, workCache } from '../bootstrap/paths.mjs'
import { mustRun } from '../bootstrap/run.mjs'
import { fingerprint } from '../bootstrap/stamp.mjs'
import { cachedStep } from '../bootstrap/step.mjs'

const pinned = 'packages/tooling/compatibility'

/**
 * Installs the servers that are too heavy for the project itself, as their own lockfile pins them.
 * @returns the folder with their `node_modules`
 */
export async function provideServers(): Promise<string> {
  const folder = join(workCache, 'compatibility-servers')
  const files = ['package.json', 'package-lock.json']
  await cachedStep(
    {
      name: 'Install the servers to be compatible with',
      stamp: 'compatibility-servers',
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
