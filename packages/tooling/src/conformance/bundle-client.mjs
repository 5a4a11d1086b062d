import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder, root } from '../paths.mjs'

/**
 * The application's connection layer as one program for the suite, bundled as the application's
 * main process is.
 * @param {string} scratch folder of this run
 * @returns {Promise<{ folder: string, file: string }>}
 */
export async function bundleClient(scratch) {
  const folder = join(scratch, 'conformance')
  const mcp = join(root, 'packages/mcp')
  const vite = join(packageFolder('vite', 'packages/mcp'), 'dist/node/index.js')
  const { build } = await import(pathToFileURL(vite).href)
  await build({
    configFile: false,
    logLevel: 'error',
    root: mcp,
    ssr: { noExternal: true },
    build: {
      ssr: join(mcp, 'checks/conformance/client-under-test.ts'),
      target: 'node18',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'client.cjs' } },
    },
  })
  return { folder, file: 'client.cjs' }
}
