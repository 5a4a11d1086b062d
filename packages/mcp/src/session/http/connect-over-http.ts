import {
  ProtocolError,
  SdkHttpError,
  type Client,
  type PriorDiscovery,
} from '@modelcontextprotocol/client'
import { raceAbort, withTimeout } from '@gatehouse/base'
import {
  valueOfJson,
  isGatehouseError,
  type ConnectionFailure,
  type ResolvedTransport,
} from '@gatehouse/domain'
import { connectionFailed } from '../connection-error.ts'
import { createDeadline, type Deadline } from '../../system/timing/deadline.ts'
import { unknownVersionFailure, versionFailure } from '../handshake/handshake-failure.ts'
import { discoverRequest } from '../handshake/discover.ts'
import { lateDiscover } from '../handshake/negotiate.ts'
import { planProtocol, type ProtocolPlan } from '../handshake/protocol-plan.ts'
import type { HttpClient } from '../../system/network/open-http-client.ts'
import type { SessionContext } from '../session.ts'
import { httpFailure } from './http-failure.ts'
import { bodyOf, startProbe } from './probe-era.ts'
import {
  createHttpTransport,
  type HttpTransport,
} from '../../transports/http/streamable-http-transport.ts'
import type { HttpSession } from './http-session-manager.ts'
import { redactUrl } from '../../system/network/redact-url.ts'
import { MODERN_VERSION } from '../../transports/protocol-versions.ts'
import { createSseTransport } from '../../transports/http/sse-transport.ts'
import { networkCode } from '../../system/network/network-error.ts'

/** Request Timeout, Too Early, Too Many Requests. */
const LATER = new Set([408, 425, 429])

export type HttpTarget = Extract<ResolvedTransport, { kind: 'http' }>
type TransportKind = HttpTransport['kind']
type KnownProtocolPlan = Exclude<ProtocolPlan, { mode: 'unknown' }>

/** Statuses by which a server of the older transport refuses a POST to its event stream. */
const SSE_HINTS = new Set([400, 404, 405])
/** JSON-RPC codes that only a modern server responds with (MCP 2026-07-28, basic). */
const MODERN_CODES = new Set([-32_020, -32_021, -32_022])

/** The deadline alone decides when it takes too long: it pauses during a sign-in. */
const NO_LIMIT_MS = 2_147_483_647

export interface HttpConnectOptions {
  context: SessionContext
  target: HttpTarget
  http: HttpClient
  /** Milliseconds to wait for `server/discover` alone. */
  headStartMs: number
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
    if (isGatehouseError(error) && error.code.startsWith('connection/')) throw error
    const failure = deadline.expired()
      ? silence(request, options.startTimeoutMs)
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
  const { context, plan } = attempt
  const { serverName, protocol } = context.options
  if (kind === 'http-sse' && plan.mode === 'modern')
    throw connectionFailed(versionFailure(serverName, protocol, ['only what HTTP+SSE carries']))
  return kind === 'http-sse' || plan.mode === 'legacy'
    ? openLegacy(kind, attempt)
    : openEither(attempt)
}

/** Shakes hands by `initialize`. */
async function openLegacy(kind: TransportKind, attempt: Attempt): Promise<HttpSession> {
  const { context, plan, deadline } = attempt
  const made = createTransport(kind, attempt)
  const client = context.createClient(plan.mode === 'legacy' ? { versions: plan.versions } : {})
  return connect({ made, client, prior: { kind: 'legacy' } }, deadline.signal)
}

/**
 * Asks `server/discover` first (MCP 2026-07-28, "Backward compatibility", Streamable HTTP). Whatever the answer, a
 * start goes on with `initialize`, and without one after some seconds; only what every request meets ends it: the
 * network, a sign-in, a refusal, a server that is asked too often.
 */
async function openEither(attempt: Attempt): Promise<HttpSession> {
  const { context, plan, deadline, headStartMs } = attempt
  const { signal } = deadline
  const { serverName, protocol } = context.options
  const noCommonVersion = (offered: string[], cause?: unknown) =>
    connectionFailed(versionFailure(serverName, protocol, offered), cause)
  const probe = startProbe(
    createTransport('streamable-http', attempt),
    discoverRequest(context.clientInfo, context.options.clientFeatures),
  )
  let isModern = false
  let used: string | undefined
  // It pauses with the others, as while a person signs in.
  const head = createDeadline(
    plan.mode === 'auto' ? headStartMs : NO_LIMIT_MS,
    signal,
    context.timeouts,
  )
  try {
    const early = await withTimeout(probe.outcome, NO_LIMIT_MS, { signal: head.signal })
    signal.throwIfAborted()
    if (early?.era !== 'modern' && plan.mode === 'modern') {
      if (early?.refusal) throw early.refusal
      throw noCommonVersion(early?.offered ?? [])
    }
    const discover =
      early?.era === 'modern'
        ? early.discover
        : await openLegacy('streamable-http', attempt).catch(async (error: unknown) => {
            const late = early ? undefined : await lateDiscover(probe.modern, error, signal)
            if (late) return late
            const offered = early?.offered ?? []
            throw offered.length > 0 && error instanceof ProtocolError && !signal.aborted
              ? noCommonVersion(offered, error)
              : error
          })
    if (!('supportedVersions' in discover)) {
      used = discover.transport.sessionId
      return discover
    }
    isModern = true
    const client = context.createClient({ versions: [MODERN_VERSION] })
    const prior = { kind: 'modern' as const, discover }
    return await connect({ made: probe.made, client, prior }, signal)
  } finally {
    head.dispose()
    if (!isModern) void probe.end(used)
  }
}

interface Connecting {
  made: HttpTransport
  client: Client
  prior: PriorDiscovery
}

async function connect(
  { made, client, prior }: Connecting,
  signal: AbortSignal,
): Promise<HttpSession> {
  try {
    const options = { prior, signal, timeout: NO_LIMIT_MS }
    await raceAbort(client.connect(made.transport, options), signal)
    return Object.assign(made, { client })
  } catch (error) {
    await made.transport.close()
    throw error
  }
}

function createTransport(kind: TransportKind, attempt: Attempt): HttpTransport {
  const { context, target, http, onRefused } = attempt
  const create = kind === 'http-sse' ? createSseTransport : createHttpTransport
  const { recorder, log } = context
  return create({ ...target, http, recorder, log, onRefused })
}

function mayBeSse(error: unknown): boolean {
  if (!(error instanceof SdkHttpError) || !SSE_HINTS.has(error.status)) return false
  return !isModernError(valueOfJson(bodyOf(error)))
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

function silence({ context, target }: HttpConnectOptions, waitedMs: number): ConnectionFailure {
  const { serverName } = context.options
  const seconds = Math.round(waitedMs / 100) / 10
  return {
    code: 'no-response',
    waitedMs,
    message: `${serverName} at ${redactUrl(target.url)} did not respond within ${seconds} s.${context.log.unknownResponse() || ' Check the address, or try again later.'}`,
    lastLines: [],
  }
}

/**
 * True if a start failed for a reason unrelated to the protocol: another version or transport would fail too, and
 * an immediate retry is what a busy server needs least.
 */
function isTemporaryFailure(error: unknown): boolean {
  if (!(error instanceof SdkHttpError)) return networkCode(error) !== undefined
  return LATER.has(error.status) || error.status >= 500
}
