import { join } from 'node:path'
import { mustRun } from '../command-support/child-processes.mjs'
import { binOf, root } from '../command-support/paths.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { cachedStep } from '../command-support/step.mjs'

const ui = join(root, 'packages/ui')

/** Files that the gallery and its in-memory window are built from. */
function galleryInputs() {
  const isSource = (file: string) => !/\.test\.[cm]?tsx?$|\/gallery\/dist\//.test(file)
  const sources = ['base', 'contract', 'domain', 'ui'].map((name) => `packages/${name}/src`)
  return filesBelow([...sources, 'packages/ui/gallery', 'pnpm-lock.yaml'], isSource)
}

/** Bundles the gallery, and the script that gives the built window an in-memory bridge, into `packages/ui/gallery/dist`. */
export function buildGallery() {
  const outputs = ['index.html', 'sample-window.js']
  return cachedStep(
    {
      name: 'Build the gallery',
      stamp: 'gallery',
      fingerprint: () => fingerprint(galleryInputs(), [process.version]),
      outputs: outputs.map((file) => join(ui, 'gallery/dist', file)),
    },
    async () => {
      const options = { cwd: ui, quiet: true, env: { NO_COLOR: '1', FORCE_COLOR: undefined } }
      for (const config of ['vite.config.ts', 'sample-window.vite.config.ts']) {
        const command = [...binOf('vite', 'vite', 'packages/ui'), 'build', '--logLevel', 'error']
        await mustRun('The build', [...command, '--config', `gallery/${config}`], options)
      }
    },
  )
}
