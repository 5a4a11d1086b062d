import { SdkHttpError, type Client } from '@modelcontextprotocol/client'
import type { ConnectionFailure, ResolvedTransport } from '@gatehouse/domain'
import { connectionCancelled, connectionFailed } from '../connection-failed.ts'
import { createDeadline, untilAborted } from '../deadline.ts'
import { createClient } from '../handshake/create-client.ts'
import { versionFailure } from '../handshake/handshake-failure.ts'
import { knownVersions, planProtocol } from '../handshake/protocol-plan.ts'
import { describeSession, type Session, type SessionContext } from '../session.ts'
import { wait } from '../wait.ts'
import { httpFailure, networkCode } from './http-failure.ts'
import { createHttpTransport, LOST_DATA, type HttpTransport } from './http-transport.ts'
import { placeOf } from './observed-fetch.ts'

export type HttpTarget = Extract<ResolvedTransport, { kind: 'http' }>

/** Milliseconds for telling the server that the session is over. */
const GOODBYE_MS = 1500
/** Milliseconds in which a server that lost an answer must show that it lives. */
const HEALTH_MS = 5000

interface Link extends HttpTransport {
  client: Client
}

interface HttpRequest {
  context: SessionContext
  target: HttpTarget
}

/** Connects by URL. Rejects with `connection/failed`, or `connection/cancelled` when aborted. */
export async function openHttpSession(
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Session> {
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
  const { options, clientInfo } = context
  const { serverName, startTimeoutMs } = options
  const plan = planProtocol(options.protocol)
  if (plan.mode === 'unknown')
    throw connectionFailed(versionFailure('Gatehouse', plan.version, knownVersions().join(', ')))
  const http = createHttpTransport({ ...target, tap: context.tap, log: context.log })
  const client = createClient({
    clientInfo,
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
  const ended = new AbortController()
  let link = first
  let renewing: Promise<Link> | undefined
  watch(first)

  function watch(next: Link): void {
    next.client.onerror = (error) => context.log.say('debug', error.message.slice(0, 500))
  }

  function renew(old: Link): Promise<Link> {
    if (link !== old) return Promise.resolve(link)
    renewing ??= connect(request, ended.signal)
      .then((next) => {
        link = next
        watch(next)
        context.log.say('info', 'The server no longer knew the session. A new one was begun.')
        void old.client.close().catch(() => undefined)
        context.onRenewed(next.client)
        return next
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  async function renewOrLose(old: Link): Promise<Link> {
    try {
      return await renew(old)
    } catch (error) {
      lose(error)
      throw error
    }
  }

  function lose(error: unknown): void {
    if (ended.signal.aborted) return
    ended.abort('The connection was lost.')
    void link.client.close().catch(() => undefined)
    context.onLost(httpFailure(context.options.serverName, target.url, error))
  }

  async function checkHealth(used: Link): Promise<void> {
    const { client } = used
    const limit = { timeout: HEALTH_MS }
    try {
      await (client.getProtocolEra() === 'modern' ? client.discover(limit) : client.ping(limit))
    } catch (error) {
      if (networkCode(error) !== undefined) lose(error)
    }
  }

  return {
    get client() {
      return link.client
    },
    info: describeSession(first.client, { startedAt }),
    async request(run) {
      const used = link
      try {
        return await run(used.client)
      } catch (error) {
        if (ended.signal.aborted) throw error
        if (isSessionGone(error, used)) return run((await renewOrLose(used)).client)
        if (networkCode(error) !== undefined) lose(error)
        else if (isAnswerLost(error)) void checkHealth(used)
        throw error
      }
    },
    async close() {
      if (ended.signal.aborted) return
      ended.abort('The connection was closed.')
      await Promise.race([link.terminate().catch(() => undefined), wait(GOODBYE_MS)])
      await link.client.close().catch(() => undefined)
    },
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
