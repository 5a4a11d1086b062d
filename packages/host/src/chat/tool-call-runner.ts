import {
  isGatehouseError,
  type AuditRecord,
  type JsonObject,
  type Tool,
  type ToolApprovalAsk,
  type ToolCall,
  type ToolCallDecision,
} from '@gatehouse/domain'
import type { AskQueue } from '../asks/ask-queue.ts'
import type { HostDependencies } from '../dependencies.ts'
import { messageOf, type ManagedServer } from '../servers/managed-server.ts'
import type { LiveTurn } from './live-turn.ts'
import { definitionHash } from './tool-catalog.ts'

/** One tool call on its way: who would answer it, and what the transcript says of it. */
export interface PendingCall {
  turn: LiveTurn
  call: ToolCall
  server: ManagedServer
  tool: Tool
  conversationTitle: string
}

/** The one path of every tool call, a model's or a person's: approval, run, record. */
export interface ToolCallRunner {
  /** Never rejects; the outcome is in the turn. */
  run(pending: PendingCall, signal: AbortSignal): Promise<void>
}

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  asks: AskQueue
}

export function createToolCallRunner(deps: Dependencies): ToolCallRunner {
  async function decide(pending: PendingCall, signal: AbortSignal): Promise<ToolCallDecision> {
    const { turn, call, server, tool } = pending
    const { conversationId } = turn.state
    const hash = definitionHash(tool, deps.digest)
    const grant = deps.stores.grants.find(conversationId, server.config.id, tool.name)
    if (grant?.definitionHash === hash)
      return record(pending, {
        decision: { kind: 'allow-in-chat', by: 'grant', at: deps.clock.now() },
        args: call.arguments,
      })
    const answer = await deps.asks.ask(askFor(pending, deps.clock.now()), signal)
    if (answer.decision === 'allow-in-chat')
      deps.stores.grants.save({
        id: deps.ids.next(),
        conversationId,
        serverId: server.config.id,
        toolName: tool.name,
        definitionHash: hash,
        createdAt: deps.clock.now(),
      })
    return record(pending, {
      decision: {
        kind: answer.decision,
        by: 'person',
        at: deps.clock.now(),
        ...(answer.reason ? { reason: answer.reason } : {}),
      },
      args: answer.arguments ?? call.arguments,
    })
  }

  function record(
    { turn, call }: PendingCall,
    decided: { decision: ToolCallDecision; args: JsonObject },
  ): ToolCallDecision {
    turn.apply({
      type: 'tool-call-decided',
      entryId: call.id,
      decision: decided.decision,
      arguments: decided.args,
      at: decided.decision.at,
    })
    return decided.decision
  }

  async function execute(pending: PendingCall, signal: AbortSignal): Promise<void> {
    const { turn, call, server, tool } = pending
    const connection = await server.ready(signal)
    const present = server.tools().find((candidate) => candidate.name === tool.name)
    if (!present || definitionHash(present, deps.digest) !== definitionHash(tool, deps.digest)) {
      const error = `${server.config.name} changed or removed ${tool.name} after this call was allowed, so it was not made.`
      turn.apply({
        type: 'tool-call-ended',
        entryId: call.id,
        status: 'rejected',
        error,
        at: deps.clock.now(),
      })
      return
    }
    turn.apply({ type: 'tool-call-started', entryId: call.id, at: deps.clock.now() })
    const result = await connection.callTool(
      {
        tool,
        arguments: currentCall(turn, call).arguments,
        onProgress: (progress) =>
          turn.apply({ type: 'tool-call-progressed', entryId: call.id, progress }),
      },
      signal,
    )
    turn.apply({
      type: 'tool-call-finished',
      entryId: call.id,
      result,
      at: deps.clock.now(),
    })
  }

  function fail({ turn, call }: PendingCall, error: unknown, signal: AbortSignal): void {
    const code = isGatehouseError(error) ? error.code : ''
    const cancelled = signal.aborted || code === 'call/cancelled' || code === 'ask/withdrawn'
    turn.apply({
      type: 'tool-call-ended',
      entryId: call.id,
      status: cancelled ? 'cancelled' : 'failed',
      error: cancelled ? cancelWords(signal.reason) : messageOf(error),
      at: deps.clock.now(),
    })
  }

  return {
    async run(pending, signal) {
      try {
        const decision = await decide(pending, signal)
        if (decision.kind !== 'deny') await execute(pending, signal)
      } catch (error) {
        fail(pending, error, signal)
      }
      deps.stores.audit.append(auditOf(pending, deps))
    },
  }
}

function currentCall(turn: LiveTurn, call: ToolCall): ToolCall {
  const entry = turn.state.entries.find((candidate) => candidate.id === call.id)
  return entry?.kind === 'tool-call' ? entry : call
}

function cancelWords(reason: unknown): string {
  if (reason === 'quit') return 'Gatehouse was quit before this call was over.'
  return 'You cancelled this call.'
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

function auditOf(pending: PendingCall, deps: Pick<Dependencies, 'ids' | 'clock'>): AuditRecord {
  const call = currentCall(pending.turn, pending.call)
  const { decision } = call
  return {
    id: deps.ids.next(),
    at: deps.clock.now(),
    kind: 'tool-call',
    serverId: call.serverId,
    serverName: call.serverName,
    serverHue: call.serverHue,
    conversationId: pending.turn.state.conversationId,
    entryId: call.id,
    subject: call.toolTitle,
    decision: decision === undefined ? 'withdrawn' : decision.by === 'grant' ? 'granted' : decision.kind,
    edited: JSON.stringify(call.arguments) !== JSON.stringify(call.proposedArguments),
    outcome: outcomeOf(call),
    durationMs:
      call.startedAt !== undefined && call.endedAt !== undefined
        ? Math.max(0, call.endedAt - call.startedAt)
        : null,
  }
}

function outcomeOf(call: ToolCall): AuditRecord['outcome'] {
  switch (call.status) {
    case 'done':
      return call.result?.isError ? 'tool-error' : 'done'
    case 'denied':
    case 'rejected':
    case 'failed':
    case 'cancelled':
      return call.status
    case 'waiting':
    case 'approved':
    case 'running':
      return 'none'
  }
}
