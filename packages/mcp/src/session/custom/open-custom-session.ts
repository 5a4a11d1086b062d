import type { Client } from '@modelcontextprotocol/client'
import { raceAbort } from '@gatehouse/base'
import { isGatehouseError, type ConnectionFailure, type ResolvedTransport } from '@gatehouse/domain'
import { errorWords } from '../../message-parsing/describe-issue.ts'
import { connectionCancelled, connectionFailed } from '../connection-error.ts'
import { createDeadline, type Deadline } from '../../system/timing/deadline.ts'
import { handshakeFailure, unknownVersionFailure } from '../handshake/handshake-failure.ts'
import { planProtocol } from '../handshake/protocol-plan.ts'
import { describeSession, type Session, type SessionContext } from '../session.ts'
import { negotiate } from '../handshake/negotiate.ts'
import type { CustomTransportFactory } from '../../transports/custom/custom-transport-interface.ts'
import {
  openCustomTransport,
  type OpenedTransport,
} from '../../transports/custom/open-custom-transport.ts'

type CustomTarget = Extract<ResolvedTransport, { kind: 'custom' }>

export interface CustomSessionRequest {
  context: SessionContext
  target: CustomTarget
  factory: CustomTransportFactory | undefined
  headStartMs: number
}

/** Connects over a registered transport. Rejects with `connection/failed`, or `connection/cancelled`. */
export async function openCustomSession(
  request: CustomSessionRequest,
  signal: AbortSignal,
): Promise<Session> {
  const { options } = request.context
  const startedAt = performance.now()
  const deadline = createDeadline(options.startTimeoutMs, signal)
  let open: OpenedTransport | undefined
  try {
    open = await openCustomTransport(
      { ...request.target, ...request.context, factory: request.factory },
      deadline.signal,
    )
    options.listener.onStep('handshake')
    const client = await shakeHands(request, open, deadline)
    return createCustomSession(request, { client, open, startedAt })
  } catch (error) {
    await open?.transport.close()
    if (signal.aborted) throw connectionCancelled(options.serverName)
    throw isGatehouseError(error) ? error : connectionFailed(failureOf(error, request, deadline))
  } finally {
    deadline.dispose()
  }
}

function shakeHands(
  { context, headStartMs }: CustomSessionRequest,
  { messages, closed }: OpenedTransport,
  { signal }: Deadline,
): Promise<Client> {
  const { protocol, serverName, negotiated } = context.options
  const chosen = planProtocol(protocol)
  const isKnown = chosen.mode === 'auto' && negotiated?.era === 'legacy'
  const plan = isKnown ? planProtocol('legacy') : chosen
  if (plan.mode === 'unknown')
    throw connectionFailed(unknownVersionFailure(serverName, plan.version))
  const negotiation = { transport: messages, plan, context, headStartMs }
  return raceAbort(Promise.race([negotiate(negotiation, signal), closed]), signal)
}

function failureOf(
  error: unknown,
  { context, target }: CustomSessionRequest,
  deadline: Deadline,
): ConnectionFailure {
  const { serverName, protocol, startTimeoutMs } = context.options
  if (!deadline.expired())
    return handshakeFailure({ name: serverName, wanted: protocol, lastLines: [] }, error)
  return {
    code: 'no-response',
    waitedMs: startTimeoutMs,
    message: `${serverName} did not respond over "${target.name}" within ${Math.round(startTimeoutMs / 1000)} s. Try again later.`,
    lastLines: [],
  }
}

function createCustomSession(
  { context, target }: CustomSessionRequest,
  { client, open, startedAt }: { client: Client; open: OpenedTransport; startedAt: number },
): Session {
  const { serverName } = context.options
  let closing = false
  client.onerror = (error) => context.log.write('debug', errorWords(error).slice(0, 500))
  open.closed.catch((error: Error) => {
    if (closing) return
    context.onLost({
      code: 'unreachable',
      detail: error.message.slice(0, 300),
      message: `The connection to ${serverName} over "${target.name}" ended: ${error.message.slice(0, 300)}`,
      lastLines: [],
    })
  })
  return {
    client,
    info: describeSession(client, { startedAt, transport: target.name, log: context.log }),
    request: (run) => run(client),
    async close() {
      closing = true
      await client.close().catch(() => undefined)
      await open.transport.close()
    },
  }
}
