import { join } from 'node:path'
import { binOf, desktop } from './paths.mjs'
import { mustRun } from './run.mjs'
import { filesBelow, fingerprint } from './stamp.mjs'
import { once } from './step.mjs'

/** What the application is built from; tests are not part of it. */
export function buildInputs() {
  const isSource = (/** @type {string} */ file) => !/\.test\.[cm]?tsx?$/.test(file)
  const packages = ['contract', 'domain', 'host', 'llm', 'mcp', 'store', 'ui', 'vault'].flatMap(
    (name) => [`packages/${name}/src`, `packages/${name}/package.json`],
  )
  const app = [
    'apps/desktop/src',
    'apps/desktop/package.json',
    'apps/desktop/electron.vite.config.ts',
    'resources',
  ]
  return filesBelow([...app, ...packages, 'tsconfig.base.json', 'pnpm-lock.yaml'], isSource)
}

/** Bundles main, preload and renderer into `apps/desktop/out`. */
export function buildApp() {
  const outputs = ['main/index.cjs', 'preload/index.cjs', 'renderer/index.html']
  return once(
    {
      name: 'Build the application',
      stamp: 'build',
      print: () => fingerprint(buildInputs(), [process.version]),
      outputs: outputs.map((file) => join(desktop, 'out', file)),
    },
    () =>
      mustRun(
        'The build',
        [...binOf('electron-vite', 'electron-vite', 'apps/desktop'), 'build', '--logLevel', 'warn'],
        {
          cwd: desktop,
          quiet: true,
          env: { NO_COLOR: '1', FORCE_COLOR: undefined },
        },
      ),
  )
}
