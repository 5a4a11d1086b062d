import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { at, classicScript, pageConfig } from './parts.config.mts'

const libheif = dirname(createRequire(import.meta.url).resolve('libheif-js/package.json'))

// The library for HEIC (LGPL-3.0) stays as its authors build it, in files that can be exchanged.
export default pageConfig(
  'picture',
  [
    classicScript(),
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
