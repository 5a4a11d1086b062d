import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

// A file of its own: its process loads nothing of the rest, and main no reader of ignore files.
export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: at('src/main/folders/listing/process.ts'),
    target: 'node20',
    outDir: at('out/folders'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
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
