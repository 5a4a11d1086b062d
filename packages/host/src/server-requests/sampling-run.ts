import {
  bareMediaType,
  canonicalJson,
  GatehouseError,
  type ContentBlock,
  type ModelFailure,
  type ModelRef,
  type TokenUsage,
} from '@gatehouse/domain'
import type { ChangedParameter } from '@gatehouse/domain/chats'
import { isSameJson } from '@gatehouse/domain/text'
import {
  adaptedParametersSchema,
  samplingParameterSchema,
  type AdaptedParameters,
} from '@gatehouse/domain/server-requests'
import type {
  SamplingAnswer,
  SamplingBlock,
  SamplingMessage,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import type {
  AssistantPart,
  ModelClient,
  ModelFinishReason,
  ModelMessage,
  ModelRequest,
  ParameterAdjustments,
  UserPart,
} from '../ports/index.ts'

const MAX_NAME = 64
/** Characters of a name that a model made up, in an error. */
const MAX_TOOL = 128
const STOP_REASONS: Record<ModelFinishReason, string> = {
  stop: 'endTurn',
  'tool-calls': 'toolUse',
  length: 'maxTokens',
}

/**
 * Returns a request for no longer an answer than its model's known context leaves; `undefined` where it leaves fewer
 * tokens than an answer takes.
 */
export type LimitRequest = (request: ModelRequest, model: ModelRef) => ModelRequest | undefined

/** A sampling request with the model that is to answer it. */
export interface SamplingRun {
  model: ModelRef
  request: SamplingRequest
}

interface LimitedRun extends SamplingRun {
  limitRequest: LimitRequest
}

/** The answer of a model, and the tools that its provider could not take. */
export interface SamplingOutcome {
  answer: SamplingAnswer
  leftOut: string[]
  /** The usage as the provider reports it. */
  usage: TokenUsage
}

/** Receives the text as it comes; its signal ends the run. */
export interface SamplingListener {
  signal: AbortSignal
  onText?: (piece: string) => void
  /** Receives which parameters are sent otherwise, before the answer. */
  onAdapted?: (adapted: AdaptedParameters) => void
}

const NO_ROOM: ModelFailure = {
  code: 'context-too-long',
  message:
    'The request leaves too little of the model’s context for an answer, so it was not sent. Choose a model with a larger context. If the size of the context is wrong, correct it in Settings, Models.',
}

/** Returns the request that a model is sent: for no longer an answer than its context leaves. Throws `model/failed`. */
function sentRequest(
  { model, request, limitRequest }: LimitedRun,
  names: ToolNames,
): { sent: ModelRequest; changed: ChangedParameter[] } {
  const asked = toModelRequest(model.modelId, request, names)
  const sent = limitRequest(asked, model)
  if (!sent)
    throw new GatehouseError('model/failed', NO_ROOM.message, {
      data: { failure: NO_ROOM, unsent: true },
    })
  const { maxOutputTokens: value } = sent
  const isLowered = value < asked.maxOutputTokens
  return { sent, changed: isLowered ? [{ name: 'maxOutputTokens', value }] : [] }
}

/**
 * Lets a model answer a server's request; runs no tool. Rejects as {@link ModelClient.stream} does, and where the model's
 * context has no room for an answer.
 */
export async function runSampling(
  client: ModelClient,
  run: LimitedRun,
  { signal, onText, onAdapted }: SamplingListener,
): Promise<SamplingOutcome> {
  const { model, request } = run
  const names = toolNames(request)
  const { sent, changed } = sentRequest(run, names)
  let adjustments: ParameterAdjustments = { names: [], changed }
  const adjust = (more: ParameterAdjustments): void => {
    adjustments = joinAdjustments(adjustments, more)
    onAdapted?.(adaptedParameters(adjustments))
  }
  if (changed.length > 0) adjust({ names: [] })
  const leftOut: string[] = []
  const uses: SamplingAnswer['content'] = []
  let text = ''
  let reason: ModelFinishReason = 'stop'
  let usage: TokenUsage = {}
  for await (const event of client.stream(sent, signal)) {
    signal.throwIfAborted()
    if (event.type === 'text-delta') {
      text += event.text
      onText?.(event.text)
    } else if (event.type === 'text-was-reasoning') text = ''
    else if (event.type === 'tool-call')
      uses.push({
        type: 'tool_use',
        id: event.callId,
        name: names.toOriginal(event.name),
        input: event.arguments,
      })
    else if (event.type === 'tool-call-invalid')
      throw unusableArguments(names.toOriginal(event.name), event.problem)
    else if (event.type === 'tools-quarantined') leftOut.push(...event.names.map(names.toOriginal))
    else if (event.type === 'parameters-left-out') adjust(event)
    else if (event.type === 'finish') ({ reason, usage } = event)
  }
  const stopReason = uses.length > 0 ? 'toolUse' : STOP_REASONS[reason]
  const textBlocks = text === '' && uses.length > 0 ? [] : [{ type: 'text' as const, text }]
  return {
    answer: {
      model: model.modelId,
      content: [...textBlocks, ...uses],
      stopReason,
    },
    leftOut,
    usage,
  }
}

function unusableArguments(tool: string, problem: string): GatehouseError {
  return new GatehouseError(
    'sampling/unusable-arguments',
    `The model called ${tool} with arguments that cannot be used: ${problem}`,
    { data: { tool: tool.slice(0, MAX_TOOL) } },
  )
}

/** Of a parameter that is changed twice, the last value is sent. */
function joinAdjustments(
  before: ParameterAdjustments,
  more: ParameterAdjustments,
): ParameterAdjustments {
  const changed = more.changed ?? []
  const earlier = (before.changed ?? []).filter(
    ({ name }) => !changed.some((one) => one.name === name) && !more.names.includes(name),
  )
  return {
    names: [...new Set([...before.names, ...more.names])],
    changed: [...earlier, ...changed],
  }
}

/** The adjustments that concern parameters a server can request. */
function adaptedParameters({ names, changed = [] }: ParameterAdjustments): AdaptedParameters {
  const isAsked = (name: string): boolean => samplingParameterSchema.safeParse(name).success
  return adaptedParametersSchema.parse({
    leftOut: names.filter(isAsked),
    changed: changed.filter(({ name }) => isAsked(name)),
  })
}

interface ToolNames {
  /** A tool name in the form that every provider takes. */
  toProvider(name: string): string
  toOriginal(providerName: string): string
}

/** Servers may name tools as they like; providers take 64 characters of `[A-Za-z0-9_-]`. */
function toolNames(request: SamplingRequest): ToolNames {
  const providerNames = new Map<string, string>()
  const originals = new Map<string, string>()
  // Where the last search ended: thousands of names may come to the same one.
  const counts = new Map<string, number>()
  const used = request.messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])),
  )
  for (const name of [...(request.tools ?? []).map((tool) => tool.name), ...used]) {
    if (providerNames.has(name)) continue
    const base = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_NAME)
    let providerName = base
    for (let count = counts.get(base) ?? 2; originals.has(providerName); count += 1) {
      providerName = `${base.slice(0, MAX_NAME - 7)}_${count}`
      counts.set(base, count + 1)
    }
    providerNames.set(name, providerName)
    originals.set(providerName, name)
  }
  return {
    toProvider: (name) => providerNames.get(name) ?? name,
    toOriginal: (providerName) => originals.get(providerName) ?? providerName,
  }
}

