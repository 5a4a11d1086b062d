import {
  abortCodeOf,
  isGatehouseError,
  MAX_CALL_LABEL,
  modelFailureSchema,
  STEP_LIMITS,
  type ModelFailure,
  type ModelRef,
  type ModelSource,
  type SentRequest,
  type TurnStatus,
} from '@gatehouse/domain'
import { DEFAULT_SYSTEM_PROMPT, type ChatSetup } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import type { ServerInstructions } from '../model-request/server-instructions.ts'
import { modelError } from '../../model-providers/provider-credentials.ts'
import type { ModelConnection, ProviderService } from '../../model-providers/provider-service.ts'
import type { ModelEvent, ModelRequest } from '../../ports/index.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import {
  addCost,
  costOfAnswer,
  COST_LIMIT_REACHED,
  isCostLimitReached,
} from '../conversations/chat-cost.ts'
import { serversOfChat } from '../tool-offers/chat-servers.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { noteQuarantined } from '../tool-offers/left-out-tools.ts'
import { noteAdjustments, noteRequest, withLoweredLimit } from './request-notes.ts'
import type { LiveTurn } from './live-turn.ts'
import { ModelContext, type ModelInput } from '../model-request/model-context.ts'
import type { ToolOfferService } from '../tool-offers/tool-offer-service.ts'
import { requestParameters } from '../model-request/request-parameters.ts'
import {
  runCalls,
  type CallTurnContext,
  type Proposal,
  type ProposedCalls,
} from '../tool-calls/step-calls.ts'
import { systemPrompt } from '../model-request/system-prompt.ts'
import type { ToolCallRunner } from '../tool-calls/tool-call-runner.ts'
import { createToolCatalog, type ToolCatalog } from '../tool-offers/tool-catalog.ts'
import type { ToolOffer } from '../tool-offers/tool-offer.ts'
import type { RequestRecorder } from '../model-request/request-recorder.ts'

const LENGTH_LIMIT: ModelFailure = {
  code: 'length-limit',
  message: 'The answer hit the output limit. Choose Continue to let the model go on.',
}

const NO_ROOM_FOR_ANSWER: ModelFailure = {
  code: 'context-too-long',
  message:
    'The request leaves too little of the model’s context for an answer, so it was not sent. Retry to leave out more of the chat, unpin messages, take attachments out, use fewer tools, or choose a model with a larger context. If the size of the context is wrong, correct it in Settings, Models.',
}

const TURN_TOO_LARGE: ModelFailure = {
  code: 'turn-too-large',
  message:
    'The results of this turn are larger than one turn may hold. Send a new message to go on.',
}

export interface TurnContext extends CallTurnContext {
  serverIds: string[] | null
  /** The setup when the turn begins or continues. */
  setup: ChatSetup
  /** The request for the same message that its model refused as too long. */
  refused?: SentRequest | undefined
}

type Dependencies = Pick<
  HostDependencies,
  'clock' | 'timers' | 'pause' | 'ids' | 'digest' | 'stores'
> & {
  providers: ProviderService
  registry: ServerRegistry
  runner: ToolCallRunner
  requestRecorder: RequestRecorder
  instructions: Pick<ServerInstructions, 'forModels'>
  conversations: Pick<ConversationService, 'find' | 'addCost'>
  offeredTools: Pick<ToolOfferService, 'of' | 'search' | 'keep'>
}

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
    let connection = await deps.providers.connect(model)
    let modelContext: ModelContext | undefined
    while (!signal.aborted) {
      if (live.state.step >= live.state.stepLimit) return end(live, deps, { status: 'step-limit' })
      if (live.isFull) return end(live, deps, { status: 'failed', failure: TURN_TOO_LARGE })
      if (isCostLimitReached(deps, live.state.conversationId))
        return end(live, deps, { status: costLimitStatus(live), failure: COST_LIMIT_REACHED })
      // A person may change the provider while a call waits.
      while (!connection.isCurrent()) {
        connection = await deps.providers.connect(model)
        modelContext = undefined
      }
      signal.throwIfAborted()
      const { servers, catalog, offer } = offerOf(context, model, deps)
      const { source } = connection
      modelContext ??= modelContextOf(context, { model, source, offer }, deps)
      const own = context.setup.systemPrompt ?? DEFAULT_SYSTEM_PROMPT
      const system = systemPrompt(own, deps.instructions.forModels(servers), deps.digest)
      const { conversationId } = live.state
      const proposals = await runStep(
        { ...connection, modelContext, context, deps, model, system, catalog, offer },
        signal,
      )
      if (proposals.length === 0) return end(live, deps, { status: 'done' })
      await runCalls(context, deps, {
        proposals,
        catalog,
        ...searchOf({ conversationId, catalog, offer }, deps, proposals),
      })
    }
    end(live, deps, { status: stopStatus(signal) })
  } catch (error) {
    if (signal.aborted) return end(live, deps, { status: stopStatus(signal) })
    const failure = failureOf(error)
    end(live, deps, { status: statusOfFailure(live, failure), failure })
  }
}

