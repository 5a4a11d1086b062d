import {
  abortCodeOf,
  GatehouseError,
  isGatehouseError,
  type ToolCallProgress,
  type ToolResult,
  type TurnEvent,
} from '@gatehouse/domain'
import type { AskQueue } from '../../ask-queue/ask-queue.ts'
import type { DataFlowRules } from '../../provenance/data-flow-rules.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import type { UrlElicitationRetry } from '../../server-requests/url-elicitation-retry.ts'
import type { RunningCalls } from '../../server-requests/running-calls.ts'
import type { HostDependencies } from '../../dependencies.ts'
import { problemsOfError } from './argument-checks.ts'
import { errorMessage } from '../../error-message.ts'
import type { TaskCall, TaskPoller } from '../../tasks/task-poller.ts'
import { CallDecisions, type AllowanceEnd, type RecordedDecision } from './call-decisions.ts'
import {
  assertNotCancelled,
  cancelMessage,
  matchesProposal,
  removedMessage,
} from './call-validity.ts'
import type { KeptFiles } from '../file-changes/kept-files.ts'
import { CallOrder } from './call-order.ts'
import { CallSlots } from './call-slots.ts'
import { isUnsaved, outcomeOfError } from '../../call-outcome/outcome-of-error.ts'
import { causeOf, currentCall, type PendingCall } from './pending-call.ts'
import { suspendGrant } from '../../call-outcome/suspend-grant.ts'

/** Codes of errors of a call that was not sent, whatever was decided. */
const NOT_SENT = new Set(['call/not-as-shown', 'call/revoked', 'call/arguments-do-not-fit'])

type AllowedCall = PendingCall & Pick<RecordedDecision, 'shown' | 'provenance'>

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'clock' | 'timers' | 'pause' | 'ids' | 'digest'
> & {
  asks: AskQueue
  flowRules: Pick<DataFlowRules, 'ruleFor'>
  registry: Pick<ServerRegistry, 'all'>
  calls: RunningCalls
  elicitationRetry: UrlElicitationRetry
  tasks: TaskPoller
  keptFiles: KeptFiles
}

type CallEnd = Pick<
  Extract<TurnEvent, { type: 'tool-call-ended' }>,
  'status' | 'error' | 'needsSignIn' | 'argumentProblems' | 'at'
>

/** `signal` ends the call wherever it is, `unsent` (aborted with it) only until it was sent. */
interface CallSignals {
  signal: AbortSignal
  unsent: AbortSignal
}

