import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import {
  isGatehouseError,
  MAX_CALL_LABEL,
  STEP_LIMITS,
  type GatehouseError,
  type TokenUsage,
} from '@gatehouse/domain'
import type { ModelEvent, ModelFinishReason, ModelRequest } from '@gatehouse/host/ports'
import { adaptTools } from './adapt-tools.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'
import { eventStreamFetch } from './event-stream-fetch.ts'
import { modelAborted, modelFailed } from './model-error.ts'
import { truncatedFailure } from './network-failure.ts'
import type { OpenContext, RetryPolicy } from './open-response.ts'
import { readToolArguments } from './read-tool-arguments.ts'
import { createStepMeter, type StepMeter } from './step-meter.ts'
import { partFailure, thrownFailure, type About } from './stream-failure.ts'
import type { Target } from './target.ts'
import { toPrompt } from './to-prompt.ts'
import { linkedController, pause, untilAborted } from './until-aborted.ts'
import { vendorModel } from './vendor-model.ts'

/** Milliseconds. Keep-alives do not count: only text, reasoning and tool input do. */
export interface StallLimits {
  firstOutputMs: number
  betweenOutputMs: number
}

export const DEFAULT_STALL: StallLimits = { firstOutputMs: 600_000, betweenOutputMs: 180_000 }

const DRAIN_MS = 200
/** Parts that came at once, such as thousands of calls, are taken in by portions. */
const PARTS_AT_ONCE = 64

export interface StepContext {
  target: Target
  retry: RetryPolicy
  stall: StallLimits
  maxEvents?: number | undefined
}

type CallPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>
type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/** What has come of one answer. Calls are held back until the finish is seen. */
interface Progress {
  about: About
  meter: StepMeter
  inputs: Map<string, { name: string; characters: number }>
  calls: CallPart[]
  /** Calls beyond what one step may have: not kept, only counted. */
  refusedCalls: number
  finish: FinishPart | undefined
}

function finishReason(
  unified: LanguageModelV4FinishReason['unified'],
  calls: number,
): ModelFinishReason {
  if (unified === 'error' || unified === 'interrupted') return 'other'
  return calls > 0 && (unified === 'stop' || unified === 'other') ? 'tool-calls' : unified
}

/** No model reads or writes as much; a number above it, or below zero, is no count. */
const MAX_TOKENS = 1_000_000_000

function count(value: number | undefined): number | undefined {
  const isCount = value !== undefined && Number.isInteger(value) && value >= 0
  return isCount && value <= MAX_TOKENS ? value : undefined
}

function usageOf(finish: FinishPart): TokenUsage {
  const inputTokens = count(finish.usage.inputTokens.total)
  const outputTokens = count(finish.usage.outputTokens.total)
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  }
}

const label = (text: string): string => text.slice(0, MAX_CALL_LABEL)

function callEvent(call: CallPart, cutOff: boolean): ModelEvent {
  const read = readToolArguments(call.input, cutOff)
  const callId = label(call.toolCallId)
  const name = label(call.toolName)
  return read.ok
    ? { type: 'tool-call', callId, name, arguments: read.arguments }
    : { type: 'tool-call-invalid', callId, name, raw: call.input, problem: read.problem }
}

function inputEvent(progress: Progress, callId: string, more: number): ModelEvent | undefined {
  const input = progress.inputs.get(callId)
  if (!input) return undefined
  progress.meter.input(input.characters, more)
  input.characters += more
  return { type: 'tool-input-delta', callId, name: input.name, characters: input.characters }
}

function startInput(progress: Progress, callId: string, name: string): ModelEvent | undefined {
  const { inputs } = progress
  // One that begins again goes on where it was, so that its limit holds.
  if (!inputs.has(callId)) inputs.set(callId, { name: label(name), characters: 0 })
  return inputs.size > STEP_LIMITS.calls ? undefined : inputEvent(progress, callId, 0)
}

function takeCall(part: CallPart, progress: Progress): undefined {
  if (part.providerExecuted) return
  // A call may come whole, without its input having streamed.
  const known = progress.inputs.get(part.toolCallId)?.characters ?? 0
  progress.meter.input(known, Math.max(0, part.input.length - known))
  if (progress.calls.length < STEP_LIMITS.calls) progress.calls.push(part)
  else progress.refusedCalls += 1
}

function deltaEvent(
  part: { type: 'text-delta' | 'reasoning-delta'; delta: string },
  { meter }: Progress,
): ModelEvent | undefined {
  const text = meter.text(part.delta)
  return text === '' ? undefined : { type: part.type, text }
}

