import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The built gallery runs under the app's own policy, so that a style tag or eval shows up here first. */
const strictPolicy: Plugin = {
  name: 'strict-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: {
        'http-equiv': 'Content-Security-Policy',
        content:
          "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; media-src 'self' data: blob:; connect-src 'self'",
      },
      injectTo: 'head-prepend',
    },
  ],
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss(), strictPolicy],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'chrome130',
    cssTarget: 'chrome130',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 3000,
  },
  server: { port: 5199, strictPort: false },
})
