import { SdkHttpError } from '@modelcontextprotocol/client'
import { connectionCancelled, connectionFailed } from '../connection-error.ts'
import type { ProxySurroundings } from '../../system/network/choose-proxy.ts'
import { openHttpClient, type HttpClient } from '../../system/network/open-http-client.ts'
import { SentOnceError, SessionForgottenError } from '../../transports/http/repeatable.ts'
import { describeSession, type Session, type SessionContext } from '../session.ts'
import { httpFailure } from './http-failure.ts'
import { networkCode } from '../../system/network/network-error.ts'
import { isResponseLost } from '../../messages/unusable-response.ts'
import { createLinkKeeper, type Link } from './http-session-manager.ts'
import { openHttpLink, type HttpRequest, type HttpTarget } from './connect-over-http.ts'

interface HttpSessionRequest {
  context: SessionContext
  target: HttpTarget
  surroundings: ProxySurroundings
}

/** Connects by URL. Rejects with `connection/failed`, or `connection/cancelled` when aborted. */
export async function openHttpSession(
  request: HttpSessionRequest,
  signal: AbortSignal,
): Promise<Session> {
  const { options } = request.context
  const startedAt = performance.now()
  options.listener.onStep('handshake')
  const http = await openClient(request)
  try {
    const known: HttpRequest = { ...request, http }
    const link = await openHttpLink(known, undefined, signal)
    return createHttpSession(known, link, startedAt)
  } catch (error) {
    await http.close()
    throw signal.aborted ? connectionCancelled(options.serverName) : error
  }
}

async function openClient(request: HttpSessionRequest): Promise<HttpClient> {
  const { context, target, surroundings } = request
  const { serverName, network, protocol } = context.options
  try {
    return await openHttpClient(new URL(target.url), network, surroundings)
  } catch (error) {
    throw connectionFailed(
      httpFailure(serverName, { url: target.url, wanted: protocol }, error),
      error,
    )
  }
}

function createHttpSession(request: HttpRequest, first: Link, startedAt: number): Session {
  const { context, target, http } = request
  const { options, log } = context
  const keeper = createLinkKeeper({
    first,
    connect: (signal) => openHttpLink(request, first.wire, signal),
    onRenewed(client) {
      log.say('info', 'The server no longer knew the session. A new one was begun.')
      context.onRenewed(client)
    },
    onGap: () => context.onGap(),
    onLost(error) {
      void http.close()
      const server = { url: target.url, wanted: options.protocol }
      context.onLost(httpFailure(options.serverName, server, error))
    },
    onError: (error) => log.say('debug', error.message.slice(0, 500)),
  })
  return {
    get client() {
      return keeper.current().client
    },
    info: describeSession(first.client, { startedAt, transport: first.wire, log }),
    async request(run) {
      const used = keeper.current()
      try {
        return await keeper.use(used, run)
      } catch (error) {
        if (isSessionGone(error, used)) {
          const renewed = keeper.renew(used)
          if (!(error instanceof SentOnceError)) return keeper.use(await renewed, run)
          // The next request finds a session; this one may have done its work in the old.
          await renewed.catch(() => undefined)
          throw new SessionForgottenError(error)
        }
        if (networkCode(error) !== undefined || isPostRefused(error, used)) keeper.lose(error)
        else if (isResponseLost(error)) void keeper.checkHealth(used)
        throw error
      }
    },
    async close() {
      await keeper.close()
      await http.close()
    },
  }
}

/** The server forgot us: 404 by the specification, 400 by some that read it differently. */
function isSessionGone(error: unknown, link: Link): boolean {
  if (!(error instanceof SdkHttpError) || link.transport.sessionId === undefined) return false
  const text = typeof error.data.text === 'string' ? error.data.text : ''
  return error.status === 404 || (error.status === 400 && /session/i.test(text))
}

/** Over HTTP+SSE the address to post to is the session; the whole connection begins anew. */
function isPostRefused(error: unknown, link: Link): boolean {
  return link.wire === 'http-sse' && error instanceof SdkHttpError && error.status === 404
}
