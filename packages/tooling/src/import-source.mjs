import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder, root } from './paths.mjs'

/**
 * What a file of TypeScript exports. Node 20 cannot load one, so Vite does.
 * @param {string} file absolute
 * @returns {Promise<Record<string, any>>}
 */
export async function importSource(file) {
  const vite = join(packageFolder('vite', 'apps/desktop'), 'dist/node/index.js')
  /** @type {{ runnerImport: (file: string, options: object) => Promise<{ module: Record<string, any> }> }} */
  const { runnerImport } = await import(pathToFileURL(vite).href)
  const options = { configFile: false, root, logLevel: 'error' }
  return (await runnerImport(file, options)).module
}
