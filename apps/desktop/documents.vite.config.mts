import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { at, programConfig } from './parts.config.mts'

const documents = createRequire(at('../../packages/documents/package.json'))
const pdfJs = dirname(documents.resolve('pdfjs-dist/package.json'))

export default programConfig('documents', {
  source: 'documents',
  plugins: [
    {
      name: 'copy-character-maps',
      writeBundle() {
        cpSync(join(pdfJs, 'cmaps'), at('out/documents/cmaps'), { recursive: true })
        cpSync(join(pdfJs, 'LICENSE'), at('out/documents/pdfjs.license.txt'))
      },
    },
  ],
})
