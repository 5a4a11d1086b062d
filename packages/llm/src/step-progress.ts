import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { MAX_CALL_LABEL, STEP_LIMITS, type ModelFailure, type TokenUsage } from '@gatehouse/domain'
import type { LeftOutParameter } from '@gatehouse/domain/chats'
import type { ModelEvent, ModelFinishReason } from '@gatehouse/host/ports'
import { modelFailed } from './model-error.ts'
import { truncatedFailure } from './network-failure.ts'
import { INCOMPLETE_CALL, readToolArguments } from './read-tool-arguments.ts'
import type { StepMeter } from './step-meter.ts'
import { createStepParts, type StepParts } from './step-parts.ts'
import { partFailure, type FailureContext } from './stream-failure.ts'
import { incompletePart } from './response-completeness.ts'

type CallPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>
type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/** The state of one answer while it streams. Calls are held back until its finish. */
export interface StepProgress {
  about: FailureContext
  meter: StepMeter
  parts: StepParts
  inputs: Map<string, { name: string; characters: number }>
  calls: CallPart[]
  /** Ids of calls that the provider itself marks as incomplete. */
  incomplete: Set<string>
  /** The provider marks the whole answer as incomplete, whatever reason it names. */
  isIncomplete: boolean
  /** Calls beyond what one step may have: not kept, only counted. */
  refusedCalls: number
  finish: FinishPart | undefined
}

export function createStepProgress(about: FailureContext, meter: StepMeter): StepProgress {
  return {
    about,
    meter,
    parts: createStepParts(meter),
    inputs: new Map(),
    calls: [],
    incomplete: new Set(),
    isIncomplete: false,
    refusedCalls: 0,
    finish: undefined,
  }
}

function finishReason(
  unified: LanguageModelV4FinishReason['unified'],
  calls: number,
): ModelFinishReason {
  if (unified === 'error' || unified === 'interrupted') return 'other'
  return calls > 0 && (unified === 'stop' || unified === 'other') ? 'tool-calls' : unified
}

/** No model reads or writes as much; a number above it, or below zero, is not a count. */
const MAX_TOKENS = 1_000_000_000

function count(value: number | undefined): number | undefined {
  const isCount = value !== undefined && Number.isInteger(value) && value >= 0
  return isCount && value <= MAX_TOKENS ? value : undefined
}

function usageOf(finish: FinishPart): TokenUsage {
  const inputTokens = count(finish.usage.inputTokens.total)
  const outputTokens = count(finish.usage.outputTokens.total)
  const cached = count(finish.usage.inputTokens.cacheRead) ?? 0
  const isOfInput = cached > 0 && cached <= (inputTokens ?? 0)
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(isOfInput ? { cachedTokens: cached } : {}),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  }
}

const label = (text: string): string => text.slice(0, MAX_CALL_LABEL)

/** The arguments as they came: for none at all the SDK may write an empty object. */
function receivedInput({ toolCallId, input }: CallPart, { inputs }: StepProgress): string {
  return input.trim() === '{}' && inputs.get(toolCallId)?.characters === 0 ? '' : input
}

function callEvent(call: CallPart, cutOff: boolean, progress: StepProgress): ModelEvent {
  const read = progress.incomplete.has(call.toolCallId)
    ? { ok: false as const, problem: INCOMPLETE_CALL }
    : readToolArguments(receivedInput(call, progress), cutOff)
  const callId = label(call.toolCallId)
  const name = label(call.toolName)
  return read.ok
    ? { type: 'tool-call', callId, name, arguments: read.arguments }
    : { type: 'tool-call-invalid', callId, name, raw: call.input, problem: read.problem }
}

function inputEvent(progress: StepProgress, callId: string, more: number): ModelEvent | undefined {
  const input = progress.inputs.get(callId)
  if (!input) return undefined
  progress.meter.input(input.characters, more)
  input.characters += more
  return { type: 'tool-input-delta', callId, name: input.name, characters: input.characters }
}

function startInput(progress: StepProgress, callId: string, name: string): ModelEvent | undefined {
  const { inputs } = progress
  // One that begins again continues where it was, so that its limit holds.
  if (!inputs.has(callId)) inputs.set(callId, { name: label(name), characters: 0 })
  return inputs.size > STEP_LIMITS.calls ? undefined : inputEvent(progress, callId, 0)
}

