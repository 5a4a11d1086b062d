import type { AppFailure } from '../content/drawn-app.ts'
import type { TokenUsage } from '../models/model.ts'
import type { SamplingExchange } from '../sampling/sampling-exchange.ts'
import { isToolCallFinished } from '../tools/tool-call-finished.ts'
import type { ToolCall, WithdrawnAsk } from '../tools/tool-call.ts'
import type { AssistantMessage, Entry, Turn, TurnEvent } from './turn.ts'

/** So many withdrawn asks of a call are kept, the latest of them. */
const MAX_WITHDRAWN_ASKS = 20

/** Answers of a model that servers requested during a call. */
const MAX_EXCHANGES = 50

/**
 * The one reducer of a turn, run by main to decide and persist and by the renderer to draw.
 * Events about entries that are not there, or that are over already, change nothing.
 */
export function reduceTurn(turn: Turn, event: TurnEvent): Turn {
  switch (event.type) {
    case 'turn-started':
      return event.turn
    case 'step-started':
      return { ...turn, step: event.step, entries: [...turn.entries, emptyMessage(event)] }
    case 'text-delta':
      return changeMessage(turn, event.entryId, (m) => {
        const text = extend(m.text, event)
        return text === m.text ? m : { ...m, text }
      })
    case 'reasoning-delta':
      return changeMessage(turn, event.entryId, (m) => {
        const reasoning = extend(m.reasoning, event)
        return reasoning === m.reasoning ? m : { ...m, reasoning }
      })
    case 'text-was-reasoning':
      return changeMessage(turn, event.entryId, takeTextAsReasoning)
    case 'tool-input-delta':
      return { ...turn, preparing: { toolTitle: event.toolTitle, characters: event.characters } }
    case 'message-finished':
      return { ...finishMessage(turn, event), preparing: null }
    case 'tool-call-added':
      return { ...turn, preparing: null, entries: [...turn.entries, event.call] }
    case 'tool-call-decided':
    case 'tool-call-started':
    case 'tool-call-progressed':
    case 'tool-call-task-changed':
    case 'tool-call-finished':
    case 'tool-call-ended':
      return changeCall(turn, event.entryId, (call) => reduceToolCall(call, event))
    // It may end with its call, or after it.
    case 'tool-call-ask-withdrawn':
      return changeCall(turn, event.entryId, (call) => withWithdrawnAsk(call, event.ask))
    case 'tool-call-exchanged':
      return changeCall(turn, event.entryId, (call) => withExchange(call, event.exchange))
    case 'tool-call-undo-changed':
      return changeCall(turn, event.entryId, (call) => ({ ...call, fileUndo: event.undo }))
    case 'tool-call-app-drawn':
      return changeCall(turn, event.entryId, (call) =>
        call.app ? { ...call, app: { ...call.app, drawn: event.drawn } } : call,
      )
    case 'tool-call-app-failed':
      return changeCall(turn, event.entryId, (call) => withAppFailure(call, event.failure))
    case 'tools-left-out':
      return { ...turn, leftOutTools: event.tools }
    case 'parameters-left-out':
      return withParameters(turn, event)
    case 'provider-data-left-out':
      return { ...turn, providerDataLeftOut: true }
    case 'turns-left-out':
      return withLeftOutTurns(turn, event)
    case 'request-sized':
      return { ...turn, request: event.request }
    case 'turn-continued':
      return {
        // Another model may take them.
        ...withParameters(turn, { names: [] }),
        status: 'running',
        stepLimit: event.stepLimit,
        model: event.model ?? turn.model,
        failure: null,
        endedAt: null,
      }
    case 'turn-ended':
      return endTurn(turn, event)
  }
}

function withAppFailure(call: ToolCall, failure: AppFailure | null): ToolCall {
  if (!call.app) return call
  const { failure: _before, ...app } = call.app
  return { ...call, app: failure === null ? app : { ...app, failure } }
}

/** Records which parameters were left out or changed, and nothing for none. */
function withParameters(
  turn: Turn,
  { names, changed = [] }: Pick<ParametersEvent, 'names' | 'changed'>,
): Turn {
  const { leftOutParameters: _leftOut, changedParameters: _changed, ...rest } = turn
  return {
    ...rest,
    ...(names.length > 0 ? { leftOutParameters: names } : {}),
    ...(changed.length > 0 ? { changedParameters: changed } : {}),
  }
}

type ParametersEvent = Extract<TurnEvent, { type: 'parameters-left-out' }>

function withLeftOutTurns(
  turn: Turn,
  { count, pinned = 0, isRefused, isShortened }: Extract<TurnEvent, { type: 'turns-left-out' }>,
): Turn {
  const {
    leftOutTurns: _turns,
    leftOutPinned: _pinned,
    contextRefused: _refused,
    resultsShortened: _shortened,
    ...rest
  } = turn
  return {
    ...rest,
    ...(count > 0 ? { leftOutTurns: count } : {}),
    ...(pinned > 0 ? { leftOutPinned: pinned } : {}),
    ...(isRefused ? { contextRefused: true } : {}),
    ...(isShortened ? { resultsShortened: true } : {}),
  }
}

