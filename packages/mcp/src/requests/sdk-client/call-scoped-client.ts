import {
  Client,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type ClientOptions,
  type ClientContext,
  type ConnectOptions,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageExtraInfo,
  type RequestOptions,
  type Result,
  type Transport,
} from '@modelcontextprotocol/client'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import { z } from 'zod'
import { adaptResult } from '../../message-parsing/adapt-result.ts'
import type { CallTracker } from '../call-tracker.ts'
import { assertWithinCountLimit } from '../handler-support/request-refusal.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import type { RequestTasks } from '../handler-support/requests-as-tasks.ts'
import type { TaskNotifications } from '../task-notifications.ts'

const capabilitiesSchema = z.looseObject({ tasks: z.unknown().optional() })

/** Requests that are remembered while they wait: those that were cancelled get no response. */
const MAX_OPEN = 10_000

/** The content of an `input_required` result. */
interface Rounds {
  kind: 'input_required'
  inputRequests: Record<string, unknown>
  requestState?: string
}

/** A client whose handlers know, in the modern era, which call a request of the server belongs to. */
export class CallScopedClient extends Client {
  readonly #calls: CallTracker
  readonly #taskNotifications: TaskNotifications
  readonly #requestTasks: RequestTasks
  readonly #logLevel: ConnectionOptions['logLevel']
  readonly #log: Pick<OutputLog, 'noteUnknownResponse'>
  /** Methods of the requests that wait, by id. */
  readonly #sent = new Map<number, string>()

  constructor(
    info: ConstructorParameters<typeof Client>[0],
    {
      calls,
      taskNotifications,
      requestTasks,
      logLevel,
      log,
      ...options
    }: ClientOptions & {
      calls: CallTracker
      taskNotifications: TaskNotifications
      requestTasks: RequestTasks
      logLevel: ConnectionOptions['logLevel']
      log: Pick<OutputLog, 'noteUnknownResponse'>
    },
  ) {
    super(info, options)
    this.#calls = calls
    this.#taskNotifications = taskNotifications
    this.#requestTasks = requestTasks
    requestTasks.serve(this)
    this.#logLevel = logLevel
    this.#log = log
  }

  /** Notes which request each response belongs to: its result is read by the request's method. */
  override connect(transport: Transport, options?: ConnectOptions): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, sendOptions) => {
      if ('method' in message && 'id' in message) this.#remember(message)
      return send(message, sendOptions)
    }
    return super.connect(transport, options)
  }

  #remember({ id, method }: JSONRPCRequest): void {
    this.#sent.set(Number(id), method)
    if (this.#sent.size <= MAX_OPEN) return
    const [oldest] = this.#sent.keys()
    if (oldest !== undefined) this.#sent.delete(oldest)
  }

  protected override _onresponse(response: JSONRPCResponse): void {
    const id = Number(response.id)
    const method = this.#sent.get(id)
    this.#sent.delete(id)
    // The client's own subscriptions have text as ids.
    if (method === undefined && typeof response.id !== 'string')
      this.#log.noteUnknownResponse(response.id)
    if (method === undefined || !('result' in response)) super._onresponse(response)
    else super._onresponse({ ...response, result: adaptResult(method, response.result) })
  }

  /** In the modern era every request declares capabilities and the log level (MCP 2026-07-28, logging). */
  protected override _outboundMetaEnvelope(): Readonly<Record<string, unknown>> | undefined {
    const envelope = super._outboundMetaEnvelope()
    const level = this.#logLevel?.()
    if (!envelope) return envelope
    const { tasks: _tasks, ...capabilities } = capabilitiesSchema.parse(
      envelope[CLIENT_CAPABILITIES_META_KEY],
    )
    return {
      ...envelope,
      [CLIENT_CAPABILITIES_META_KEY]: capabilities,
      ...(level === undefined ? {} : { [LOG_LEVEL_META_KEY]: level }),
    }
  }

  /** Handles a request inside a task's state, with the handlers for one of a round. */
  fulfil(key: string, entry: unknown, signal: AbortSignal): Promise<unknown> {
    const flow = {
      codec: this._wireCodec(),
      request: { method: 'tools/call', params: {} },
      options: { signal },
      flowStartedAt: Date.now(),
      retry: (params: { inputResponses?: Record<string, unknown> } | undefined) =>
        Promise.resolve(params?.inputResponses?.[key]),
    }
    const rounds: Rounds = { kind: 'input_required', inputRequests: { [key]: entry } }
    return this._resolveNonCompleteResult(rounds, flow)
  }

  /** In the legacy era a server may request a response as a task; the modern era has no such request. */
  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, ctx: ClientContext) => Promise<Result>,
  ): (request: JSONRPCRequest, ctx: ClientContext) => Promise<Result> {
    // The client would check both against its own strict schemas; their handlers read and check what they take.
    if (method !== 'elicitation/create' && method !== 'sampling/createMessage')
      return super._wrapHandler(method, handler)
    return (request, ctx) =>
      this.#requestTasks.run(request.params, (signal) => handler(request, withSignal(ctx, signal)))
  }

  protected override _onnotification(
    notification: JSONRPCNotification,
    extra?: MessageExtraInfo,
  ): void {
    if (this.#taskNotifications.handle(notification)) return
    const usable = usableNotification(notification)
    if (usable) super._onnotification(usable, extra)
    else this.onerror?.(new Error(`A progress report cannot be used and was passed over.`))
  }

  protected override async _resolveNonCompleteResult(
    decoded: Rounds,
    flow: { options: RequestOptions | undefined },
  ): Promise<unknown> {
    assertWithinCountLimit(decoded.inputRequests)
    // The SDK does not export the type of the flow; it is passed on as it came.
    const rounds = () => super._resolveNonCompleteResult(decoded, flow as never)
    return this.#calls.inRoundsOf(flow.options?.signal, rounds)
  }
}

/** Progress without the members that cannot be used; `undefined` if what is left says nothing. */
function usableNotification(notification: JSONRPCNotification): JSONRPCNotification | undefined {
  if (notification.method !== 'notifications/progress') return notification
  const { progressToken, progress, total, message, _meta } = notification.params ?? {}
  const isToken = typeof progressToken === 'string' || Number.isSafeInteger(progressToken)
  if (!isToken || typeof progress !== 'number') return undefined
  return {
    ...notification,
    params: {
      progressToken,
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
      ...(_meta === undefined ? {} : { _meta }),
    },
  }
}

/** A task outlives the request that began it, and ends by a signal of its own. */
function withSignal(ctx: ClientContext, signal: AbortSignal | undefined): ClientContext {
  return signal === undefined ? ctx : { ...ctx, mcpReq: { ...ctx.mcpReq, signal } }
}
