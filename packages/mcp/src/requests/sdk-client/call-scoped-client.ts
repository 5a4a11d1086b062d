import {
  Client,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type ClientOptions,
  type ClientContext,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type RequestOptions,
  type Result,
} from '@modelcontextprotocol/client'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import { z } from 'zod'
import type { CallTracker } from '../call-tracker.ts'
import { assertWithinCountLimit } from '../handler-support/request-refusal.ts'
import type { RequestTasks } from '../handler-support/requests-as-tasks.ts'
import type { TaskNotifications } from '../task-notifications.ts'

const capabilitiesSchema = z.looseObject({ tasks: z.unknown().optional() })

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

  constructor(
    info: ConstructorParameters<typeof Client>[0],
    {
      calls,
      taskNotifications,
      requestTasks,
      logLevel,
      ...options
    }: ClientOptions & {
      calls: CallTracker
      taskNotifications: TaskNotifications
      requestTasks: RequestTasks
      logLevel: ConnectionOptions['logLevel']
    },
  ) {
    super(info, options)
    this.#calls = calls
    this.#taskNotifications = taskNotifications
    this.#requestTasks = requestTasks
    requestTasks.serve(this)
    this.#logLevel = logLevel
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
    const inner = super._wrapHandler(method, handler)
    if (method !== 'elicitation/create' && method !== 'sampling/createMessage') return inner
    return (request, ctx) =>
      this.#requestTasks.run(request.params, (signal) => inner(request, withSignal(ctx, signal)))
  }

  protected override _onnotification(
    notification: JSONRPCNotification,
    extra?: MessageExtraInfo,
  ): void {
    if (!this.#taskNotifications.handle(notification)) super._onnotification(notification, extra)
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

/** A task outlives the request that began it, and ends by a signal of its own. */
function withSignal(ctx: ClientContext, signal: AbortSignal | undefined): ClientContext {
  return signal === undefined ? ctx : { ...ctx, mcpReq: { ...ctx.mcpReq, signal } }
}