/** Every text in it stands on the card in full: nothing is taken from a place that the card cuts. */
function toModelRequest(modelId: string, request: SamplingRequest, names: ToolNames): ModelRequest {
  const { temperature, stopSequences, toolChoice } = request
  const choice = toolChoice?.mode
  return {
    modelId,
    system: request.systemPrompt ?? '',
    messages: toModelMessages(request.messages, names),
    tools: (request.tools ?? []).map((tool) => ({
      name: names.toProvider(tool.name),
      // Its title is for people: the card shows the begin of it.
      description: tool.description ?? '',
      inputSchema: tool.inputSchema,
    })),
    maxOutputTokens: request.maxTokens,
    // No more tokens were reserved, or shown to whoever allowed it.
    isSingle: true,
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences && stopSequences.length > 0 ? { stopSequences } : {}),
    ...(choice === undefined ? {} : { toolChoice: choice }),
  }
}

function toModelMessages(messages: SamplingMessage[], names: ToolNames): ModelMessage[] {
  const called = new Map<string, string>()
  const result: ModelMessage[] = []
  for (const { role, content } of messages) {
    if (role === 'assistant') {
      const parts = content.flatMap((block) => assistantPart(block, names))
      for (const part of parts) if (part.type === 'tool-call') called.set(part.callId, part.name)
      result.push({ role, parts })
      continue
    }
    const results = content.flatMap((block) =>
      block.type === 'tool_result'
        ? [
            {
              callId: block.toolUseId,
              name: called.get(block.toolUseId) ?? '',
              content: [...block.content.map(resultBlock), ...structuredBlock(block)],
              isError: block.isError === true,
            },
          ]
        : [],
    )
    if (results.length > 0) result.push({ role: 'tool', results })
    const parts = content.flatMap(userPart)
    if (parts.length > 0) append(result, parts)
  }
  return result
}

/** Merges adjacent user messages: some providers refuse two in a row. */
function append(messages: ModelMessage[], parts: UserPart[]): void {
  const last = messages.at(-1)
  if (last?.role === 'user' && 'parts' in last)
    messages[messages.length - 1] = { role: 'user', parts: [...last.parts, ...parts] }
  else messages.push({ role: 'user', parts })
}

/** The block without the fields that the card does not show. */
function resultBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return { type: 'text', text: block.text }
  return block.type === 'image' || block.type === 'audio'
    ? { type: block.type, data: block.data, mimeType: bareMediaType(block.mimeType) }
    : block
}

function userPart(block: SamplingBlock): UserPart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image':
    case 'audio':
      return [{ type: block.type, data: block.data, mimeType: bareMediaType(block.mimeType) }]
    case 'tool_use':
    case 'tool_result':
      return []
  }
}

function assistantPart(block: SamplingBlock, names: ToolNames): AssistantPart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image':
    case 'audio':
      return [{ type: 'text', text: `[${block.type}, ${bareMediaType(block.mimeType)}]` }]
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          callId: block.id,
          name: names.toProvider(block.name),
          arguments: block.input,
        },
      ]
    case 'tool_result':
      return []
  }
}

/** Structured content as a text, unless one of the blocks is that JSON already. */
function structuredBlock({
  content,
  structuredContent,
}: Extract<SamplingBlock, { type: 'tool_result' }>) {
  if (structuredContent === undefined) return []
  const json = canonicalJson(structuredContent)
  const isRepeated = content.some((block) => block.type === 'text' && isSameJson(block.text, json))
  return isRepeated ? [] : [{ type: 'text' as const, text: JSON.stringify(structuredContent) }]
}
