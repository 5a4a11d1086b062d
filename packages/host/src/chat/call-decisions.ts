import {
  toolCallText,
  type Grant,
  type JsonObject,
  type Tool,
  type ToolApprovalAsk,
  type ToolCallDecision,
} from '@gatehouse/domain'
import type { AskQueue } from '../asks/ask-queue.ts'
import { callRecord } from '../audit/call-record.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { LiveTurn } from './live-turn.ts'
import { approvalAskFor, currentCall, type PendingCall } from './pending-call.ts'
import { definitionHash } from './tool-catalog.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  asks: AskQueue
}

/** SHA-256 of what was shown to the person, or recorded where a grant allowed the call. */
export interface Decided {
  decision: ToolCallDecision
  shown: string | undefined
}

/** Calls of one turn that run on an earlier "allow in this chat" before the person is asked again. */
const MAX_UNASKED = 50

/** Decides by a grant or by the person whether a call runs, and records it before anything is sent. */
export class CallDecisions {
  readonly #deps: Dependencies
  /** Calls of each turn that ran without asking, since the person last allowed more of them. */
  readonly #unasked = new WeakMap<LiveTurn, number>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects as {@link AskQueue.ask}. */
  async decide(pending: PendingCall, signal: AbortSignal): Promise<Decided> {
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
      return { decision, shown: this.hashOf(pending, call.proposedArguments) }
    }
    const ask = {
      ...approvalAskFor(pending, clock.now()),
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
    if (decision.kind !== 'deny') this.audit(pending)
  }

  /** Appends the call as it stands now to the audit. */
  audit(pending: PendingCall): void {
    const { conversationId } = pending.turn.state
    const record = callRecord(currentCall(pending), conversationId, this.#deps)
    this.#deps.stores.audit.append(record)
  }

  /** SHA-256 of a call with these arguments, as the window hashes what it shows. */
  hashOf({ server, tool }: PendingCall, args: JsonObject): string {
    const call = { serverId: server.config.id, toolName: tool.name, arguments: args }
    return this.#deps.digest.sha256(toolCallText(call))
  }

  #hash(tool: Tool): string {
    return definitionHash(tool, this.#deps.digest)
  }
}
