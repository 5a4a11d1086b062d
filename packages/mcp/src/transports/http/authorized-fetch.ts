import { NEVER_ABORTED } from '@gatehouse/base'
import type { FetchLike } from '@modelcontextprotocol/client'
import { valueOfJson, isGatehouseError, type GatehouseError } from '@gatehouse/domain'
import type { RequestAuthorization } from '@gatehouse/host/ports'
import { toMessage } from '../../message-parsing/to-message.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import { readPrefix, withBody } from './response-body.ts'
import { isRetryable } from './retryable.ts'

/** Once after a refresh, once after a sign-in. */
const MAX_SENT_AGAIN = 2
/** Bytes of the body of a refusal, and milliseconds for them to arrive. */
const MAX_REFUSAL_BYTES = 65_536
const REFUSAL_MS = 1000
const NONCE = 'dpop-nonce'

export interface AuthorizedFetchOptions {
  fetch: FetchLike
  authorization: RequestAuthorization
  /** The server's own address: nothing else gets its tokens. */
  url: URL
  log: Pick<OutputLog, 'write'>
  /** The time limits of the connection pause during a sign-in. */
  whileAsking<T>(task: () => Promise<T>): Promise<T>
}

/**
 * A `fetch` that asks for the headers of each request, and when the server refuses one sends it again with
 * others. A server that responds with 401 or 403 with a challenge states that it did nothing (RFC 9110, section
 * 15.5.2); a call that is refused without one is not sent again.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): FetchLike {
  const { fetch, authorization, url, log, whileAsking } = options
  return async (target, init) => {
    if (new URL(target).origin !== url.origin) return fetch(target, init)
    const signal = init?.signal ?? NEVER_ABORTED
    const request = { method: init?.method ?? 'GET', url: new URL(target).href }
    let isNumbered = false
    for (let attempt = 0; ; attempt += 1) {
      const sent = await authorization.headers(request, signal)
      const response = await fetch(target, withHeaders(init, sent))
      const nonce = response.headers.get(NONCE)
      if (nonce !== null) authorization.noteNonce(nonce)
      if (nonce !== null && !isNumbered && 'dpop' in sent && wantsNonce(response)) {
        isNumbered = true
        attempt -= 1
        await response.body?.cancel()
        continue
      }
      if (!mayBeRefusal(response)) authorization.noteAccepted(sent)
      if (attempt >= MAX_SENT_AGAIN || !mayBeRefusal(response)) return response
      const challenge = response.headers.get('www-authenticate') ?? undefined
      if (challenge === undefined && !isSafe(init)) return response
      log.write('debug', `The server responded with HTTP ${response.status}: it wants a sign-in.`)
      const { status } = response
      const refusal = { status, challenge, sent, attempt, isUnasked: isPing(init) }
      const closed = closedResponse(response)
      const isAgain = await whileAsking(() => authorization.refused(refusal, signal))
      if (!isAgain) return await closed
    }
  }
}

/**
 * The response with the beginning of its body. A person may take minutes to sign in: the connection of a body
 * that does not end is not held open for so long.
 */
async function closedResponse(response: Response): Promise<Response> {
  const text = await readPrefix(response, MAX_REFUSAL_BYTES, AbortSignal.timeout(REFUSAL_MS))
  return withBody(response, text)
}

function mayBeRefusal({ status }: Response): boolean {
  return status === 401 || status === 403
}

/** True if the server wants the token again, in a proof with its nonce (RFC 9449, section 9). */
function wantsNonce({ status, headers }: Response): boolean {
  return status === 401 && /\buse_dpop_nonce\b/.test(headers.get('www-authenticate') ?? '')
}

function withHeaders(
  init: RequestInit | undefined,
  given: Readonly<Record<string, string>>,
): RequestInit {
  const headers = new Headers(init?.headers)
  for (const [name, value] of Object.entries(given)) headers.set(name, value)
  return { ...init, headers }
}

/** True if a second arrival of the request repeats no effect. */
function isSafe(init: RequestInit | undefined): boolean {
  if (init?.method !== 'POST') return true
  const message = sentMessage(init)
  return message !== undefined && isRetryable(message)
}

/** Sent by the app itself, to see whether the server is there. */
function isPing(init: RequestInit | undefined): boolean {
  const message = sentMessage(init)
  return message !== undefined && 'method' in message && message.method === 'ping'
}

function sentMessage(init: RequestInit | undefined) {
  return typeof init?.body === 'string' ? toMessage(valueOfJson(init.body)) : undefined
}

/** True if a request was not sent, or not sent again, because no one could be signed in. */
export function isSignInError(error: unknown): error is GatehouseError {
  return isGatehouseError(error) && error.code.startsWith('sign-in/')
}
