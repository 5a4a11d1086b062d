import {
  isGatehouseError,
  MAX_CALL_LABEL,
  modelFailureSchema,
  STEP_LIMITS,
  toolDisplayName,
  type JsonObject,
  type ModelFailure,
  type ToolCall,
  type TurnStatus,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { modelError, type ProviderService } from '../models/provider-service.ts'
import type { ModelClient, ModelEvent } from '../ports/index.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { serversOf } from './chat-servers.ts'
import { isTurnFull } from './stored-size.ts'
import type { LiveTurn } from './live-turn.ts'
import { earlierContext, type EarlierContext } from './model-context.ts'
import { joinMessages, turnMessages } from './model-messages.ts'
import { SYSTEM_PROMPT } from './system-prompt.ts'
import type { PendingCall } from './pending-call.ts'
import type { ToolCallRunner } from './tool-call-runner.ts'
import { createToolCatalog, modelToolName, type ToolCatalog } from './tool-catalog.ts'

const MAX_OUTPUT_TOKENS = 8192

const LENGTH_LIMIT: ModelFailure = {
  code: 'length-limit',
  message: 'The answer reached the greatest length of one step. Continue to let the model go on.',
}

const TURN_TOO_LARGE: ModelFailure = {
  code: 'turn-too-large',
  message:
    'The results of this turn are larger than one turn may hold. Send a new message to go on.',
}

export interface TurnContext {
  live: LiveTurn
  conversationTitle: string
  serverIds: string[] | null
  /** A signal for one tool call that also ends with the turn's. */
  callSignal(entryId: string): AbortSignal
}

type Dependencies = Pick<HostDependencies, 'clock' | 'ids' | 'digest' | 'stores'> & {
  providers: ProviderService
  registry: ServerRegistry
  runner: ToolCallRunner
}

/** A call the model asked for in one step, complete or not usable. */
type Proposal =
  | { callId: string; name: string; arguments: JsonObject }
  | { callId: string; name: string; raw: string; problem: string }

/** The calls of one step so far: those that are made, and how many are not. */
interface StepCalls {
  proposals: Proposal[]
  refused: number
}

/** Model step, tool calls, model step… until the model is done, the limit, a failure or a stop. */
export async function runTurn(
  context: TurnContext,
  deps: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { live } = context
  try {
    const model = live.state.model
    if (!model) return end(live, deps, { status: 'done' })
    const client = await deps.providers.clientFor(model)
    const earlier = earlierContext(live.state, deps.stores.turns, nameOf(deps))
    if (earlier.leftOut !== (live.state.leftOutTurns ?? 0))
      live.apply({ type: 'turns-left-out', count: earlier.leftOut })
    while (!signal.aborted) {
      if (live.state.step >= live.state.stepLimit) return end(live, deps, { status: 'step-limit' })
      if (isTurnFull(live.state))
        return end(live, deps, { status: 'failed', failure: TURN_TOO_LARGE })
      const catalog = createToolCatalog(serversOf(context.serverIds, deps.registry), deps.digest)
      const proposals = await runStep({ context, deps, client, catalog, earlier }, signal)
      if (proposals.length === 0) return end(live, deps, { status: 'done' })
      await runCalls(context, deps, { proposals, catalog })
    }
    end(live, deps, { status: stopStatus(signal) })
  } catch (error) {
    if (signal.aborted) end(live, deps, { status: stopStatus(signal) })
    else end(live, deps, { status: statusOfFailure(live), failure: failureOf(error) })
  }
}

type Ending = { status: Exclude<TurnStatus, 'running'>; failure?: ModelFailure }

function end(live: LiveTurn, deps: Dependencies, { status, failure }: Ending): void {
  live.flush()
  live.apply({ type: 'turn-ended', status, failure: failure ?? null, at: deps.clock.now() })
}

const stopStatus = (signal: AbortSignal): 'stopped' | 'interrupted' =>
  signal.reason === 'quit' ? 'interrupted' : 'stopped'

/** A stream that broke after something was shown is interrupted: "Continue" makes sense there. */
function statusOfFailure(live: LiveTurn): 'interrupted' | 'failed' {
  const last = live.state.entries.at(-1)
  return last?.kind === 'assistant-message' && last.text !== '' ? 'interrupted' : 'failed'
}

const nameOf =
  ({ digest }: Pick<Dependencies, 'digest'>) =>
  (call: ToolCall): string =>
    modelToolName(call.serverName, call.toolName, digest)

interface ModelStep {
  context: TurnContext
  deps: Dependencies
  client: ModelClient
  catalog: ToolCatalog
  earlier: EarlierContext
}

async function runStep(step: ModelStep, signal: AbortSignal): Promise<Proposal[]> {
  const { context, deps, client, catalog, earlier } = step
  const { live } = context
  const modelId = live.state.model?.modelId ?? ''
  const messages = joinMessages([...earlier.messages, turnMessages(live.state, nameOf(deps))])
  const messageId = deps.ids.next()
  live.apply({
    type: 'step-started',
    step: live.state.step + 1,
    messageId,
    at: deps.clock.now(),
  })
  const calls: StepCalls = { proposals: [], refused: 0 }
  const request = {
    modelId,
    system: SYSTEM_PROMPT,
    messages,
    tools: catalog.tools,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
  let isCut = false
  for await (const event of client.stream(request, signal)) {
    signal.throwIfAborted()
    isCut = event.type === 'finish' && event.reason === 'length'
    takeEvent(event, { live, messageId, catalog, calls })
  }
  signal.throwIfAborted()
  if (isCut && calls.proposals.length === 0) throw modelError(LENGTH_LIMIT)
  return calls.proposals
}

function takeEvent(
  event: ModelEvent,
  into: { live: LiveTurn; messageId: string; catalog: ToolCatalog; calls: StepCalls },
): void {
  const { live, messageId, catalog, calls } = into
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      live.apply({ type: event.type, entryId: messageId, text: event.text })
      return
    case 'tool-input-delta':
      live.apply({
        type: 'tool-input-delta',
        toolTitle: catalog.find(event.name)?.tool.name ?? event.name,
        characters: event.characters,
      })
      return
    case 'tool-call':
    case 'tool-call-invalid':
      propose(calls, event)
      return
    case 'tool-calls-refused':
      calls.refused += event.count
      return
    case 'tools-quarantined': {
      const tools = event.names.map((name) => ({ name, reason: event.reason }))
      const known = (live.state.leftOutTools ?? []).filter((old) => !event.names.includes(old.name))
      live.apply({ type: 'tools-left-out', tools: [...known, ...tools] })
      return
    }
    case 'finish':
      live.apply({
        type: 'message-finished',
        entryId: messageId,
        status: 'complete',
        usage: event.usage,
        ...(calls.refused > 0 ? { refusedCalls: calls.refused } : {}),
      })
  }
}

function propose(
  calls: StepCalls,
  event: Extract<ModelEvent, { type: 'tool-call' | 'tool-call-invalid' }>,
): void {
  if (calls.proposals.length >= STEP_LIMITS.calls) calls.refused += 1
  else
    calls.proposals.push({
      ...event,
      callId: event.callId.slice(0, MAX_CALL_LABEL),
      name: event.name.slice(0, MAX_CALL_LABEL),
    })
}

async function runCalls(
  context: TurnContext,
  deps: Dependencies,
  step: { proposals: Proposal[]; catalog: ToolCatalog },
): Promise<void> {
  const pending = step.proposals.flatMap((proposal): PendingCall[] => {
    const entry = step.catalog.find(proposal.name)
    const call = toolCallOf(proposal, { entry, live: context.live, deps })
    context.live.apply({ type: 'tool-call-added', call })
    if (!entry || call.status === 'rejected') return []
    const { server, identity, tool } = entry
    return [
      {
        turn: context.live,
        call,
        server,
        identity,
        tool,
        conversationTitle: context.conversationTitle,
      },
    ]
  })
  await Promise.all(pending.map((one) => deps.runner.run(one, context.callSignal(one.call.id))))
}

function toolCallOf(
  proposal: Proposal,
  about: { entry: ReturnType<ToolCatalog['find']>; live: LiveTurn; deps: Dependencies },
): ToolCall {
  const { entry, live, deps } = about
  const now = deps.clock.now()
  const args = 'arguments' in proposal ? proposal.arguments : {}
  const problem = !entry
    ? `There is no tool named ${proposal.name.slice(0, 200)}.`
    : 'problem' in proposal
      ? proposal.problem
      : undefined
  return {
    kind: 'tool-call',
    id: deps.ids.next(),
    step: live.state.step,
    callId: proposal.callId,
    origin: 'model',
    serverId: entry?.server.config.id ?? null,
    serverName: entry?.server.config.name ?? '',
    serverHue: entry?.server.config.hue ?? 0,
    toolName: entry?.tool.name ?? proposal.name,
    toolTitle: entry ? toolDisplayName(entry.tool) : proposal.name,
    ...(entry?.tool.annotations ? { annotations: entry.tool.annotations } : {}),
    proposedArguments: args,
    arguments: args,
    status: problem === undefined ? 'waiting' : 'rejected',
    ...(problem === undefined ? { askId: deps.ids.next() } : { error: problem, endedAt: now }),
    createdAt: now,
  }
}

function failureOf(error: unknown): ModelFailure {
  if (isGatehouseError(error)) {
    const parsed = modelFailureSchema.safeParse(error.data['failure'])
    if (parsed.success) return parsed.data
    return { code: 'internal', message: error.message }
  }
  return {
    code: 'internal',
    message: 'The turn ended because of a fault in Gatehouse.',
    detail: String(error).slice(0, 300),
  }
}
