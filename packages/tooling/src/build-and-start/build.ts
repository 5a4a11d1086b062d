import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, desktop, root } from '../command-support/paths.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { cachedStep } from '../command-support/step.mjs'

/** Packages of which nothing is in the application. */
const notShipped = ['testkit', 'tooling']

/** Files that the application is built from; tests are not part of it. */
export function buildInputs() {
  const isSource = (file: string) => !/\.test\.[cm]?tsx?$/.test(file)
  const packages = readdirSync(join(root, 'packages'))
    .filter((name) => !notShipped.includes(name))
    .flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`])
  const app = [
    'apps/desktop/src',
    'apps/desktop/package.json',
    'apps/desktop/electron.vite.config.ts',
    'apps/desktop/consent.vite.config.mts',
    'apps/desktop/diagram.vite.config.mts',
    'apps/desktop/picture.vite.config.mts',
    'apps/desktop/update.vite.config.mts',
    'apps/desktop/spelling.vite.config.mts',
    'apps/desktop/documents.vite.config.mts',
    'apps/desktop/folders.vite.config.mts',
    'resources',
  ]
  return filesBelow([...app, ...packages, 'tsconfig.base.json', 'pnpm-lock.yaml'], isSource)
}

/** Bundles main, preload, renderer, the consent window and the pages that draw into `apps/desktop/out`. */
export function buildApp() {
  const outputs = [
    'main/index.cjs',
    'preload/index.cjs',
    'preload/consent.cjs',
    'preload/app-window.cjs',
    'renderer/index.html',
    'consent/index.html',
    'diagram/index.html',
    'picture/index.html',
    'picture/libheif.wasm',
    'update/index.cjs',
    'documents/index.cjs',
    'documents/cmaps/GBK-EUC-H.bcmap',
    'folders/index.cjs',
    'spelling/index.cjs',
    'spelling/hunspell.wasm',
    'spelling/en_US.dic',
    'spelling/en_GB.dic',
  ]
  return cachedStep(
    {
      name: 'Build the application',
      stamp: 'build',
      fingerprint: () => fingerprint(buildInputs(), [process.version]),
      outputs: outputs.map((file) => join(desktop, 'out', file)),
    },
    async () => {
      const options = {
        cwd: desktop,
        quiet: true,
        env: { NO_COLOR: '1', FORCE_COLOR: undefined },
      }
      const build = ['build', '--logLevel', 'warn']
      const app = [...binOf('electron-vite', 'electron-vite', 'apps/desktop'), ...build]
      const consent = [...binOf('vite', 'vite', 'apps/desktop'), ...build]
      await mustRun('The build', app, options)
      await mustRun(
        'The build of the consent window',
        [...consent, '--config', 'consent.vite.config.mts'],
        options,
      )
      await mustRun(
        'The build of the page that draws diagrams',
        [...consent, '--config', 'diagram.vite.config.mts'],
        options,
      )
      await mustRun(
        'The build of the page that draws pictures',
        [...consent, '--config', 'picture.vite.config.mts'],
        options,
      )
      await mustRun(
        'The build of the data update',
        [...consent, '--config', 'update.vite.config.mts'],
        options,
      )
      await mustRun(
        'The build of the spelling process',
        [...consent, '--config', 'spelling.vite.config.mts'],
        options,
      )
      await mustRun(
        'The build of the process that reads documents',
        [...consent, '--config', 'documents.vite.config.mts'],
        options,
      )
      await mustRun(
        'The build of the process that lists folders',
        [...consent, '--config', 'folders.vite.config.mts'],
        options,
      )
    },
  )
}
