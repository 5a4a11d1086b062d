import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client'
import { defineAsyncScope } from '../../system/timing/async-scope.ts'
import { isRetryable, sendFailure } from './retryable.ts'

/** True if the message may reach the server only once. */
const onceScope = defineAsyncScope<boolean>()

/** A `fetch` that remembers where a server redirects to, and which messages may be sent there twice. */
export interface RedirectFetch {
  fetch: FetchLike
  /** Sends a message; one that `isOnce` reaches the server once, whatever the response. */
  sending<T>(isOnce: boolean, send: () => Promise<T>): Promise<T>
}

/**
 * The SDK follows redirects within the origin by sending the message again. Reads may be repeated: the
 * address they end at is remembered, so that calls go there at once. A call that is redirected may have
 * run already, so its response is passed on without the address.
 */
export function createRedirectFetch(inner: FetchLike, address: URL): RedirectFetch {
  const once = onceScope()
  let endpoint: string | URL | undefined

  async function ask(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    const response = await inner(url, init)
    if (response.ok && !isSame(url, address)) endpoint = url
    return response
  }

  return {
    sending: (isOnce, send) => once.run(isOnce, send),
    async fetch(url, init) {
      const isKnown = endpoint !== undefined && isSame(url, address)
      const response = await ask(isKnown ? (endpoint ?? url) : url, init)
      if (!isRedirect(response)) return response
      if (init?.method === 'POST' && once.current() !== false) return unfollowed(response)
      if (!isKnown) return response
      // It moved again: the client starts over from the address that the person gave.
      endpoint = undefined
      return ask(url, init)
    },
  }
}

/** Sends a message, once if it may not be repeated; its failure shows which. */
export async function sendTo(
  endpoint: RedirectFetch,
  message: JSONRPCMessage,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await endpoint.sending(!isRetryable(message), send)
  } catch (error) {
    throw sendFailure(error, message)
  }
}

function isSame(url: string | URL, address: URL): boolean {
  return new URL(url).href === address.href
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400
}

function unfollowed({ status, statusText, headers }: Response): Response {
  const kept = new Headers(headers)
  kept.delete('location')
  const body =
    'The server responded with a redirect, which is not followed: it would be sent again.'
  return new Response(status === 304 ? null : body, { status, statusText, headers: kept })
}