function finishMessage(
  turn: Turn,
  { entryId, status, usage, cost, refusedCalls }: Extract<TurnEvent, { type: 'message-finished' }>,
): Turn {
  const finished = changeMessage(turn, entryId, (m) => ({
    ...m,
    status,
    ...(usage ? { usage } : {}),
    ...(refusedCalls ? { refusedCalls } : {}),
  }))
  return finished === turn || !usage
    ? finished
    : {
        ...finished,
        usage: addUsage(turn.usage, usage),
        ...(turn.request ? { request: { ...turn.request, usage } } : {}),
        ...(cost === undefined ? {} : { cost: (turn.cost ?? 0) + cost }),
      }
}

const takeTextAsReasoning = (message: AssistantMessage): AssistantMessage =>
  message.text === ''
    ? message
    : { ...message, reasoning: message.reasoning + message.text, text: '' }

/** Adds the counts that are known. A count that no step had stays absent: it is unknown, not zero. */
function addUsage(before: TokenUsage = {}, more: TokenUsage): TokenUsage {
  const sum = (name: keyof TokenUsage): TokenUsage => {
    const [known, added] = [before[name], more[name]]
    return known === undefined && added === undefined ? {} : { [name]: (known ?? 0) + (added ?? 0) }
  }
  return { ...sum('inputTokens'), ...sum('cachedTokens'), ...sum('outputTokens') }
}

/** Appends a delta; what is there already (a delta sent again) is not appended twice. */
function extend(text: string, delta: { text: string; offset?: number | undefined }): string {
  const known = delta.offset === undefined ? 0 : Math.max(0, text.length - delta.offset)
  return text + delta.text.slice(known)
}

type ToolCallEvent = Extract<
  TurnEvent,
  {
    type:
      | 'tool-call-decided'
      | 'tool-call-started'
      | 'tool-call-progressed'
      | 'tool-call-task-changed'
      | 'tool-call-finished'
      | 'tool-call-ended'
  }
>

function reduceToolCall(call: ToolCall, event: ToolCallEvent): ToolCall {
  if (isToolCallFinished(call)) return call
  switch (event.type) {
    case 'tool-call-decided': {
      const decided = { ...call, decision: event.decision, arguments: event.arguments }
      return event.decision.kind === 'deny'
        ? { ...decided, status: 'denied', endedAt: event.at }
        : { ...decided, status: 'approved' }
    }
    case 'tool-call-started':
      return { ...call, status: 'running', startedAt: event.at }
    case 'tool-call-progressed':
      return call.status === 'running' ? { ...call, progress: event.progress } : call
    case 'tool-call-task-changed':
      return call.status === 'running' ? { ...call, task: event.task } : call
    case 'tool-call-finished':
      return { ...call, status: 'done', result: event.result, endedAt: event.at }
    case 'tool-call-ended': {
      const { status, error, argumentProblems, needsSignIn, at } = event
      return {
        ...call,
        status,
        error,
        ...(argumentProblems ? { argumentProblems } : {}),
        ...(needsSignIn ? { needsSignIn } : {}),
        endedAt: at,
      }
    }
  }
}

function withWithdrawnAsk(call: ToolCall, ask: WithdrawnAsk): ToolCall {
  const others = call.withdrawnAsks?.filter(({ id }) => id !== ask.id) ?? []
  return { ...call, withdrawnAsks: [...others, ask].slice(-MAX_WITHDRAWN_ASKS) }
}

function withExchange(call: ToolCall, exchange: SamplingExchange): ToolCall {
  return { ...call, exchanges: [...(call.exchanges ?? []), exchange].slice(-MAX_EXCHANGES) }
}

function emptyMessage(event: Extract<TurnEvent, { type: 'step-started' }>): AssistantMessage {
  return {
    kind: 'assistant-message',
    id: event.messageId,
    step: event.step,
    text: '',
    reasoning: '',
    status: 'streaming',
    createdAt: event.at,
  }
}

function endTurn(turn: Turn, event: Extract<TurnEvent, { type: 'turn-ended' }>): Turn {
  const entries = turn.entries.map((entry): Entry => {
    if (entry.kind === 'assistant-message' && entry.status === 'streaming')
      return { ...entry, status: 'interrupted' }
    if (entry.kind === 'tool-call' && !isToolCallFinished(entry) && !isTaskRunning(entry))
      // What was sent may have run: no one may say that it was not.
      return {
        ...entry,
        status: entry.status === 'running' ? 'unknown' : 'cancelled',
        endedAt: event.at,
      }
    return entry
  })
  return {
    ...turn,
    entries,
    preparing: null,
    status: event.status,
    failure: event.failure,
    endedAt: event.at,
  }
}

/** A call that became a task is ended by whoever follows it, which may be long after its turn. */
function isTaskRunning(call: ToolCall): boolean {
  return call.status === 'running' && call.task !== undefined
}

function changeMessage(
  turn: Turn,
  id: string,
  change: (message: AssistantMessage) => AssistantMessage,
): Turn {
  return changeEntry(turn, id, (entry) =>
    entry.kind === 'assistant-message' && entry.status === 'streaming' ? change(entry) : entry,
  )
}

function changeCall(turn: Turn, id: string, change: (call: ToolCall) => ToolCall): Turn {
  return changeEntry(turn, id, (entry) => (entry.kind === 'tool-call' ? change(entry) : entry))
}

function changeEntry(turn: Turn, id: string, change: (entry: Entry) => Entry): Turn {
  const index = turn.entries.findLastIndex((entry) => entry.id === id)
  const entry = turn.entries[index]
  if (!entry) return turn
  const changed = change(entry)
  return changed === entry
    ? turn
    : { ...turn, entries: turn.entries.map((e, i) => (i === index ? changed : e)) }
}
