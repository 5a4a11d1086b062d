import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import {
  isGatehouseError,
  modelFailureSchema,
  raceAbort,
  type GatehouseError,
  type ModelFailure,
} from '@gatehouse/domain'
import type { ModelEvent, ModelRequest } from '@gatehouse/host/ports'
import { adaptTools } from './adapt-tools.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'
import { eventStreamFetch } from './event-stream-fetch.ts'
import type { AdaptedStep } from './adapt-parameters.ts'
import { modelAborted, modelFailed, markUnsent } from './model-error.ts'
import type { OpenContext, RetryPolicy, SendState } from './open-response.ts'
import { toolMediaIn } from './media-after-results.ts'
import { requestOptions } from './request-options.ts'
import type { ToolMediaPolicy } from './sendable-media.ts'
import { createStallWatch, type StallLimits } from './stall-watch.ts'
import { createStepMeter } from './step-meter.ts'
import { finalEvents, createStepProgress, handleStreamPart } from './step-progress.ts'
import { thrownFailure } from './stream-failure.ts'
import type { Target } from './target.ts'
import { toPrompt } from './to-prompt.ts'
import { linkedController, pause } from './abort.ts'
import { createLanguageModel } from './language-model.ts'

const DRAIN_MS = 200
/** Parts that came at once, such as thousands of calls, are taken in by portions. */
const PARTS_AT_ONCE = 64

export interface StepContext {
  target: Target
  retry: RetryPolicy
  stall: StallLimits
  maxEvents?: number | undefined
  /** Models that refused a request with what tools gave and took it with less, by address and name. */
  refusedMedia: Map<string, ToolMediaPolicy>
}

function choice({ toolChoice }: ModelRequest) {
  return toolChoice === undefined ? {} : { toolChoice: { type: toolChoice } }
}

/** Refuses parameters that the API has no field for, instead of dropping them silently. */
function refuseUnsendable({ stopSequences = [] }: ModelRequest, { kind, host }: Target): void {
  if (kind === 'openai-responses' && stopSequences.length > 0)
    throw modelFailed({
      code: 'bad-request',
      message: `The Responses interface of ${host} has no stop sequences. Remove them, or choose a model of another provider.`,
    })
}

async function openStream(
  { request, thinkingTokens }: AdaptedStep,
  context: OpenContext,
  signal: AbortSignal,
) {
  const { target } = context
  const { tools, quarantined } = await adaptTools(request.tools, target.kind)
  const fetch = eventStreamFetch(context)
  const model = await createLanguageModel(target, request.modelId, fetch)
  // Loading the vendor's code for the first time and writing a long request are two turns.
  await yieldToEventLoop()
  const open = async (toolMedia: ToolMediaPolicy) =>
    model.doStream({
      prompt: toPrompt(request, { kind: target.kind, toolMedia }),
      ...requestOptions(request, target, thinkingTokens),
      abortSignal: signal,
      // Whether a call came whole is sent on this API only, and not passed on by the SDK.
      includeRawChunks: target.kind === 'openai-responses',
      ...(tools.length > 0 ? { tools, ...choice(request) } : {}),
    })
  return { open, quarantined }
}

type Open = Awaited<ReturnType<typeof openStream>>['open']

const LEVELS: readonly ToolMediaPolicy[] = ['all', 'pictures', 'none']

/**
 * Opens the stream with the pictures and sounds that tools gave. Whether a model takes any is not known of most: one
 * that refuses them is asked again without sounds, then without pictures, and not again with what it refused. What the
 * person attached is not left out.
 */
async function openWithMedia(
  open: Open,
  request: ModelRequest,
  { target, refusedMedia }: StepContext,
): ReturnType<Open> {
  const model = `${target.baseUrl} ${request.modelId}`
  // Anthropic's models take all pictures, and its API no sounds.
  if (target.kind === 'anthropic') return open('all')
  const most = LEVELS.indexOf(refusedMedia.get(model) ?? 'all')
  const { pictures, sounds } = toolMediaIn(request.messages, target.kind)
  const differs = { all: sounds, pictures, none: true }
  const tried = LEVELS.filter((level, at) => at >= most && differs[level])
  let isDoubtful = false
  for (const [at, level] of tried.entries())
    try {
      const stream = await open(level)
      // What was refused was sounds alone, if there was nothing else.
      if (at > 0 && !isDoubtful) refusedMedia.set(model, pictures ? level : 'pictures')
      return stream
    } catch (error) {
      const refused = refusalIn(error)
      if (at === tried.length - 1 || refused === undefined) throw error
      isDoubtful ||= !isAboutMedia(refused)
    }
  return open('none')
}

/** Words by which an engine refuses a picture or a sound. */
const MEDIA_WORDS = /image|picture|vision|multimodal|mmproj|audio|sound|modalit/i

/** One that was too long is shorter now, and a server that failed may only have been out of order. */
function isAboutMedia({ code, status, detail = '' }: ModelFailure): boolean {
  if (code === 'context-too-long') return false
  return status !== 500 || MEDIA_WORDS.test(detail)
}

/** Statuses with which endpoints refuse pictures: those of requests, and Ollama's and llama.cpp's 500. */
const REFUSING = new Set([400, 404, 415, 422, 500])

function refusalIn(error: unknown): ModelFailure | undefined {
  if (!isGatehouseError(error)) return undefined
  const { data } = modelFailureSchema.safeParse(error.data['failure'])
  return data && REFUSING.has(data.status ?? 0) ? data : undefined
}

/**
 * Streams one model step. Nothing is retried once the answer has begun, and no tool call is given
 * out unless the answer finished.
 *
 * @throws `model/aborted` when `signal` fires, else `model/failed`, with `data.unsent` where nothing left.
 */
export async function* streamStep(
  asked: ModelRequest,
  context: StepContext,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { controller, dispose } = linkedController(signal)
  const watch = createStallWatch(context.stall, () => controller.abort())
  const about = { target: context.target, modelId: asked.modelId }
  const meter = createStepMeter(context.target, context.maxEvents)
  const progress = createStepProgress(about, meter)
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined
  let stopWatch = watch.start()
  let excess: GatehouseError | undefined
  const traffic: SendState = { mayHaveLeft: false }
  try {
    const onExcess = (error: GatehouseError): void => {
      excess = error
    }
    const { retry, maxEvents } = context
    const maxStreams = asked.isSingle === true ? 1 : undefined
    const opening = { ...about, retry, maxEvents, maxStreams, onExcess, traffic }
    refuseUnsendable(asked, context.target)
    const { adaptParameters } = await import('./adapt-parameters.ts')
    const step = await adaptParameters(asked, context.target)
    const { request, adjustments } = step
    if (adjustments.names.length > 0 || adjustments.changed)
      yield { type: 'parameters-left-out', ...adjustments }
    const { open, quarantined } = await openStream(step, opening, controller.signal)
    for (const tools of quarantined) yield { type: 'tools-quarantined', ...tools }
    const opened = openWithMedia(open, request, context)
    reader = (await raceAbort(opened, controller.signal)).stream.getReader()
    while (!progress.finish) {
      const { done, value } = await raceAbort(reader.read(), controller.signal)
      if (done) break
      const event = handleStreamPart(value, progress)
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
    yield* finalEvents(progress)
  } catch (error) {
    if (signal.aborted) throw modelAborted()
    if (excess) throw excess
    if (watch.stalled()) throw modelFailed(stalledFailure(context.target, watch.seconds()))
    const failed = isGatehouseError(error) ? error : modelFailed(thrownFailure(error, about))
    throw traffic.mayHaveLeft ? failed : markUnsent(failed)
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
