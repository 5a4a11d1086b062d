import { APP_LINK_SCHEME, redirectUriOf } from '@gatehouse/domain'
import { createPendingAuthorizationResponse, MAX_QUERY } from './authorization-response.ts'
import type { RedirectListener } from './redirect-listener.ts'
import { signInError } from './sign-in-error.ts'

/** The links that open this app (RFC 8252, section 7.1), as the system hands them over. */
export interface AppLinks {
  /** Registers the app for links of its scheme. Returns false if the system refuses. */
  claim(): boolean
  /**
   * Passes each incoming link to `take`, which returns true if the link was for it. Returns a function that ends
   * this.
   */
  listen(take: (url: string) => boolean): () => void
}

export interface AppLinkReceiverOptions {
  appLinks: AppLinks | undefined
  state: string
  /** A link came that is not the response: a wrong state, another path. */
  onUnexpectedRequest(why: string): void
}

/**
 * Waits for the one link of one sign-in. Any program and any page can make such links, so each is judged as a
 * request to the listener is. Rejects with `sign-in/unsupported` where no link opens this app.
 */
export async function openAppLinkReceiver({
  appLinks,
  state,
  onUnexpectedRequest,
}: AppLinkReceiverOptions): Promise<RedirectListener> {
  if (!appLinks?.claim())
    throw signInError(
      'unsupported',
      'Links do not open this copy of Gatehouse, so the browser cannot come back by one. Choose another redirect address in the settings of the server.',
    )
  const { response, judge, close } = createPendingAuthorizationResponse({
    state,
    onUnexpectedRequest,
  })
  const stop = appLinks.listen((link) => {
    const { query, problem } = readLink(link)
    return judge(query, problem)
  })
  return {
    redirectUri: redirectUriOf({ kind: 'app-link' }),
    response,
    finish: () => undefined,
    close() {
      stop()
      close()
    },
  }
}

interface ReadLink {
  query: URLSearchParams
  /** Reason for which it is not the browser's redirect; `undefined` when it may be. */
  problem: string | undefined
}

function readLink(link: string): ReadLink {
  const query = new URLSearchParams()
  if (link.length > MAX_QUERY) return { query, problem: 'size' }
  const url = parse(link)
  if (!url) return { query, problem: 'path' }
  const { protocol, host, pathname, hash } = url
  const isOurs = protocol === `${APP_LINK_SCHEME}:` && host === '' && pathname === '/oauth/callback'
  return { query: url.searchParams, problem: isOurs && hash === '' ? undefined : 'path' }
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
