import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string): string => resolve(import.meta.dirname, path)
const libheif = dirname(createRequire(import.meta.url).resolve('libheif-js/package.json'))

// A build and a folder of its own: neither the app's page nor main ever loads what decodes pictures. The library for
// HEIC (LGPL-3.0) stays as its authors build it, in files that can be exchanged.
export default defineConfig({
  root: at('src/picture'),
  base: './',
  plugins: [
    {
      name: 'classic-script',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => html.replace('type="module" crossorigin', 'defer'),
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
  build: {
    target: 'chrome130',
    outDir: at('out/picture'),
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { format: 'iife', codeSplitting: false, comments: { jsdoc: false } },
    },
  },
})
