import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

// A build and a folder of its own, so that no file of the consent window is served to the app's page.
export default defineConfig({
  root: at('src/consent'),
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'chrome130',
    outDir: at('out/consent'),
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      optimization: { inlineConst: false },
      output: { codeSplitting: false },
    },
  },
})
