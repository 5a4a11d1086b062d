import { isSpecType, ProtocolError, SdkHttpError } from '@modelcontextprotocol/client'
import {
  valueOfJson,
  isGatehouseError,
  type ConnectionFailure,
  type ResolvedTransport,
  raceAbort,
} from '@gatehouse/domain'
import { connectionFailed } from '../connection-error.ts'
import { createDeadline, type Deadline } from '../../system/timing/deadline.ts'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import { unknownVersionFailure, versionFailure } from '../handshake/handshake-failure.ts'
import { readDiscoverResponse } from '../handshake/discover.ts'
import { planProtocol, type ProtocolPlan } from '../handshake/protocol-plan.ts'
import type { HttpClient } from '../../system/network/open-http-client.ts'
import type { SessionContext } from '../session.ts'
import { httpFailure } from './http-failure.ts'
import { isTemporaryFailure, stopAfterTemporaryFailure } from './temporary-failure.ts'
import {
  createHttpTransport,
  type HttpTransport,
} from '../../transports/http/streamable-http-transport.ts'
import type { HttpSession } from './http-session-manager.ts'
import { redactUrl } from '../../system/network/redact-url.ts'
import { createSseTransport } from '../../transports/http/sse-transport.ts'

export type HttpTarget = Extract<ResolvedTransport, { kind: 'http' }>
type TransportKind = HttpTransport['kind']
type KnownProtocolPlan = Exclude<ProtocolPlan, { mode: 'unknown' }>

/** Statuses by which a server of the older transport refuses a POST to its event stream. */
const SSE_HINTS = new Set([400, 404, 405])
/** JSON-RPC codes that only a modern server responds with (MCP 2026-07-28, basic). */
const MODERN_CODES = new Set([-32_020, -32_021, -32_022])

/** The deadline alone decides when it takes too long: it pauses during a sign-in. */
const NO_SDK_TIMEOUT = 2_147_483_647

export interface HttpConnectOptions {
  context: SessionContext
  target: HttpTarget
  http: HttpClient
}

interface Attempt extends HttpConnectOptions {
  plan: KnownProtocolPlan
  deadline: Deadline
  /** See `HttpTransportOptions`. */
  onRefused(retryAfterMs: number | undefined): void
}

/**
 * Shakes hands over the transport that the server understands: Streamable HTTP, and HTTP+SSE when a
 * POST is refused with 400, 404 or 405 (MCP 2025-11-25, basic/transports, "Backwards Compatibility").
 * What the server spoke last time comes first. Rejects with `connection/failed`.
 *
 * @param kind only this one, as for a session in place of another
 */
export async function connectOverHttp(
  request: HttpConnectOptions,
  kind: TransportKind | undefined,
  signal: AbortSignal,
): Promise<HttpSession> {
  const { options, log } = request.context
  const plan = planProtocol(options.protocol)
  if (plan.mode === 'unknown')
    throw connectionFailed(unknownVersionFailure(options.serverName, plan.version))
  const deadline = createDeadline(options.startTimeoutMs, signal, request.context.timeouts)
  let retryAfterMs: number | undefined
  const onRefused = (ms: number | undefined): void => void (retryAfterMs = ms)
  const attempt: Attempt = { ...request, plan, deadline, onRefused }
  try {
    const known = kind === undefined ? await openKnown(attempt) : undefined
    return known ?? (await openByChoice(attempt, kind ?? request.target.httpTransport ?? 'auto'))
  } catch (error) {
    if (isGatehouseError(error)) throw error
    const failure = deadline.expired()
      ? silence(options.serverName, request.target.url, options.startTimeoutMs)
      : httpFailure(
          options.serverName,
          { url: request.target.url, wanted: options.protocol },
          error,
        )
    log.write('debug', failure.message)
    const isAsked = failure.code === 'http-status' && retryAfterMs !== undefined
    throw connectionFailed(isAsked ? { ...failure, retryAfterMs } : failure, error)
  } finally {
    deadline.dispose()
  }
}

