import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from 'express'
import { PAGE_HEADERS, redirectPage, type PageKind, type PageLanguage } from './redirect-page.ts'
import { signInError } from './sign-in-error.ts'

const PATH = '/callback'
const MAX_QUERY = 8192
const HEADERS_TIMEOUT_MS = 10_000
/** Milliseconds for the last page to arrive. */
const LAST_PAGE_MS = 500

/** What came back from the browser: exactly the query of one request. */
export interface RedirectListener {
  readonly redirectUri: string
  readonly port: number
  /** The first answer with the right state. Rejects when the listener is closed. */
  readonly answer: Promise<URLSearchParams>
  /** What the page says to the browser, once the answer was judged. */
  finish(kind: 'done' | 'failed'): void
  close(): void
}

export interface RedirectListenerOptions {
  /** 0 = any that is free. */
  port: number
  state: string
  language: PageLanguage
  /** Somebody came with something else: a wrong state, another path, a script of a page. */
  onStranger(why: string): void
}

/**
 * Listens on 127.0.0.1 for the one redirect of one sign-in (RFC 8252, section 7.3). A request with a wrong
 * state is told so and ends nothing: anybody on this computer could make one. Rejects when the port is taken.
 */
export async function openRedirectListener(
  options: RedirectListenerOptions,
): Promise<RedirectListener> {
  const { state, language, onStranger } = options
  let give: (query: URLSearchParams) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const answer = new Promise<URLSearchParams>(
    (resolve, reject) => ([give, fail] = [resolve, reject]),
  )
  answer.catch(() => undefined)
  let isTaken = false
  let show: (kind: PageKind) => void = () => undefined
  // Half a megabyte, for the few moments in which somebody signs in.
  const { default: express } = await import('express')
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', false)
  app.use((request, response) => {
    const respond = (status: number, kind: PageKind): void =>
      void response.status(status).set(PAGE_HEADERS).send(redirectPage(kind, language))
    const query = queryOf(request)
    const problem =
      strangeness(request, port) ?? (query.get('state') === state ? undefined : 'state')
    if (problem !== undefined || isTaken) {
      onStranger(problem ?? 'again')
      respond(400, 'unknown')
      return
    }
    isTaken = true
    show = (kind) => respond(kind === 'done' ? 200 : 400, kind)
    give(query)
  })
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, app)
  const port = await listen(server, options.port)
  return {
    redirectUri: redirectUriAt(port),
    port,
    answer,
    finish: (kind) => show(kind),
    close() {
      fail(signInError('timed-out', 'The sign-in was ended before an answer came.'))
      server.close()
      // The page is on its way; a connection that asks for nothing must not keep the port.
      setTimeout(() => server.closeAllConnections(), LAST_PAGE_MS).unref()
    },
  }
}

/** Where a browser comes back to that port. */
export function redirectUriAt(port: number): string {
  return `http://127.0.0.1:${port}${PATH}`
}

function queryOf({ originalUrl }: Request): URLSearchParams {
  const at = originalUrl.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : originalUrl.slice(at + 1))
}

/** Why a request is not the browser's own way back; `undefined` when it may be. */
function strangeness({ method, headers, originalUrl, path }: Request, port: number) {
  // Another name that leads here is a page's attempt to read what is answered (DNS rebinding).
  if (headers.host !== `127.0.0.1:${port}`) return 'host'
  if (method !== 'GET') return 'method'
  if (path !== PATH) return 'path'
  if (originalUrl.length > MAX_QUERY) return 'size'
  // A page is gone to without an origin; a script of a page asks with one.
  if (headers.origin !== undefined) return 'origin'
  const mode = headers['sec-fetch-mode']
  return mode !== undefined && mode !== 'navigate' ? 'script' : undefined
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