function takeCall(part: CallPart, progress: StepProgress): undefined {
  if (part.providerExecuted) return
  // A call may come whole, without its input having streamed.
  const known = progress.inputs.get(part.toolCallId)?.characters ?? 0
  progress.meter.input(known, Math.max(0, part.input.length - known))
  if (progress.calls.length < STEP_LIMITS.calls) progress.calls.push(part)
  else progress.refusedCalls += 1
}

function takeStatus(raw: unknown, progress: StepProgress): undefined {
  const incomplete = incompletePart(raw)
  if (incomplete === 'incomplete-response') progress.isIncomplete = true
  // What comes after the last call that is kept belongs to one that is not.
  else if (incomplete && progress.calls.length < STEP_LIMITS.calls)
    progress.incomplete.add(incomplete.callId)
}

function deltaEvent(
  part: { type: 'text-delta' | 'reasoning-delta'; delta: string },
  { meter }: StepProgress,
): ModelEvent | undefined {
  const text = meter.text(part.delta)
  return text === '' ? undefined : { type: part.type, text }
}

/** The SDK's names of parameters that it left out because a model does not take them. */
const PARAMETERS: Readonly<Record<string, LeftOutParameter>> = {
  temperature: 'temperature',
  reasoning: 'reasoningEffort',
  reasoningEffort: 'reasoningEffort',
  stopSequences: 'stopSequences',
}

function leftOutEvent(warnings: readonly SharedV4Warning[]): ModelEvent | undefined {
  const names = warnings.flatMap((one) =>
    one.type === 'unsupported' ? (PARAMETERS[one.feature] ?? []) : [],
  )
  return names.length > 0 ? { type: 'parameters-left-out', names: [...new Set(names)] } : undefined
}

/** Takes one part of the SDK's stream in; gives back what the host is to know of it at once. */
export function handleStreamPart(
  part: LanguageModelV4StreamPart,
  progress: StepProgress,
): ModelEvent | undefined {
  // The raw form of an event whose parsed parts come as well.
  if (part.type === 'raw') return takeStatus(part.rawValue, progress)
  progress.meter.part()
  progress.parts.take(part)
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return deltaEvent(part, progress)
    case 'tool-input-start':
      return startInput(progress, part.id, part.toolName)
    case 'tool-input-delta':
      return part.delta === '' ? undefined : inputEvent(progress, part.id, part.delta.length)
    case 'tool-call':
      return takeCall(part, progress)
    case 'stream-start':
      return leftOutEvent(part.warnings)
    case 'error': {
      const failure = partFailure(part.error, progress.about)
      if (failure) throw modelFailed(failure)
      return undefined
    }
    case 'finish':
      progress.finish = part
      return undefined
    default:
      return undefined
  }
}

/** The failure for Gemini's malformed function call: Gemini ended the answer itself, and sent nothing of the call. */
const unreadableCallFailure = ({ target }: FailureContext): ModelFailure => ({
  code: 'invalid-response',
  message: `The model at ${target.host} wrote a tool call that cannot be read, so nothing was run. Retry, or choose another model.`,
})

/** The events at the end of an answer: its calls, and how it ended. Throws `model/failed` when it was cut off. */
export function* finalEvents(progress: StepProgress): Generator<ModelEvent> {
  const { about, calls, parts, refusedCalls, finish } = progress
  const end = finish?.finishReason.unified
  if (finish?.finishReason.raw === 'MALFORMED_FUNCTION_CALL')
    throw modelFailed(unreadableCallFailure(about))
  if (!finish || end === 'interrupted' || end === 'error')
    throw modelFailed(truncatedFailure(about.target))
  const cutOff = progress.isIncomplete || (end !== 'stop' && end !== 'tool-calls')
  for (const call of calls) yield callEvent(call, cutOff, progress)
  if (refusedCalls > 0) yield { type: 'tool-calls-refused', count: refusedCalls }
  const kept = parts.all(calls)
  if (kept) yield { type: 'step-parts', parts: kept }
  yield {
    type: 'finish',
    reason: finishReason(finish.finishReason.unified, calls.length),
    usage: usageOf(finish),
  }
}
