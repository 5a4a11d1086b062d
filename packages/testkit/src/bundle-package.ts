import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A package as one CommonJS file, built the way the desktop app's main process is. */
export type PackageBundle = {
  file: string
  /** Environment for a Node process that requires `file`: lets it find the native modules. */
  env: { NODE_PATH: string }
  /** Removes `file`. */
  dispose(): void
}

/**
 * Bundles a package for a child process of a test. `entry` is the URL of its `index.ts`; `external`
 * names the native modules, which are resolved from the package's own `node_modules`.
 */
export async function bundlePackage(entry: URL, external: string[]): Promise<PackageBundle> {
  const index = fileURLToPath(entry)
  const root = dirname(dirname(index))
  const outDir = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'))
  // Loaded here: most tests need no bundler, and it is slow to load.
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true, external },
    build: {
      ssr: index,
      target: 'node20',
      outDir,
      minify: false,
      rollupOptions: { external, output: { format: 'cjs', entryFileNames: 'bundle.cjs' } },
    },
  })
  return {
    file: join(outDir, 'bundle.cjs'),
    env: { NODE_PATH: join(root, 'node_modules') },
    dispose: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