/** Takes one part of the SDK's stream in; gives back what the host is to know of it at once. */
function takePart(part: LanguageModelV4StreamPart, progress: Progress): ModelEvent | undefined {
  progress.meter.part()
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

function* closing({ about, calls, refusedCalls, finish }: Progress): Generator<ModelEvent> {
  if (!finish || finish.finishReason.unified === 'interrupted') {
    throw modelFailed(truncatedFailure(about.target))
  }
  if (finish.finishReason.unified === 'error') throw modelFailed(truncatedFailure(about.target))
  const cutOff = finish.finishReason.unified === 'length'
  for (const call of calls) yield callEvent(call, cutOff)
  if (refusedCalls > 0) yield { type: 'tool-calls-refused', count: refusedCalls }
  yield {
    type: 'finish',
    reason: finishReason(finish.finishReason.unified, calls.length),
    usage: usageOf(finish),
  }
}

/** A clock that runs only while output is waited for. */
function createStallWatch(limits: StallLimits, stop: () => void) {
  let limit = limits.firstOutputMs
  let stalled = false
  return {
    stalled: () => stalled,
    seconds: () => Math.round(limit / 1000),
    sawOutput: () => {
      limit = limits.betweenOutputMs
    },
    /** The time left goes on over events that are no output. */
    start(): () => void {
      const timer = setTimeout(() => {
        stalled = true
        stop()
      }, limit)
      return () => clearTimeout(timer)
    },
  }
}

/** What is absent is left to the provider. */
function sampling({ temperature, stopSequences }: ModelRequest) {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
  }
}

function choice({ toolChoice }: ModelRequest) {
  return toolChoice === undefined ? {} : { toolChoice: { type: toolChoice } }
}

async function openStream(request: ModelRequest, context: OpenContext, signal: AbortSignal) {
  const { target } = context
  const { tools, quarantined } = await adaptTools(request.tools, target.kind)
  const fetch = eventStreamFetch(context)
  const model = await vendorModel(target, request.modelId, fetch)
  const open = async () =>
    model.doStream({
      prompt: toPrompt(request, target.kind),
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: signal,
      ...sampling(request),
      ...(tools.length > 0 ? { tools, ...choice(request) } : {}),
    })
  return { open, quarantined }
}

/**
 * Streams one model step. Nothing is retried once the answer has begun, and no tool call is given
 * out unless the answer finished.
 *
 * @throws `model/aborted` when `signal` fires, else `model/failed`.
 */
export async function* streamStep(
  request: ModelRequest,
  context: StepContext,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { controller, dispose } = linkedController(signal)
  const watch = createStallWatch(context.stall, () => controller.abort())
  const about = { target: context.target, modelId: request.modelId }
  const progress: Progress = {
    about,
    meter: createStepMeter(context.target, context.maxEvents),
    inputs: new Map(),
    calls: [],
    refusedCalls: 0,
    finish: undefined,
  }
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined
  let stopWatch = watch.start()
  let excess: GatehouseError | undefined
  try {
    const onExcess = (error: GatehouseError): void => {
      excess = error
    }
    const { retry, maxEvents } = context
    const opening = { ...about, retry, maxEvents, onExcess }
    const { open, quarantined } = await openStream(request, opening, controller.signal)
    for (const { names, reason } of quarantined) yield { type: 'tools-quarantined', names, reason }
    reader = (await untilAborted(open(), controller.signal)).stream.getReader()
    while (!progress.finish) {
      const { done, value } = await untilAborted(reader.read(), controller.signal)
      if (done) break
      const event = takePart(value, progress)
      if (event) {
        watch.sawOutput()
        stopWatch()
        yield event
        stopWatch = watch.start()
      }
      if (progress.meter.full) throw progress.meter.full
      if (progress.meter.parts % PARTS_AT_ONCE === 0) await yieldToEventLoop()
    }
    stopWatch()
    if (progress.finish) await drain(reader, controller.signal)
    yield* closing(progress)
  } catch (error) {
    if (signal.aborted) throw modelAborted()
    if (excess) throw excess
    if (watch.stalled()) throw modelFailed(stalledFailure(context.target, watch.seconds()))
    throw isGatehouseError(error) ? error : modelFailed(thrownFailure(error, about))
  } finally {
    stopWatch()
    dispose()
    controller.abort()
    reader?.cancel().catch(() => undefined)
  }
}

function stalledFailure(target: Target, seconds: number) {
  return {
    code: 'timed-out' as const,
    message: `${target.host} sent nothing of its answer for ${seconds} seconds, so the request was ended. Retry or continue.`,
  }
}

/** Reads the end of the body, so that the connection can be used again; not for long. */
async function drain(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): Promise<void> {
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await Promise.race([
    rest().catch(() => undefined),
    pause(DRAIN_MS, signal).catch(() => undefined),
  ])
}
