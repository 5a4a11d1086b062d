import {
  GatehouseError,
  STOPPED_BY_PERSON,
  isGatehouseError,
  toolCallText,
  type AskCause,
  type Grant,
  type JsonObject,
  type Tool,
  type ToolApprovalAsk,
  type ToolCall,
  type ToolCallDecision,
  type ToolCallProgress,
  type ToolResult,
} from '@gatehouse/domain'
import type { AskQueue } from '../asks/ask-queue.ts'
import type { UrlElicitationRetry } from '../server-requests/url-elicitation-retry.ts'
import type { RunningCalls } from '../server-requests/running-calls.ts'
import type { HostDependencies } from '../dependencies.ts'
import { messageOf } from '../message-of.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { TaskCall, TaskFollower } from '../tasks/task-follower.ts'
import { callRecord } from '../audit/call-record.ts'
import { CallSlots } from './call-slots.ts'
import { suspendGrant } from './suspend-grant.ts'
import type { LiveTurn } from './live-turn.ts'
import { definitionHash } from './tool-catalog.ts'

/** One tool call on its way: who would answer it, and what the transcript says of it. */
export interface PendingCall {
  turn: LiveTurn
  call: ToolCall
  server: ManagedServer
  /** Who the server was when the call was made out. */
  identity: string
  tool: Tool
  conversationTitle: string
}

/** SHA-256 of what was shown to the person, or recorded where a grant allowed the call. */
interface Decided {
  decision: ToolCallDecision
  shown: string | undefined
}

type AllowedCall = PendingCall & Pick<Decided, 'shown'>

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  asks: AskQueue
  calls: RunningCalls
  elicitationRetry: UrlElicitationRetry
  tasks: TaskFollower
}

/** Calls of one turn that run on an earlier "allow in this chat" before the person is asked again. */
const MAX_UNASKED = 50

/** How a call ends that somebody stopped. */
const CANCELLED = new Set(['call/task-cancelled', 'call/cancelled', 'ask/withdrawn'])
/** How a call ends that was sent and not answered: it may have run. */
const NO_ANSWER = new Set(['call/connection-lost', 'call/timed-out', 'call/outcome-unknown'])

/** The one path of every tool call, a model's or a person's: approval, run, record. */
export class ToolCallRunner {
  readonly #deps: Dependencies
  readonly #slots = new CallSlots()
  /** Calls of each turn that ran without asking, since the person last allowed more of them. */
  readonly #unasked = new WeakMap<LiveTurn, number>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Never rejects but for a disk that refuses; the outcome is in the turn. */
  async run(pending: PendingCall, signal: AbortSignal): Promise<void> {
    try {
      const { decision, shown } = await this.#decide(pending, signal)
      if (decision.kind !== 'deny') await this.#execute({ ...pending, shown }, signal)
    } catch (error) {
      this.#fail(pending, error, signal)
    }
    this.#audit(pending)
  }

  async #decide(pending: PendingCall, signal: AbortSignal): Promise<Decided> {
    const { turn, call, server, tool } = pending
    const { stores, asks, clock } = this.#deps
    const grant = stores.grants.find(turn.state.conversationId, server.config.id, tool.name)
    const voided = grant && this.#voidedBy(grant, pending)
    const unasked = this.#unasked.get(turn) ?? 0
    const isGranted = grant !== null && !voided
    if (isGranted && unasked < MAX_UNASKED) {
      this.#unasked.set(turn, unasked + 1)
      const decision = { kind: 'allow-in-chat', by: 'grant', at: clock.now() } as const
      this.#record(pending, decision, call.arguments)
      // Nothing was shown first, so what was recorded as proposed is what may be sent.
      return { decision, shown: this.#hashOfCall(pending, call.proposedArguments) }
    }
    const ask = {
      ...askFor(pending, clock.now()),
      ...(voided ? { voided } : {}),
      ...(isGranted ? { unasked } : {}),
    }
    const answer = await asks.ask(ask, signal)
    if (answer.decision === 'allow-in-chat') {
      this.#grant(pending)
      this.#unasked.set(turn, 0)
    }
    const decision: ToolCallDecision = {
      kind: answer.decision,
      by: 'person',
      at: clock.now(),
      ...(answer.reason ? { reason: answer.reason } : {}),
    }
    this.#record(pending, decision, answer.arguments ?? call.arguments)
    return { decision, shown: answer.shown }
  }

  /** What of a grant does not hold any more; undefined while it does. */
  #voidedBy(grant: Grant, { identity, tool }: PendingCall): ToolApprovalAsk['voided'] {
    if (grant.identity !== identity) return 'server-changed'
    if (grant.definitionHash !== this.#hash(tool)) return 'tool-changed'
    return grant.unknownCall === undefined ? undefined : 'outcome-unknown'
  }

