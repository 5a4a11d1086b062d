import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { desktop, packageFolder } from '../paths.mjs'

/** Modules that cannot be bundled, as in the application's own build. */
const external = ['keytar', 'libsql']

/**
 * The application's composition without Electron as one program, bundled as its main process is.
 * @param {string} scratch folder of this run
 * @returns {Promise<{ file: string, env: { NODE_PATH: string } }>}
 */
export async function bundleCycles(scratch) {
  const folder = join(scratch, 'soak')
  const vite = join(packageFolder('vite', 'apps/desktop'), 'dist/node/index.js')
  const { build } = await import(pathToFileURL(vite).href)
  await build({
    configFile: false,
    logLevel: 'error',
    root: desktop,
    ssr: { noExternal: true, external },
    build: {
      ssr: join(desktop, 'src/main/soak/main.ts'),
      target: 'node18',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { external, output: { format: 'cjs', entryFileNames: 'cycles.cjs' } },
    },
  })
  return { file: join(folder, 'cycles.cjs'), env: { NODE_PATH: join(desktop, 'node_modules') } }
}
