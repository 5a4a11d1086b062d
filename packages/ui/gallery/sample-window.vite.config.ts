import { defineConfig } from 'vite'

/** One classic script that gives a page an in-memory `window.bridge`. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'chrome130',
    lib: {
      entry: 'sample-window.ts',
      formats: ['iife'],
      name: 'gatehouseSample',
      fileName: () => 'sample-window.js',
    },
  },
})
