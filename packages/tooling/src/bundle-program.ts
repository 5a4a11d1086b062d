import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, workCache } from './command-support/paths.mjs'

/** Modules that cannot be bundled, as in the application's own build. */
const external = ['keytar', 'libsql']

/** The program to bundle. */
export interface ProgramSource {
  /** Package, relative to the repository. */
  from: string
  /** File that is run, relative to the package. */
  entry: string
  /** Of the program's file, without its ending. */
  name: string
  /** Folder for it, emptied before; default: one of this name in the cache of the work. */
  folder?: string
}

/** A program in one file, and the environment it needs to find what could not be bundled. */
export interface Program {
  folder: string
  file: string
  env: { NODE_PATH: string }
}

/** A program of a workspace package in one file, bundled as the application's main process is. */
export async function bundleProgram(source: ProgramSource): Promise<Program> {
  const { from, entry, name, folder = join(workCache, name) } = source
  mkdirSync(folder, { recursive: true })
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, from),
    ssr: { noExternal: true, external },
    build: {
      ssr: join(root, from, entry),
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { external, output: { format: 'cjs', entryFileNames: `${name}.cjs` } },
    },
  })
  const env = { NODE_PATH: join(root, from, 'node_modules') }
  return { folder, file: join(folder, `${name}.cjs`), env }
}
