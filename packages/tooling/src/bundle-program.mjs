import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder, root, workCache } from './paths.mjs'

/** Modules that cannot be bundled, as in the application's own build. */
const external = ['keytar', 'libsql']

/**
 * A program of a workspace package in one file, bundled as the application's main process is.
 * @param {{ from: string, entry: string, name: string }} what package and entry, relative to the
 *   repository and the package
 * @returns {Promise<{ file: string, env: { NODE_PATH: string } }>}
 */
export async function bundleProgram({ from, entry, name }) {
  const folder = join(workCache, name)
  mkdirSync(folder, { recursive: true })
  const vite = join(packageFolder('vite', from), 'dist/node/index.js')
  const { build } = await import(pathToFileURL(vite).href)
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, from),
    ssr: { noExternal: true, external },
    build: {
      ssr: join(root, from, entry),
      target: 'node18',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { external, output: { format: 'cjs', entryFileNames: `${name}.cjs` } },
    },
  })
  return { file: join(folder, `${name}.cjs`), env: { NODE_PATH: join(root, from, 'node_modules') } }
}
