import { SdkHttpError } from '@modelcontextprotocol/client'
import { errorWords } from '../../message-parsing/describe-issue.ts'
import { raceAbort } from '@gatehouse/base'
import { preparationTimeout } from '@gatehouse/domain/launch'
import { connectionCancelled, connectionFailed } from '../connection-error.ts'
import type { ProxySources } from '../../system/network/choose-proxy.ts'
import { openHttpClient, type HttpClient } from '../../system/network/open-http-client.ts'
import { createAuthorizedFetch } from '../../transports/http/authorized-fetch.ts'
import { NonRetryableHttpError, SessionNotFoundError } from '../../transports/http/retryable.ts'
import { createDeadline } from '../../system/timing/deadline.ts'
import { describeSession, type Session, type SessionContext } from '../session.ts'
import { httpFailure } from './http-failure.ts'
import { networkCode } from '../../system/network/network-error.ts'
import { isResponseLost } from '../../message-parsing/unusable-response.ts'
import { createHttpSessionManager, type HttpSession } from './http-session-manager.ts'
import { connectOverHttp, type HttpConnectOptions, type HttpTarget } from './connect-over-http.ts'

interface HttpSessionRequest {
  context: SessionContext
  target: HttpTarget
  sources: ProxySources
  /** Milliseconds to wait for `server/discover` alone. */
  headStartMs: number
}

/** Connects by URL. Rejects with `connection/failed`, or `connection/cancelled` when aborted. */
export async function openHttpSession(
  request: HttpSessionRequest,
  signal: AbortSignal,
): Promise<Session> {
  const { options } = request.context
  const startedAt = performance.now()
  options.listener.onStep('handshake')
  const http = await openClientInTime(request, signal)
  try {
    signal.throwIfAborted()
    const known: HttpConnectOptions = { ...request, http: authorized(http, request) }
    const session = await connectOverHttp(known, undefined, signal)
    return createHttpSession(known, session, startedAt)
  } catch (error) {
    await http.close()
    throw signal.aborted ? connectionCancelled(options.serverName) : error
  }
}

/** A proxy or a file of certificates that is never read ends the start, or is ended with it. */
async function openClientInTime(
  request: HttpSessionRequest,
  signal: AbortSignal,
): Promise<HttpClient> {
  const { serverName, startTimeoutMs } = request.context.options
  const deadline = createDeadline(startTimeoutMs, signal)
  const opening = openClient(request)
  try {
    return await raceAbort(opening, deadline.signal)
  } catch (error) {
    void opening.then((late) => late.close()).catch(() => undefined)
    if (signal.aborted) throw connectionCancelled(serverName)
    if (!deadline.expired()) throw error
    throw connectionFailed(preparationTimeout(serverName, startTimeoutMs), error)
  } finally {
    deadline.dispose()
  }
}

async function openClient(request: HttpSessionRequest): Promise<HttpClient> {
  const { context, target, sources } = request
  const { serverName, network, protocol } = context.options
  try {
    return await openHttpClient(new URL(target.url), network, sources)
  } catch (error) {
    throw connectionFailed(
      httpFailure(serverName, { url: target.url, wanted: protocol }, error),
      error,
    )
  }
}

/** The client with authorization of each request; the person's own header takes precedence over a sign-in. */
function authorized(http: HttpClient, { context, target }: HttpSessionRequest): HttpClient {
  const { authorization } = context.options
  const isGiven = Object.keys(target.headers).some((name) => name.toLowerCase() === 'authorization')
  if (!authorization || isGiven) return http
  const { log, timeouts } = context
  const url = new URL(target.url)
  const whileAsking = timeouts.pauseDuring
  return {
    ...http,
    fetch: createAuthorizedFetch({ fetch: http.fetch, authorization, url, log, whileAsking }),
  }
}

function createHttpSession(
  request: HttpConnectOptions,
  first: HttpSession,
  startedAt: number,
): Session {
  const { context, target, http } = request
  const { options, log } = context
  const manager = createHttpSessionManager({
    first,
    connect: (signal) => connectOverHttp(request, first.kind, signal),
    onRenewed(client) {
      log.write('info', 'The server no longer knew the session. A new one was begun.')
      context.onRenewed(client)
    },
    onGap: () => context.onGap(),
    onLost(error) {
      void http.close()
      const server = { url: target.url, wanted: options.protocol }
      context.onLost(httpFailure(options.serverName, server, error))
    },
    onError: (error) => log.write('debug', errorWords(error).slice(0, 500)),
  })
  return {
    get client() {
      return manager.current().client
    },
    info: describeSession(first.client, { startedAt, transport: first.kind, log }),
    async request(run) {
      const used = manager.current()
      try {
        return await manager.use(used, run)
      } catch (error) {
        if (isSessionGone(error, used)) {
          const renewed = manager.renew(used)
          if (!(error instanceof NonRetryableHttpError)) return manager.use(await renewed, run)
          // The next request finds a session; this one may have done its work in the old.
          await renewed.catch(() => undefined)
          throw new SessionNotFoundError(error)
        }
        if (isPostRefused(error, used)) manager.lose(error)
        // The other requests may have connections that hold.
        else if (networkCode(error) !== undefined || isResponseLost(error))
          void manager.checkHealth(used)
        throw error
      }
    },
    async close() {
      await manager.close()
      await http.close()
    },
  }
}

/** The server forgot us: 404 by the specification, 400 by some that read it differently. */
function isSessionGone(error: unknown, session: HttpSession): boolean {
  if (!(error instanceof SdkHttpError) || session.transport.sessionId === undefined) return false
  const text = typeof error.data.text === 'string' ? error.data.text : ''
  return error.status === 404 || (error.status === 400 && /session/i.test(text))
}

/** Over HTTP+SSE the address to post to is the session; the whole connection starts over. */
function isPostRefused(error: unknown, session: HttpSession): boolean {
  return session.kind === 'http-sse' && error instanceof SdkHttpError && error.status === 404
}
