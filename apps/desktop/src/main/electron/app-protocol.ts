import { net, protocol } from 'electron'
import { readFile } from 'node:fs/promises'
import { filesOf, pageForLocale } from '../first-page.ts'
import { APP_HOST, APP_SCHEME, APP_VIEW_SCHEME } from '../ipc/sender-gate.ts'
import { blobResponse, BLOBS_PATH, type ReadableBlobs } from '../served-blobs.ts'
import {
  findServedFile,
  mimeTypeOf,
  pageHeaders,
  type DevelopmentServer,
  type ServedRequest,
  type ServedResponse,
} from '../served-files.ts'
import { crashPage, STOPPED_PATH } from './crash-page.ts'
import { serveScheme } from './serve-scheme.ts'

/** Must run before Electron is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
    // Interfaces of servers: each view has hosts of its own. No service workers, no requests by `fetch`.
    { scheme: APP_VIEW_SCHEME, privileges: { standard: true, secure: true } },
  ])
}

export interface ServeAppOptions {
  /** Absolute folder of the built interface. */
  root: string
  development: DevelopmentServer | undefined
  /** A file was handed to the window. */
  onFileServed(): void
  /** BCP 47 tag of the language that the window is likely to show, and a page in place of one that keeps dying. */
  locale(): string
  /** Large or binary data of results; rejects when nothing can be read. */
  blobs(): Promise<ReadableBlobs>
}

/** Serves the files below `root` as `app://gatehouse/`, or those of a development server. */
export function serveApp(options: ServeAppOptions): void {
  const { root, development, onFileServed, blobs, locale } = options
  const headers = pageHeaders(development)
  const ahead = new Map<string, Promise<Buffer>>()
  serveScheme(protocol, async (request) => {
    const { host, pathname, search } = new URL(request.url)
    if (host === APP_HOST && isReading(request)) {
      if (pathname === STOPPED_PATH) return page(crashPage(locale()).html, 'text/html', headers)
      if (pathname === `${STOPPED_PATH}.css`)
        return page(crashPage(locale()).css, 'text/css', headers)
      if (pathname.startsWith(BLOBS_PATH))
        return blobResponse(request, { blobs: await blobs(), security: headers })
      if (development) return passOn(development.origin + pathname + search, headers)
    }
    const response = await serveFromFolder(request, { host: APP_HOST, root, headers, ahead })
    if (pathname !== '/' || response.status !== 200) {
      onFileServed()
      return response
    }
    // The page itself asks for more at once: its files are read while the process of the page starts.
    const html = pageForLocale(Buffer.from(response.body ?? []).toString(), locale())
    readAhead(ahead, root, html)
    return { ...response, body: Buffer.from(html) }
  })
}

function readAhead(ahead: Map<string, Promise<Buffer>>, root: string, html: string): void {
  for (const path of filesOf(html)) {
    const file = findServedFile(root, path)
    if (!file) continue
    const read = readFile(file)
    // Whoever asks for it gets the failure.
    read.catch(() => undefined)
    ahead.set(file, read)
  }
}

function page(body: string, type: string, headers: Record<string, string>): ServedResponse {
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` },
    body: Buffer.from(body),
  }
}

export interface ServedFolder {
  /** The host of the only page that these files are for. */
  host: string
  root: string
  headers: Record<string, string>
  /** Files that were read before they were asked for, by path; each is handed out once. */
  ahead?: Map<string, Promise<Buffer>>
}

/** A file below `root`; 404 for anything else, and for any other host. */
export async function serveFromFolder(
  request: Pick<ServedRequest, 'url' | 'method'>,
  { host, root, headers, ahead }: ServedFolder,
): Promise<ServedResponse> {
  const asked = new URL(request.url)
  if (asked.host !== host) return refuse(404, headers)
  if (!isReading(request)) return refuse(405, headers)
  const file = findServedFile(root, asked.pathname)
  if (!file) return refuse(404, headers)
  const body = ahead?.get(file) ?? readFile(file)
  ahead?.delete(file)
  return fileResponse(file, body, headers)
}

const isReading = ({ method }: Pick<ServedRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

async function fileResponse(
  file: string,
  body: Promise<Buffer>,
  headers: Record<string, string>,
): Promise<ServedResponse> {
  try {
    const type = { 'Content-Type': mimeTypeOf(file) }
    return { status: 200, headers: { ...headers, ...type }, body: await body }
  } catch {
    return refuse(404, headers)
  }
}

async function passOn(url: string, headers: Record<string, string>): Promise<ServedResponse> {
  const response = await net.fetch(url)
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: { ...headers, 'Content-Type': type }, body }
}

function refuse(status: number, headers: Record<string, string>): ServedResponse {
  return { status, headers, body: null }
}
