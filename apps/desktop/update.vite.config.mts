import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

// A file of its own: the process that updates the data loads nothing of the rest, and main none of it.
export default defineConfig({
  ssr: { noExternal: true, external: ['libsql'] },
  build: {
    ssr: at('src/main/update/process.ts'),
    target: 'node20',
    outDir: at('out/update'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      external: ['libsql'],
      output: {
        format: 'cjs',
        entryFileNames: 'index.cjs',
        codeSplitting: false,
        // Licences stay.
        comments: { jsdoc: false },
      },
    },
  },
})