/** The messages for the model; calls of tools that it is not offered at present are described in words. */
function modelContextOf(
  { live, refused }: TurnContext,
  { model, source, offer }: { model: ModelRef; source: ModelSource; offer: ToolOffer },
  deps: Dependencies,
): ModelContext {
  const names = new Set(offer.entries.map((one) => one.modelName))
  const offers = (name: string): boolean => names.has(name)
  return ModelContext.before(live.state, { model, source, offers, refused }, deps)
}

/** The servers of the chat as they are now, their tools, and how those are offered. */
function offerOf(
  { live, serverIds, setup }: TurnContext,
  model: ModelRef,
  { registry, digest, offeredTools }: Dependencies,
) {
  const servers = serversOfChat(serverIds, registry)
  const catalog = createToolCatalog(servers, digest, setup)
  const { conversationId } = live.state
  return { servers, catalog, offer: offeredTools.of({ conversationId, model, setup }, catalog) }
}

/** The host's search where it was offered; tools that the model called without it are offered from now on. */
function searchOf(
  step: { conversationId: string; catalog: ToolCatalog; offer: ToolOffer },
  { offeredTools }: Dependencies,
  proposals: readonly Proposal[],
): Pick<ProposedCalls, 'search'> {
  const { conversationId, catalog, offer } = step
  if (!offer.search) return {}
  const called = proposals.flatMap(({ name }) => catalog.find(name) ?? [])
  offeredTools.keep(conversationId, called, offer)
  return { search: (args) => offeredTools.search(args, step) }
}

type Ending = { status: Exclude<TurnStatus, 'running'>; failure?: ModelFailure }

function end(live: LiveTurn, deps: Dependencies, { status, failure }: Ending): void {
  live.flush()
  live.apply({ type: 'turn-ended', status, failure: failure ?? null, at: deps.clock.now() })
}

const stopStatus = (signal: AbortSignal): 'stopped' | 'interrupted' =>
  abortCodeOf(signal) === 'app-quit' ? 'interrupted' : 'stopped'

/** Before its first step there is nothing to continue. */
const costLimitStatus = (live: LiveTurn): 'interrupted' | 'failed' =>
  live.state.step === 0 ? 'failed' : 'interrupted'

/** A stream that broke after something was shown is interrupted: "Continue" makes sense there, but not after a refusal. */
function statusOfFailure(live: LiveTurn, { code }: ModelFailure): 'interrupted' | 'failed' {
  if (code === 'filtered') return 'failed'
  const last = live.state.entries.at(-1)
  return last?.kind === 'assistant-message' && last.text !== '' ? 'interrupted' : 'failed'
}

interface ModelStep extends ModelConnection {
  modelContext: ModelContext
  context: TurnContext
  deps: Dependencies
  model: ModelRef
  system: string
  catalog: ToolCatalog
  offer: ToolOffer
}

async function runStep(step: ModelStep, signal: AbortSignal): Promise<Proposal[]> {
  const { context, deps, system, offer, modelContext } = step
  const { live } = context
  const { maxOutputTokens } = requestParameters(context.setup)
  const frame = { system, toolTokens: offer.offeredTokens, maxOutputTokens }
  const input = await modelContext.next(live.state, frame)
  const messageId = deps.ids.next()
  live.apply({
    type: 'step-started',
    step: live.state.step + 1,
    messageId,
    at: deps.clock.now(),
  })
  const calls: StepCalls = { proposals: [], refused: 0 }
  const ask = (what: ModelInput) => requestAnswer(step, { input: what, messageId, calls }, signal)
  let isCut: boolean
  try {
    isCut = await ask(input)
  } catch (error) {
    signal.throwIfAborted()
    const { writtenCall } = failureOf(error)
    if (writtenCall)
      throw modelError({ ...failureOf(error), writtenCall: withTool(writtenCall, step) })
    if (!isTooLong(error) || !isBlank(live, messageId)) throw error
    const shorter = await modelContext.afterRefusal(live.state, frame, input)
    if (!shorter || !step.isCurrent()) throw error
    isCut = await ask(shorter)
  }
  signal.throwIfAborted()
  if (isCut && calls.proposals.length === 0) throw modelError(LENGTH_LIMIT)
  return calls.proposals
}

