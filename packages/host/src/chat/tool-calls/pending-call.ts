import type { AskCause, Tool, ToolApprovalAsk, ToolCall } from '@gatehouse/domain'
import type { ManagedServer } from '../../servers/managed-server.ts'
import { toolForApproval } from './tool-for-approval.ts'
import type { LiveTurn } from '../turns/live-turn.ts'
import type { RunForm } from './tool-forms.ts'
import type { ToolOfChat } from '../tool-offers/tool-of-chat.ts'

/** A tool call that has no result yet, with the server that would run it. */
export interface PendingCall {
  turn: LiveTurn
  call: ToolCall
  server: ManagedServer
  /** The identity of the server when the call was created. */
  identity: string
  tool: Tool
  conversationTitle: string
  /** Where the person ran it in its form: what that showed. */
  form?: RunForm | undefined
  /** Where calls that run unasked are counted; the turn where it is absent. */
  countedBy?: object
}

/** Its tool, in its chat. */
export function toolOfCall({ turn, server, identity, tool }: PendingCall): ToolOfChat {
  return { conversationId: turn.state.conversationId, server, identity, tool }
}

/** The call as it stands in its turn now. */
export function currentCall({ turn, call }: PendingCall): ToolCall {
  const entry = turn.state.entries.find((candidate) => candidate.id === call.id)
  return entry?.kind === 'tool-call' ? entry : call
}

export function causeOf({ turn, call, conversationTitle }: PendingCall): AskCause {
  return {
    conversationId: turn.state.conversationId,
    conversationTitle,
    turnId: turn.state.id,
    entryId: call.id,
    toolName: call.toolName,
    toolTitle: call.toolTitle,
  }
}

/** The ask that puts the call before the person. */
export function approvalAskFor(pending: PendingCall, now: number): ToolApprovalAsk {
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
    tool: toolForApproval(tool),
    arguments: call.arguments,
  }
}
