import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string): string => resolve(import.meta.dirname, path)
const documents = createRequire(at('../../packages/documents/package.json'))
const pdfJs = dirname(documents.resolve('pdfjs-dist/package.json'))

// A file of its own: its process loads nothing of the rest, and main no reader of documents.
export default defineConfig({
  ssr: { noExternal: true },
  plugins: [
    {
      name: 'copy-character-maps',
      writeBundle() {
        cpSync(join(pdfJs, 'cmaps'), at('out/documents/cmaps'), { recursive: true })
        cpSync(join(pdfJs, 'LICENSE'), at('out/documents/pdfjs.license.txt'))
      },
    },
  ],
  build: {
    ssr: at('src/main/documents/process.ts'),
    target: 'node20',
    outDir: at('out/documents'),
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