type WrittenCall = NonNullable<ModelFailure['writtenCall']>

/** Adds the tool that a call in the text names, so that the person can run it. */
function withTool(call: WrittenCall, { catalog }: ModelStep): WrittenCall {
  const entry = catalog.find(call.name)
  if (!entry) return call
  const tool = { serverId: entry.server.config.id, toolName: entry.tool.name }
  return { ...call, tool }
}

const isTooLong = (error: unknown): boolean => failureOf(error).code === 'context-too-long'

/** True if no part of an answer came. */
function isBlank(live: LiveTurn, messageId: string): boolean {
  const message = live.state.entries.at(-1)
  if (message?.id !== messageId || message.kind !== 'assistant-message') return false
  return message.text === '' && message.reasoning === '' && live.state.preparing === null
}

interface Attempt {
  input: ModelInput
  messageId: string
  calls: StepCalls
}

/** Sends one request and takes in its answer; whether that was cut off. */
async function requestAnswer(
  step: ModelStep,
  { input, messageId, calls }: Attempt,
  signal: AbortSignal,
): Promise<boolean> {
  const { context, deps, client, model, source, system, catalog, offer, modelContext } = step
  const { live } = context
  noteRequest(live, input)
  const { maxOutputTokens } = input
  if (maxOutputTokens === undefined) throw modelError(NO_ROOM_FOR_ANSWER)
  const reading = modelContext.tools()
  const asked: ModelRequest = {
    modelId: source.modelId,
    system,
    ...requestParameters(context.setup),
    maxOutputTokens,
    messages: input.messages,
    tools: offer.tools(reading),
  }
  const { request, adjustments } = (await client.adapt?.(asked)) ?? {
    request: asked,
    adjustments: { names: [] },
  }
  noteAdjustments(live, withLoweredLimit(adjustments, context.setup, request))
  const { id: turnId, step: number } = live.state
  const { entries, search } = offer
  const hostTools = [...(search ? [search] : []), ...reading]
  await deps.requestRecorder.keep({
    turnId,
    step: number,
    model,
    source,
    request,
    entries,
    hostTools,
  })
  let isCut = false
  for await (const event of client.stream(request, signal)) {
    signal.throwIfAborted()
    isCut = event.type === 'finish' && event.reason === 'length'
    const cost =
      event.type === 'finish' ? costOfAnswer(deps, { model, usage: event.usage }) : undefined
    takeEvent(event, { live, messageId, source, catalog, calls, cost })
    addCost(deps, live.state.conversationId, cost)
  }
  return isCut
}

interface StepState {
  live: LiveTurn
  messageId: string
  source: ModelSource
  catalog: ToolCatalog
  calls: StepCalls
  /** US dollars, of an answer that is finished. */
  cost: number | undefined
}

function takeEvent(event: ModelEvent, into: StepState): void {
  const { live, messageId, source, catalog, calls, cost } = into
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      live.apply({ type: event.type, entryId: messageId, text: event.text })
      return
    case 'text-was-reasoning':
      live.apply({ type: event.type, entryId: messageId })
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
    case 'step-parts':
      live.keepParts(messageId, { from: source, parts: event.parts })
      return
    case 'provider-data-left-out':
      live.apply(event)
      return
    case 'parameters-left-out': {
      // Beside what was known before it was sent.
      const { leftOutParameters = [], changedParameters = [] } = live.state
      const names = [...new Set([...leftOutParameters, ...event.names])]
      noteAdjustments(live, { names, changed: [...changedParameters, ...(event.changed ?? [])] })
      return
    }
    case 'tools-quarantined':
      noteQuarantined(event, into)
      return
    case 'finish':
      live.apply({
        type: 'message-finished',
        entryId: messageId,
        status: 'complete',
        usage: event.usage,
        ...(cost === undefined ? {} : { cost }),
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
