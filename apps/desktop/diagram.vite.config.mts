import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

/** A module is fetched with an origin, and the page that draws diagrams has none. */
function classicScript(): Plugin {
  return {
    name: 'classic-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('type="module" crossorigin', 'defer'),
    },
  }
}

/** Another layout, of 1.5 MB, under a licence that asks for more than a notice. What needs it is not drawn. */
function leaveOutElk(): Plugin {
  const name = 'elkjs/lib/elk.bundled.js'
  return {
    name: 'leave-out-elk',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? "export default class { constructor() { throw new Error('This layout is not part of the app.') } }"
        : undefined,
  }
}

// A build and a folder of its own: neither the app's page nor main ever loads what draws diagrams.
export default defineConfig({
  root: at('src/diagram'),
  base: './',
  plugins: [leaveOutElk(), classicScript()],
  build: {
    target: 'chrome130',
    outDir: at('out/diagram'),
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 6000,
    rolldownOptions: {
      // Nothing is to be found beside a script that is one file.
      transform: { define: { 'import.meta': '{}' } },
      output: { format: 'iife', codeSplitting: false },
    },
  },
})
