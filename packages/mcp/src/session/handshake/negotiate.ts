import { delay, withTimeout } from '@gatehouse/base'
import { ProtocolError, type Client, type DiscoverResult } from '@modelcontextprotocol/client'
import { connectionFailed } from '../connection-error.ts'
import { versionFailure } from './handshake-failure.ts'
import {
  readDiscoverResponse,
  DISCOVER_ID,
  offeredIn,
  discoverRequest,
  type DiscoverOutcome,
} from './discover.ts'
import { MODERN_VERSION } from '../../transports/protocol-versions.ts'
import { type ProtocolPlan } from './protocol-plan.ts'
import type { SessionContext } from '../session.ts'
import type { SharedTransport } from '../../transports/shared-transport.ts'

/** The id of an `initialize` that may be abandoned for the modern era; see `DISCOVER_ID`. */
const INITIALIZE_ID = DISCOVER_ID + 1
/** Milliseconds that the response to one of the two requests waits for the other. */
const LATE_DISCOVER_MS = 2000
/** The session's own time limit ends the handshake, not the client's. */
const NO_LIMIT_MS = 2_147_483_647

export type KnownProtocolPlan = Exclude<ProtocolPlan, { mode: 'unknown' }>

export interface Negotiation {
  transport: SharedTransport
  plan: KnownProtocolPlan
  context: SessionContext
  /** Milliseconds to wait for `server/discover` alone. */
  headStartMs: number
}

/**
 * The handshake over one transport, for both eras, without a second process: `server/discover` is sent
 * first, and `initialize` follows on the same transport if no response comes soon. What the server
 * understands decides (MCP 2026-07-28, "Backward compatibility", stdio).
 *
 * Has no time limit of its own and does not notice that the transport ended.
 */
export async function negotiate(negotiation: Negotiation, signal: AbortSignal): Promise<Client> {
  const { plan, transport, context } = negotiation
  if (plan.mode === 'legacy') return connectLegacy(negotiation, signal)
  const response = transport.responseTo(DISCOVER_ID).then(readDiscoverResponse)
  await transport.send(discoverRequest(context.clientInfo, context.options.clientFeatures))
  if (plan.mode === 'modern') {
    const outcome = await response
    if (outcome.era === 'modern') return connectModern(negotiation, outcome.discover, signal)
    throw noCommonVersion(negotiation, outcome.offered)
  }
  const early = await withTimeout(response, negotiation.headStartMs, { signal })
  if (early?.era === 'modern') return connectModern(negotiation, early.discover, signal)
  if (!early) return connectEither(negotiation, response, signal)
  return connectLegacy(negotiation, signal).catch((error: unknown) => {
    // A newer server lists its versions in response to `server/discover` and refuses `initialize`.
    throw early.offered.length > 0 && !signal.aborted
      ? noCommonVersion(negotiation, early.offered)
      : error
  })
}

function noCommonVersion({ context }: Negotiation, offered: string[]): Error {
  const { serverName, protocol } = context.options
  return connectionFailed(versionFailure(serverName, protocol, offered))
}

async function connectEither(
  negotiation: Negotiation,
  response: Promise<DiscoverOutcome>,
  signal: AbortSignal,
): Promise<Client> {
  const attempt = new AbortController()
  const legacy = connectLegacy(negotiation, attempt.signal, INITIALIZE_ID)
  const modern = response.then((outcome) =>
    outcome.era === 'modern' ? outcome.discover : never<DiscoverResult>(),
  )
  const refused = legacy.catch(async (error: unknown) => {
    // A modern server refuses `initialize`; its response to `server/discover` may follow.
    const late = await lateDiscover(modern, error, signal)
    if (late) return late
    throw error
  })
  // A server that takes `initialize` speaks the legacy era from then on, whatever it responded to `server/discover`.
  const noResponse = modern.then(async (discover) => {
    await delay(LATE_DISCOVER_MS, signal)
    return discover
  })
  const winner = await Promise.race([refused, noResponse])
  if (!('supportedVersions' in winner)) return winner
  attempt.abort('The server speaks the modern protocol.')
  legacy.catch(() => undefined)
  return connectModern(negotiation, winner, signal)
}

/**
 * The response to `server/discover` that comes after `initialize` was refused. A server that names the modern
 * revision in its refusal is waited for as long as the start may take.
 */
export function lateDiscover(
  modern: Promise<DiscoverResult>,
  refusal: unknown,
  signal: AbortSignal,
): Promise<DiscoverResult | undefined> {
  const data = refusal instanceof ProtocolError ? refusal.data : undefined
  const isNamed = offeredIn(data).includes(MODERN_VERSION)
  return withTimeout(modern, isNamed ? NO_LIMIT_MS : LATE_DISCOVER_MS, { signal })
}

async function connectLegacy(
  negotiation: Negotiation,
  signal: AbortSignal,
  initializeId?: number,
): Promise<Client> {
  const { plan, transport, context } = negotiation
  const client = context.createClient(plan.mode === 'legacy' ? { versions: plan.versions } : {})
  await client.connect(transport.attach(initializeId), {
    prior: { kind: 'legacy' },
    timeout: NO_LIMIT_MS,
    signal,
  })
  return client
}

async function connectModern(
  { transport, context }: Negotiation,
  discover: DiscoverResult,
  signal: AbortSignal,
): Promise<Client> {
  const client = context.createClient({ versions: [MODERN_VERSION] })
  await client.connect(transport.attach(), { prior: { kind: 'modern', discover }, signal })
  return client
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined)
}
