import { delay, SingleFlight, withTimeout } from '@gatehouse/base'
import type { Client } from '@modelcontextprotocol/client'
import { isConnectionReset, networkCode } from '../../system/network/network-error.ts'
import {
  noHooks,
  type HttpTransport,
  type HttpTransportHooks,
} from '../../transports/http/streamable-http-transport.ts'

/** Milliseconds to end the session on the server. */
const END_SESSION_MS = 1500
/** Milliseconds to respond to the ping after a response was lost. */
const HEALTH_MS = 5000
/** Milliseconds before each further ping when one is broken off, as the request before it was. */
const PING_PAUSES_MS = [300, 1500]

/** A client with its transport: one session on the server. */
export interface HttpSession extends HttpTransport {
  client: Client
}

export interface HttpSessionManagerOptions {
  first: HttpSession
  connect(signal: AbortSignal): Promise<HttpSession>
  onRenewed(client: Client): void
  /** Notifications of the server may be lost. */
  onGap(): void
  /** The server is unreachable; called at most once, never after `close`. */
  onLost(error: unknown): void
  onError(error: Error): void
}

/** Keeps the one session that is in use, and replaces it when the server forgot it. */
export interface HttpSessionManager {
  current(): HttpSession
  /** Runs on a session that stays open until this is over, though another took its place. */
  use<T>(session: HttpSession, run: (client: Client) => Promise<T>): Promise<T>
  /** A new session in place of `old`, one for all who ask; rejects when there is none to be had. */
  renew(old: HttpSession): Promise<HttpSession>
  /**
   * Pings the server after a failed request, once for all that failed at the time. The session is lost when the
   * server is unreachable, and when it breaks off every ping: a single broken ping proves little.
   */
  checkHealth(session: HttpSession): Promise<void>
  lose(error: unknown): void
  /** Never rejects. */
  close(): Promise<void>
}

export function createHttpSessionManager(options: HttpSessionManagerOptions): HttpSessionManager {
  const ended = new AbortController()
  let session = options.first
  const renewal = new SingleFlight<HttpSession>()
  const users = createSessionUsers(() => session)
  const check = createHealthCheck(ended.signal, lose)
  adopt(session)

  function adopt(adopted: HttpSession): void {
    adopted.client.onerror = options.onError
    adopted.hooks = createSessionHooks({
      ...options,
      isUsed: () => adopted === session && !ended.signal.aborted,
      renew: () => void renew(adopted).catch(() => undefined),
      checkHealth: () => void checkHealth(adopted),
      lose,
    })
  }

  async function replace(old: HttpSession): Promise<HttpSession> {
    try {
      const next = await options.connect(ended.signal)
      session = next
      adopt(next)
      users.retire(old)
      options.onRenewed(next.client)
      return next
    } catch (error) {
      lose(error)
      throw error
    }
  }

  function lose(error: unknown): void {
    if (ended.signal.aborted) return
    ended.abort('The connection was lost.')
    session.hooks = noHooks
    void session.client.close().catch(() => undefined)
    options.onLost(error)
  }

  function renew(old: HttpSession): Promise<HttpSession> {
    if (session !== old) return Promise.resolve(session)
    return renewal.run(() => replace(old))
  }

  function checkHealth(checked: HttpSession): Promise<void> {
    return checked === session ? check(checked.client) : Promise.resolve()
  }

  return {
    current: () => session,
    use: users.use,
    renew,
    checkHealth,
    lose,
    async close() {
      if (ended.signal.aborted) return
      ended.abort('The connection was closed.')
      await endSession(session)
    },
  }
}

/** Never rejects. */
async function endSession({ client, terminate }: HttpSession): Promise<void> {
  await withTimeout(
    terminate().catch(() => undefined),
    END_SESSION_MS,
  )
  await client.close().catch(() => undefined)
}

/** One check at a time; a server that breaks off a ping is pinged again before it is lost. */
function createHealthCheck(ended: AbortSignal, lose: (error: unknown) => void) {
  const check = new SingleFlight<void>()

  async function run(client: Client): Promise<void> {
    let error = await pingFailure(client)
    for (const pause of PING_PAUSES_MS) {
      if (!isConnectionReset(error) || ended.aborted) break
      await delay(pause, ended)
      error = await pingFailure(client)
    }
    if (networkCode(error) !== undefined) lose(error)
  }

  return (client: Client): Promise<void> =>
    ended.aborted ? Promise.resolve() : check.run(() => run(client))
}

/** `undefined` when the server responded. */
async function pingFailure(client: Client): Promise<unknown> {
  const limit = { timeout: HEALTH_MS }
  try {
    await (client.getProtocolEra() === 'modern' ? client.discover(limit) : client.ping(limit))
    return undefined
  } catch (error) {
    return error
  }
}

interface SessionEvents {
  /** True if the session is still in use. */
  isUsed(): boolean
  renew(): void
  checkHealth(): void
  lose(error: unknown): void
  onGap(): void
  onError(error: Error): void
}

/** Passes on the events of a session's streams while it is in use: a replaced one may break. */
function createSessionHooks(events: SessionEvents): HttpTransportHooks {
  const whileUsed = (task: () => void) => {
    if (events.isUsed()) task()
  }
  return {
    onForgotten: () => whileUsed(() => events.renew()),
    onUnreachable: () => whileUsed(() => events.checkHealth()),
    onGap: () => whileUsed(() => events.onGap()),
    onBroken: (error) =>
      whileUsed(() => events.onError(error instanceof Error ? error : new Error(String(error)))),
    onLost: (error) => whileUsed(() => events.lose(error)),
  }
}

/** Counts the users of replaced sessions: each is closed when its last user is done. */
function createSessionUsers(current: () => HttpSession) {
  const counts = new Map<HttpSession, number>()

  function retire(candidate: HttpSession): void {
    if (candidate === current() || counts.has(candidate)) return
    void candidate.client.close().catch(() => undefined)
  }

  return {
    retire,
    /** Runs on a session that stays open until this is over. */
    async use<T>(session: HttpSession, run: (client: Client) => Promise<T>): Promise<T> {
      counts.set(session, (counts.get(session) ?? 0) + 1)
      try {
        return await run(session.client)
      } finally {
        const left = (counts.get(session) ?? 1) - 1
        if (left > 0) counts.set(session, left)
        else counts.delete(session)
        retire(session)
      }
    },
  }
}