/** The protocol that worked last time, without a probe that fails. `undefined` = probe again. */
async function openKnown(attempt: Attempt): Promise<HttpSession | undefined> {
  const { context, target, plan, deadline } = attempt
  const { negotiated } = context.options
  if (plan.mode !== 'auto' || negotiated?.era !== 'legacy') return undefined
  const kind = negotiated.transport === 'http-sse' ? 'http-sse' : 'streamable-http'
  if (
    target.httpTransport !== undefined &&
    target.httpTransport !== 'auto' &&
    target.httpTransport !== kind
  )
    return undefined
  const legacy = planProtocol('legacy')
  if (legacy.mode === 'unknown') return undefined
  try {
    return await openOver(kind, { ...attempt, plan: legacy })
  } catch (error) {
    if (deadline.signal.aborted || isTemporaryFailure(error)) throw error
    context.log.write(
      'info',
      'The server no longer responds as it did last time. Everything is negotiated again.',
    )
    return undefined
  }
}

async function openByChoice(
  attempt: Attempt,
  choice: TransportKind | 'auto',
): Promise<HttpSession> {
  if (choice !== 'auto') return openOver(choice, attempt)
  try {
    return await openOver('streamable-http', attempt)
  } catch (error) {
    if (attempt.plan.mode === 'modern' || !mayBeSse(error)) throw error
    attempt.context.log.write(
      'info',
      'The server refused Streamable HTTP. The older HTTP+SSE transport is tried.',
    )
    return openOver('http-sse', attempt).catch((second: unknown) => {
      throw isConclusiveError(second) ? second : error
    })
  }
}

async function openOver(kind: TransportKind, attempt: Attempt): Promise<HttpSession> {
  const { context, target, http, plan, deadline } = attempt
  const { serverName, protocol } = context.options
  if (kind === 'http-sse' && plan.mode === 'modern')
    throw connectionFailed(versionFailure(serverName, protocol, ['only what HTTP+SSE carries']))
  const create = kind === 'http-sse' ? createSseTransport : createHttpTransport
  const offers = watchOffers(context.recorder)
  const { onRefused } = attempt
  const made = create({ ...target, http, recorder: offers.recorder, log: context.log, onRefused })
  stopAfterTemporaryFailure(made.transport)
  const asks = kind === 'streamable-http' && plan.mode !== 'legacy'
  const client = context.createClient({
    ...(plan.mode === 'legacy' ? { versions: plan.versions } : {}),
    ...(plan.mode === 'modern' ? { versions: [plan.version] } : {}),
    ...(asks ? { probeTimeoutMs: NO_SDK_TIMEOUT } : {}),
  })
  try {
    const { signal } = deadline
    await raceAbort(client.connect(made.transport, { signal, timeout: NO_SDK_TIMEOUT }), signal)
    return Object.assign(made, { client })
  } catch (error) {
    await made.transport.close()
    const offered = offers.seen()
    // A newer server lists its versions in response to `server/discover` and refuses what follows.
    throw offered.length > 0 && error instanceof ProtocolError && !deadline.signal.aborted
      ? connectionFailed(versionFailure(serverName, protocol, offered), error)
      : error
  } finally {
    offers.stop()
  }
}

/** Notes which revisions the response to `server/discover` names, until the handshake is over. */
function watchOffers(recorder: FrameRecorder) {
  let offered: string[] = []
  let isOver = false
  return {
    recorder: {
      ...recorder,
      received(message: unknown, text?: string) {
        const outcome =
          !isOver && isSpecType.JSONRPCMessage(message) ? readDiscoverResponse(message) : undefined
        if (outcome?.era === 'legacy' && outcome.offered.length > 0) ({ offered } = outcome)
        recorder.received(message, text)
      },
    },
    seen: () => offered,
    stop: () => (isOver = true),
  }
}

function mayBeSse(error: unknown): boolean {
  if (!(error instanceof SdkHttpError) || !SSE_HINTS.has(error.status)) return false
  const body = typeof error.data.text === 'string' ? valueOfJson(error.data.text) : undefined
  return !isModernError(body)
}

function isModernError(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'number' &&
    MODERN_CODES.has(error.code)
  )
}

/** The second failure is the more specific one when an event stream was there, or is locked. */
function isConclusiveError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof SdkHttpError) return error.status === 401 || error.status === 403
  return /^Endpoint origin|protocol version/i.test(error.message)
}

function silence(serverName: string, url: string, waitedMs: number): ConnectionFailure {
  const seconds = Math.round(waitedMs / 100) / 10
  return {
    code: 'no-response',
    waitedMs,
    message: `${serverName} at ${redactUrl(url)} did not respond within ${seconds} s. Check the address, or try again later.`,
    lastLines: [],
  }
}
