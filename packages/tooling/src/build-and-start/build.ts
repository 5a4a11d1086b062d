import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, desktop, root } from '../command-support/paths.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { cachedStep } from '../command-support/step.mjs'

/** Parts of the application that have a configuration of their own. */
const PARTS = [
  'consent',
  'diagram',
  'picture',
  'update',
  'backup',
  'spelling',
  'documents',
  'folders',
]

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
    'apps/desktop/parts.config.mts',
    ...PARTS.map((part) => `apps/desktop/${part}.vite.config.mts`),
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
    'picture/pdfjs/pdf.worker.min.mjs',
    'update/index.cjs',
    'backup/index.cjs',
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
      for (const part of PARTS)
        await mustRun(
          `The build of ${part}`,
          [...consent, '--config', `${part}.vite.config.mts`],
          options,
        )
    },
  )
}
