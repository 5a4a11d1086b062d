import { basename, dirname, resolve } from 'node:path'
import { preview, type Plugin } from 'vite'
import { builtApp } from '../launch.ts'
import { securityHeaders } from '../support/security-headers.ts'

/** Folder of the built gallery. */
export const builtGallery: string = resolve(import.meta.dirname, '../../packages/ui/gallery/dist')

/** Serves the built window and the built gallery for one run of tests, with the headers of the application. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export of a global setup.
export default async function servePages(): Promise<() => Promise<void>> {
  const window = await serve(resolve(builtApp(), 'out/renderer'))
  const gallery = await serve(builtGallery)
  process.env['GATEHOUSE_WINDOW_URL'] = window.url
  process.env['GATEHOUSE_GALLERY_URL'] = gallery.url
  return async () => {
    await Promise.all([window.close(), gallery.close()])
  }
}

/** A browser asks for an icon by itself, and would complain in the console. */
const noIcon: Plugin = {
  name: 'no-icon',
  configurePreviewServer({ middlewares }) {
    middlewares.use('/favicon.ico', (_request, response) => response.writeHead(204).end())
  },
}

async function serve(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = await preview({
    configFile: false,
    root: dirname(folder),
    appType: 'mpa',
    logLevel: 'warn',
    build: { outDir: basename(folder) },
    plugins: [noIcon],
    preview: { host: '127.0.0.1', port: 0, headers: securityHeaders },
  })
  const [url] = server.resolvedUrls?.local ?? []
  if (url === undefined) throw new Error(`Nothing is served of ${folder}.`)
  return { url, close: () => server.close() }
}