/** The one path of every tool call, a model's or a person's: approval, run, record. */
export class ToolCallRunner {
  readonly #deps: Dependencies
  readonly #slots = new CallSlots()
  readonly #order = new CallOrder()
  readonly #decisions: CallDecisions
  #lastFailure: Promise<void> = Promise.resolve()

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#decisions = new CallDecisions(deps)
  }

  /**
   * Runs a call; the outcome is in the turn. Rejects only when the disk refuses. Once `halt` is aborted nothing
   * more is sent; sent calls are awaited.
   */
  async run(pending: PendingCall, signal: AbortSignal, halt = signal): Promise<void> {
    const signals = { signal, unsent: AbortSignal.any([signal, halt]) }
    try {
      const { decision, ...allowed } = await this.#decisions.decide(pending, signals.unsent)
      if (decision.kind !== 'deny') await this.#execute({ ...pending, ...allowed }, signals)
    } catch (error) {
      await this.#failInTurn(pending, error, signals)
    }
    this.#decisions.audit(pending)
  }

  /** Calls that end together, such as those of a step that is stopped, are not all written down at once. */
  #failInTurn(pending: PendingCall, error: unknown, signals: CallSignals): Promise<void> {
    const end = this.#endOf(pending, error, signals)
    const before = this.#lastFailure
    const failure = (async () => {
      await before
      await this.#deps.pause()
      if (end) this.#end(pending, end)
    })()
    this.#lastFailure = failure.catch(() => undefined)
    return failure
  }

  async #execute(pending: AllowedCall, signals: CallSignals): Promise<void> {
    const { turn, call, server } = pending
    const { clock } = this.#deps
    const entryId = call.id
    const { unsent } = signals
    const leave = await this.#order.enter(pending, unsent)
    let place = (): void => undefined
    const free = (): void => {
      place()
      leave()
    }
    try {
      place = await this.#slots.take(server.config.id, unsent)
      await server.ready(unsent)
      assertNotCancelled(unsent)
      const error = this.#whyNot(pending)?.message
      if (error !== undefined) {
        turn.apply({ type: 'tool-call-ended', entryId, status: 'rejected', error, at: clock.now() })
        return
      }
      turn.apply({ type: 'tool-call-started', entryId, at: clock.now() })
      const result = await turn.storePartsOf(await this.#run(pending, { ...signals, free }))
      turn.apply({ type: 'tool-call-finished', entryId, result, at: clock.now() })
    } finally {
      free()
    }
  }

  /** The call, with what can be undone of it: one that failed, or was stopped, may have written as well. */
  async #run(
    pending: AllowedCall,
    signals: CallSignals & { free: () => void },
  ): Promise<ToolResult> {
    const { turn, call } = pending
    try {
      return await this.#call(pending, signals)
    } finally {
      const undo = await this.#deps.keptFiles.end(pending)
      if (undo) turn.apply({ type: 'tool-call-undo-changed', entryId: call.id, undo })
    }
  }

  /** Reason why an allowed call cannot be sent. */
  #whyNot(pending: PendingCall): GatehouseError | null {
    if (!matchesProposal(pending, this.#deps.digest))
      return new GatehouseError('call/tool-changed', changedMessage(pending))
    const ended = this.#decisions.noLongerAllowed(pending)
    return ended && permissionEnded(pending, ended)
  }

  /** Sends the call; requests of the server during it are shown as caused by it. */
  async #call(
    pending: AllowedCall,
    { signal, unsent, free }: CallSignals & { free: () => void },
  ): Promise<ToolResult> {
    const { turn, call, server, tool, shown, provenance } = pending
    const { calls, elicitationRetry, keptFiles, tasks } = this.#deps
    const cause = causeOf(pending)
    const running = { callId: call.id, serverId: server.config.id, cause, signal }
    const about = { server, causes: [cause], toolName: tool.name }
    return calls.run(running, () =>
      elicitationRetry.run(
        async () => {
          const connection = await server.ready(unsent)
          await keptFiles.begin(pending)
          assertNotCancelled(unsent)
          // Minutes may have passed at a page of the server's.
          const whyNot = this.#whyNot(pending)
          if (whyNot) throw whyNot
          const { arguments: args } = currentCall(pending)
          const sent = this.#decisions.hashOf(pending, { arguments: args, provenance })
          if (sent !== shown) throw notSentAsShown()
          const request = {
            tool,
            arguments: args,
            callId: call.id,
            onProgress: (progress: ToolCallProgress) =>
              turn.apply({ type: 'tool-call-progressed', entryId: call.id, progress }),
          }
          return tasks.begin(
            taskCallOf(pending),
            (onTask) => {
              // A task may run for days; what waits for its place must not.
              const freed: typeof onTask = (state) => {
                free()
                onTask(state)
              }
              return connection.callTool({ ...request, onTask: freed }, signal)
            },
            signal,
          )
        },
        about,
        unsent,
      ),
    )
  }

  /** The outcome of a call that threw; `null` = it continues as a task. */
  #endOf(pending: PendingCall, error: unknown, { signal, unsent }: CallSignals): CallEnd | null {
    const { server } = pending
    const code = isGatehouseError(error) ? error.code : ''
    if (taskOutcome(error) === 'left') return null
    const outcome = outcomeOfError(code)
    const isSent = currentCall(pending).status === 'running'
    const isLost = isSent && isUnsaved(code)
    const cancelled = !isLost && (signal.aborted || outcome === 'cancelled')
    const isStopped = signal.aborted && !isLost
    const isUnknown =
      isSent && (isStopped ? abortCodeOf(signal) === 'app-quit' : outcome === 'unknown')
    // A call that needed a page was sent before its tool was seen to have changed.
    const isRefused = NOT_SENT.has(code) || (!isSent && code === 'call/tool-changed')
    const refused = isRefused ? 'rejected' : 'failed'
    return {
      status: isUnknown ? 'unknown' : cancelled ? 'cancelled' : refused,
      error:
        cancelled && !hasOwnReason(error, signal)
          ? server.lifecycle.isRetired && !unsent.aborted
            ? removedMessage(pending)
            : cancelMessage(signal.aborted ? signal : unsent)
          : errorMessage(error),
      ...(needsSignIn(error) ? { needsSignIn: true } : {}),
      ...(isRefused ? problemsOfError(error) : {}),
      at: this.#deps.clock.now(),
    }
  }

  #end(pending: PendingCall, end: CallEnd): void {
    const { turn, call } = pending
    if (end.status === 'unknown')
      suspendGrant(this.#deps.stores, turn.state.conversationId, currentCall(pending))
    turn.apply({ type: 'tool-call-ended', entryId: call.id, ...end })
  }
}

function notSentAsShown(): GatehouseError {
  return new GatehouseError(
    'call/not-as-shown',
    'The arguments changed after you allowed the call. It was not sent.',
  )
}

function permissionEnded({ server, tool }: PendingCall, how: AllowanceEnd): GatehouseError {
  if (how === 'mode')
    return new GatehouseError(
      'call/revoked',
      `The mode of this chat, its workspace or the trust in ${server.config.name} changed before this call of ${tool.name} was sent, so it was not made.`,
    )
  if (how === 'flow-rule')
    return new GatehouseError(
      'call/revoked',
      `One of your rules no longer lets ${tool.name} receive text of another server or of a file, so the call was not made.`,
    )
  if (how === 'left')
    return new GatehouseError(
      'call/revoked',
      `The chat left the workspace in which ${tool.name} is allowed before this call was sent, so it was not made.`,
    )
  const why = how === 'suspended' ? ', as it is not known whether an earlier call ran' : ''
  return new GatehouseError(
    'call/revoked',
    `The permission for ${tool.name} was ${how} before this call was sent${why}, so it was not made.`,
  )
}

function changedMessage({ server, tool }: PendingCall): string {
  return `${server.config.name} is another program or address, or changed or removed ${tool.name}, since this call was allowed, so it was not made.`
}

/** True if the server wants the person to sign in. */
function needsSignIn(error: unknown): boolean {
  return isGatehouseError(error) && typeof error.data['signIn'] === 'string'
}

/** The state of the task of a cancelled call. */
function taskOutcome(error: unknown): unknown {
  return isGatehouseError(error) ? error.data['task'] : undefined
}

function taskCallOf({ turn, call, server, tool }: PendingCall): TaskCall {
  const { conversationId, id: turnId } = turn.state
  return { conversationId, turnId, call, server, tool, apply: (event) => turn.apply(event) }
}

/** A person may cancel a call in other ways than by stopping it; the error then says how. */
function hasOwnReason(error: unknown, signal: AbortSignal): boolean {
  if (taskOutcome(error) !== undefined) return true
  return !signal.aborted && isGatehouseError(error) && error.code === 'call/cancelled'
}
