import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { at, classicScript, pageConfig } from './parts.config.mts'

const libheif = dirname(createRequire(import.meta.url).resolve('libheif-js/package.json'))
const documents = createRequire(at('../../packages/documents/package.json'))
const pdfJs = dirname(documents.resolve('pdfjs-dist/package.json'))

// The library for HEIC (LGPL-3.0) stays as its authors build it, in files that can be exchanged.
export default pageConfig(
  'picture',
  [
    classicScript(),
    {
      name: 'copy-pdfjs',
      writeBundle() {
        const copy = (from: string, to = from) =>
          cpSync(join(pdfJs, from), join(at('out/picture/pdfjs'), basename(to)))
        for (const name of ['pdf.min.mjs', 'pdf.worker.min.mjs']) copy(`legacy/build/${name}`)
        for (const name of ['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm']) copy(`wasm/${name}`)
        for (const name of ['JBIG2', 'OPENJPEG', 'QCMS'])
          copy(`wasm/LICENSE_${name}`, `${name.toLowerCase()}.license.txt`)
        copy('LICENSE', 'pdfjs.license.txt')
      },
    },
    {
      name: 'copy-libheif',
      writeBundle() {
        for (const name of ['libheif.js', 'libheif.wasm'])
          cpSync(join(libheif, 'libheif-wasm', name), at(`out/picture/${name}`))
        cpSync(join(libheif, 'libheif-wasm/LICENSE'), at('out/picture/libheif.license.txt'))
      },
    },
  ],
  { output: { format: 'iife', codeSplitting: false, comments: { jsdoc: false } } },
)
