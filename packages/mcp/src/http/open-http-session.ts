import { SdkHttpError } from '@modelcontextprotocol/client'
import type { ConnectionFailure, ResolvedTransport } from '@gatehouse/domain'
import { connectionCancelled, connectionFailed } from '../connection-failed.ts'
import { createDeadline, untilAborted } from '../deadline.ts'
import { createClient } from '../handshake/create-client.ts'
import { versionFailure } from '../handshake/handshake-failure.ts'
import { knownVersions, planProtocol } from '../handshake/protocol-plan.ts'
import { describeSession, type Session, type SessionContext } from '../session.ts'
import { httpFailure, networkCode } from './http-failure.ts'
import { createHttpTransport, LOST_DATA } from './http-transport.ts'
import { createLinkKeeper, type Link } from './link-keeper.ts'
import { placeOf } from './observed-fetch.ts'

export type HttpTarget = Extract<ResolvedTransport, { kind: 'http' }>

interface HttpRequest {
  context: SessionContext
  target: HttpTarget
}

/** Connects by URL. Rejects with `connection/failed`, or `connection/cancelled` when aborted. */
export async function openHttpSession(request: HttpRequest, signal: AbortSignal): Promise<Session> {
  const { options } = request.context
  const startedAt = performance.now()
  options.listener.onStep('handshake')
  try {
    const link = await connect(request, signal)
    return createHttpSession(request, link, startedAt)
  } catch (error) {
    throw signal.aborted ? connectionCancelled(options.serverName) : error
  }
}

async function connect({ context, target }: HttpRequest, signal: AbortSignal): Promise<Link> {
  const { options } = context
  const { serverName, startTimeoutMs } = options
  const plan = planProtocol(options.protocol)
  if (plan.mode === 'unknown')
    throw connectionFailed(versionFailure('Gatehouse', plan.version, knownVersions().join(', ')))
  const http = createHttpTransport({ ...target, tap: context.tap, log: context.log })
  const client = createClient({
    context,
    ...(plan.mode === 'legacy' ? { versions: plan.versions } : { probeTimeoutMs: startTimeoutMs }),
    ...(plan.mode === 'modern' ? { versions: [plan.version] } : {}),
  })
  const deadline = createDeadline(startTimeoutMs, signal)
  try {
    const { signal: limit } = deadline
    const connected = client.connect(http.transport, { signal: limit, timeout: startTimeoutMs })
    await untilAborted(connected, limit)
    return { ...http, client }
  } catch (error) {
    await http.transport.close()
    const failure = deadline.expired()
      ? silence(serverName, target.url, startTimeoutMs)
      : httpFailure(serverName, target.url, error)
    throw connectionFailed(failure, error)
  } finally {
    deadline.dispose()
  }
}

function silence(serverName: string, url: string, waitedMs: number): ConnectionFailure {
  const seconds = Math.round(waitedMs / 100) / 10
  return {
    code: 'no-answer',
    waitedMs,
    message: `${serverName} at ${placeOf(url)} did not answer within ${seconds} s. Check the address, or try again later.`,
    lastLines: [],
  }
}

function createHttpSession(request: HttpRequest, first: Link, startedAt: number): Session {
  const { context, target } = request
  const { options, log } = context
  const keeper = createLinkKeeper({
    first,
    connect: (signal) => connect(request, signal),
    onRenewed(client) {
      log.say('info', 'The server no longer knew the session. A new one was begun.')
      context.onRenewed(client)
    },
    onLost: (error) => context.onLost(httpFailure(options.serverName, target.url, error)),
    onError: (error) => log.say('debug', error.message.slice(0, 500)),
  })
  return {
    get client() {
      return keeper.current().client
    },
    info: describeSession(first.client, { startedAt }),
    async request(run) {
      const used = keeper.current()
      try {
        return await keeper.use(used, run)
      } catch (error) {
        if (isSessionGone(error, used)) return keeper.use(await keeper.renew(used), run)
        if (networkCode(error) !== undefined) keeper.lose(error)
        else if (isAnswerLost(error)) void keeper.checkHealth(used)
        throw error
      }
    },
    close: () => keeper.close(),
  }
}

/** The server forgot us: 404 by the specification, 400 by some that read it differently. */
function isSessionGone(error: unknown, link: Link): boolean {
  if (!(error instanceof SdkHttpError) || link.transport.sessionId === undefined) return false
  const text = typeof error.data.text === 'string' ? error.data.text : ''
  return error.status === 404 || (error.status === 400 && /session/i.test(text))
}

function isAnswerLost(error: unknown): boolean {
  return error instanceof Error && 'data' in error && error.data === LOST_DATA
}
