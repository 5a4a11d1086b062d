import type { LoopbackRedirect } from '@gatehouse/domain'
import { redirectUriOf } from '@gatehouse/domain'
import type { Request } from 'express'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { createPendingAuthorizationResponse, MAX_QUERY } from './authorization-response.ts'
import { PAGE_HEADERS, redirectPage, type PageKind, type PageLanguage } from './redirect-page.ts'

/** Milliseconds for the last page to arrive. */
const LAST_PAGE_MS = 500

/** Receives the response from the browser: exactly the query of one request or link. */
export interface RedirectListener {
  readonly redirectUri: string
  /** The first response with the right state. Rejects when the listener is closed. */
  readonly response: Promise<URLSearchParams>
  /** Sets what the page in the browser shows, once the response was checked. */
  finish(kind: 'done' | 'failed'): void
  close(): void
}

export interface RedirectListenerOptions extends Pick<LoopbackRedirect, 'host' | 'port'> {
  state: string
  language: PageLanguage
  /** Somebody came with something else: a wrong state, another path, a script of a page. */
  onUnexpectedRequest(why: string): void
}

/**
 * Listens on this computer alone for the one redirect of one sign-in (RFC 8252, section 7.3). A request with a
 * wrong state gets an error page and ends nothing. Rejects as {@link listenOnLoopback}.
 */
export async function openRedirectListener(
  options: RedirectListenerOptions,
): Promise<RedirectListener> {
  const { host, state, language, onUnexpectedRequest } = options
  const { response, judge, close } = createPendingAuthorizationResponse({
    state,
    onUnexpectedRequest,
  })
  let show: (kind: PageKind) => void = () => undefined
  let redirectUri = ''
  // Half a megabyte, for the short time that a sign-in takes.
  const { default: express } = await import('express')
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', false)
  app.use((request, reply) => {
    const respond = (status: number, kind: PageKind): void =>
      void reply.status(status).set(PAGE_HEADERS).send(redirectPage(kind, language))
    // Set before it is judged: who waits for the response may finish at once.
    const before = show
    show = (kind) => respond(kind === 'done' ? 200 : 400, kind)
    if (judge(queryOf(request), requestProblem(request, new URL(redirectUri)))) return
    show = before
    respond(400, 'unknown')
  })
  const listening = await listenOnLoopback(app, options)
  redirectUri = redirectUriOf({ kind: 'loopback', host, port: listening.port })
  return {
    redirectUri,
    response,
    finish: (kind) => show(kind),
    close() {
      close()
      listening.close(LAST_PAGE_MS)
    },
  }
}

function queryOf({ originalUrl }: Request): URLSearchParams {
  const at = originalUrl.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : originalUrl.slice(at + 1))
}

/** Returns the reason for which a request is not the browser's redirect; `undefined` when it may be. */
function requestProblem({ method, headers, originalUrl, path }: Request, registered: URL) {
  // Another name that leads here is a page's attempt to read the response (DNS rebinding).
  if (headers.host !== registered.host) return 'host'
  if (method !== 'GET') return 'method'
  if (path !== registered.pathname) return 'path'
  if (originalUrl.length > MAX_QUERY) return 'size'
  // A page is gone to without an origin; a script of a page asks with one.
  if (headers.origin !== undefined) return 'origin'
  const mode = headers['sec-fetch-mode']
  return mode !== undefined && mode !== 'navigate' ? 'script' : undefined
}
