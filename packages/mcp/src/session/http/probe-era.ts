import {
  InsufficientScopeError,
  isSpecType,
  SdkHttpError,
  UnauthorizedError,
  type DiscoverResult,
  type JSONRPCRequest,
} from '@modelcontextprotocol/client'
import { valueOfJson } from '@gatehouse/domain'
import { normalizeMessage } from '../../message-parsing/normalize-message.ts'
import { CaFileError } from '../../system/network/certificate-authorities.ts'
import { ProxyFailure } from '../../system/network/choose-proxy.ts'
import { causesOf, networkCode } from '../../system/network/network-error.ts'
import { isSignInError } from '../../transports/http/authorized-fetch.ts'
import type { HttpTransport } from '../../transports/http/streamable-http-transport.ts'
import { MODERN_VERSION } from '../../transports/protocol-versions.ts'
import { DISCOVER_ID, readDiscoverResponse, type DiscoverOutcome } from '../handshake/discover.ts'

/** A sign-in, a refusal, too many requests. */
const ENDS_START = new Set([401, 403, 429])
const RETRY_ID = DISCOVER_ID + 2
const PROBE_IDS = new Set([DISCOVER_ID, RETRY_ID].map(String))

/** The outcome, with the refusal of the request if there was one. */
export type ProbeOutcome = DiscoverOutcome & { refusal?: Error }

export interface Probe {
  made: HttpTransport
  /** Rejects when no other request can do better. */
  outcome: Promise<ProbeOutcome>
  /** Never settles without a modern server. */
  modern: Promise<DiscoverResult>
  /** Never rejects. A session that the server began for the question is ended, unless it is `used`. */
  end(used: string | undefined): Promise<void>
}

/** Sends `server/discover` over a transport of its own, which becomes that of the session in the modern era. */
export function startProbe(made: HttpTransport, request: JSONRPCRequest): Probe {
  const { transport } = made
  const outcome = new Promise<ProbeOutcome>((resolve, reject) => {
    let retried = false
    const send = (id: number): void => {
      transport
        .send({ ...request, id })
        .catch((error: unknown) =>
          endsStart(error)
            ? reject(error)
            : settle({ ...refusedProbe(error), refusal: toError(error) }),
        )
    }
    // A server that refuses a revision and names it all the same is asked once more.
    const settle = (given: ProbeOutcome): void => {
      if (given.era === 'modern' || retried || !given.offered.includes(MODERN_VERSION))
        return resolve(given)
      retried = true
      send(RETRY_ID)
    }
    transport.onmessage = (message) => {
      if ('method' in message || !PROBE_IDS.has(String(message.id))) return
      settle(readDiscoverResponse(message))
    }
    transport.start().then(() => send(DISCOVER_ID), reject)
  })
  outcome.catch(() => undefined)
  return {
    made,
    outcome,
    modern: new Promise((resolve) => {
      outcome.then(
        (one) => (one.era === 'modern' ? resolve(one.discover) : undefined),
        () => undefined,
      )
    }),
    async end(used) {
      delete transport.onmessage
      const { begunSession } = made
      if (begunSession !== undefined && begunSession !== used)
        await made.terminate().catch(() => undefined)
      await transport.close().catch(() => undefined)
    },
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Another request would meet it too: it has nothing to do with the era. */
function endsStart(error: unknown): boolean {
  if (error instanceof SdkHttpError) return ENDS_START.has(error.status)
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError) return true
  const isOwn = causesOf(error).some(
    (cause) =>
      isSignInError(cause) || cause instanceof ProxyFailure || cause instanceof CaFileError,
  )
  return isOwn || networkCode(error) !== undefined
}

/** A modern server refuses a revision with HTTP 400 and names those that it speaks. */
function refusedProbe(error: unknown): DiscoverOutcome {
  const body = error instanceof SdkHttpError ? valueOfJson(bodyOf(error)) : undefined
  const response = normalizeMessage(body)
  return isSpecType.JSONRPCMessage(response)
    ? readDiscoverResponse(response)
    : { era: 'legacy', offered: [] }
}

/** The body of a refused request. */
export function bodyOf({ data }: SdkHttpError): string {
  return typeof data.text === 'string' ? data.text : ''
}