  #grant({ turn, server, identity, tool }: PendingCall): void {
    const { stores, ids, clock } = this.#deps
    stores.grants.save({
      id: ids.next(),
      conversationId: turn.state.conversationId,
      serverId: server.config.id,
      toolName: tool.name,
      definitionHash: this.#hash(tool),
      identity,
      createdAt: clock.now(),
    })
  }

  /** The decision is in the turn and in the audit before anything is sent. */
  #record(pending: PendingCall, decision: ToolCallDecision, args: JsonObject): void {
    const { turn, call } = pending
    const { at } = decision
    turn.apply({ type: 'tool-call-decided', entryId: call.id, decision, arguments: args, at })
    if (decision.kind !== 'deny') this.#audit(pending)
  }

  #audit({ turn, call }: PendingCall): void {
    const { conversationId } = turn.state
    const record = callRecord(currentCall(turn, call), conversationId, this.#deps)
    this.#deps.stores.audit.append(record)
  }

  async #execute(pending: AllowedCall, signal: AbortSignal): Promise<void> {
    const { turn, call, server } = pending
    const { clock } = this.#deps
    const entryId = call.id
    const free = await this.#slots.take(server.config.id, signal)
    try {
      await server.ready(signal)
      if (!this.#isAsAllowed(pending)) {
        const error = changedWords(pending)
        turn.apply({ type: 'tool-call-ended', entryId, status: 'rejected', error, at: clock.now() })
        return
      }
      turn.apply({ type: 'tool-call-started', entryId, at: clock.now() })
      const result = await this.#call(pending, { signal, free })
      turn.apply({ type: 'tool-call-finished', entryId, result, at: clock.now() })
    } finally {
      free()
    }
  }

  /** Whether it is still the server that was allowed, and offers the very tool. */
  #isAsAllowed({ server, identity, tool }: PendingCall): boolean {
    if (server.identity !== identity) return false
    const present = server.tools().find((candidate) => candidate.name === tool.name)
    return present !== undefined && this.#hash(present) === this.#hash(tool)
  }

  /** The call itself; what the server asks meanwhile is told as caused by it. */
  async #call(
    pending: AllowedCall,
    { signal, free }: { signal: AbortSignal; free: () => void },
  ): Promise<ToolResult> {
    const { turn, call, server, tool, shown } = pending
    const { calls, elicitationRetry, tasks } = this.#deps
    const cause = causeOf(pending)
    const end = calls.begin({ callId: call.id, serverId: server.config.id, cause, signal })
    try {
      const about = { server, causes: [cause], toolName: tool.name }
      return await elicitationRetry.run(
        async () => {
          const connection = await server.ready(signal)
          // Minutes may have passed at a page of the server's.
          if (!this.#isAsAllowed(pending))
            throw new GatehouseError('call/tool-changed', changedWords(pending))
          const { arguments: args } = currentCall(turn, call)
          if (this.#hashOfCall(pending, args) !== shown) throw notSentAsShown()
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
        signal,
      )
    } finally {
      end()
    }
  }

  #fail({ turn, call }: PendingCall, error: unknown, signal: AbortSignal): void {
    const code = isGatehouseError(error) ? error.code : ''
    if (taskOutcome(error) === 'left') return
    const cancelled = signal.aborted || CANCELLED.has(code)
    const isSent = currentCall(turn, call).status === 'running'
    const isUnknown = isSent && (signal.aborted ? signal.reason === 'quit' : NO_ANSWER.has(code))
    if (isUnknown) suspendGrant(this.#deps.stores, turn.state.conversationId, call)
    turn.apply({
      type: 'tool-call-ended',
      entryId: call.id,
      status: isUnknown
        ? 'unknown'
        : cancelled
          ? 'cancelled'
          : code === 'call/not-as-shown'
            ? 'rejected'
            : 'failed',
      error: cancelled && !saysWhy(error, signal) ? cancelWords(signal.reason) : messageOf(error),
      at: this.#deps.clock.now(),
    })
  }

  #hash(tool: Tool): string {
    return definitionHash(tool, this.#deps.digest)
  }

  #hashOfCall({ server, tool }: PendingCall, args: JsonObject): string {
    const call = { serverId: server.config.id, toolName: tool.name, arguments: args }
    return this.#deps.digest.sha256(toolCallText(call))
  }
}

function notSentAsShown(): GatehouseError {
  return new GatehouseError(
    'call/not-as-shown',
    'The arguments were not those that were allowed any more, so this call was not made.',
  )
}

function changedWords({ server, tool }: PendingCall): string {
  return `${server.config.name} is another program or address, or changed or removed ${tool.name}, since this call was allowed, so it was not made.`
}

/** What became of a call's task when the call was given up. */
function taskOutcome(error: unknown): unknown {
  return isGatehouseError(error) ? error.data['task'] : undefined
}

function taskCallOf({ turn, call, server, tool }: PendingCall): TaskCall {
  const { conversationId, id: turnId } = turn.state
  return { conversationId, turnId, call, server, tool, apply: (event) => turn.apply(event) }
}

function currentCall(turn: LiveTurn, call: ToolCall): ToolCall {
  const entry = turn.state.entries.find((candidate) => candidate.id === call.id)
  return entry?.kind === 'tool-call' ? entry : call
}

/** A person may cancel a call in other ways than by stopping it; the error then says how. */
function saysWhy(error: unknown, signal: AbortSignal): boolean {
  if (taskOutcome(error) !== undefined) return true
  return !signal.aborted && isGatehouseError(error) && error.code === 'call/cancelled'
}

function cancelWords(reason: unknown): string {
  if (reason === 'quit') return 'Gatehouse was quit before this call was over.'
  return STOPPED_BY_PERSON
}

function causeOf({ turn, call, conversationTitle }: PendingCall): AskCause {
  return {
    conversationId: turn.state.conversationId,
    conversationTitle,
    turnId: turn.state.id,
    entryId: call.id,
    toolName: call.toolName,
    toolTitle: call.toolTitle,
  }
}

function askFor(pending: PendingCall, now: number): ToolApprovalAsk {
  const { turn, call, server, tool } = pending
  return {
    kind: 'tool-approval',
    id: call.askId ?? call.id,
    serverId: server.config.id,
    serverName: server.config.name,
    serverHue: server.config.hue,
    createdAt: now,
    state: { status: 'pending' },
    conversationId: turn.state.conversationId,
    conversationTitle: pending.conversationTitle,
    turnId: turn.state.id,
    entryId: call.id,
    origin: call.origin,
    step: call.step,
    stepLimit: turn.state.stepLimit,
    tool,
    arguments: call.arguments,
  }
}
