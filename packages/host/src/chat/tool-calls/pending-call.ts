import type { AskCause, Tool, ToolApprovalAsk, ToolCall } from '@gatehouse/domain'
import type { ManagedServer } from '../../servers/managed-server.ts'
import type { LiveTurn } from '../turns/live-turn.ts'
import type { RunForm } from './tool-forms.ts'
import type { ToolOfChat } from '../tool-offers/tool-of-chat.ts'
import { truncateText } from '@gatehouse/domain/text'

/** Characters of a description in an ask, which is read by a person. */
const MAX_DESCRIPTION = 16_000

/** Characters of a schema in an ask; without it arguments are edited as plain JSON. */
const MAX_SCHEMA = 64_000

const askedTools = new WeakMap<Tool, Tool>()

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

/**
 * The part of a tool's definition that an ask holds: no more than its card shows. A definition may be a megabyte, a
 * step makes up to 64 calls, and each of their asks goes to the disk and to the window.
 */
function toolForApproval(tool: Tool): Tool {
  const known = askedTools.get(tool)
  if (known) return known
  const { outputSchema: _outputSchema, icons: _icons, _meta, description, ...rest } = tool
  const isLarge = JSON.stringify(tool.inputSchema).length > MAX_SCHEMA
  const asked: Tool = {
    ...rest,
    ...(description === undefined ? {} : { description: truncatedText(description) }),
    ...(isLarge ? { inputSchema: { type: 'object' } } : {}),
  }
  askedTools.set(tool, asked)
  return asked
}

function truncatedText(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  return `${truncateText(text, MAX_DESCRIPTION)}\n[The rest of this description is left out here.]`
}
