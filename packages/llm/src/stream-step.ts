import { raceAbort } from '@gatehouse/base'
import {
  isGatehouseError,
  modelFailureSchema,
  objectOfJson,
  RECORD_BUDGET,
  type ModelFailure,
} from '@gatehouse/domain'
import { toolLimits, type ModelCompatibility } from '@gatehouse/domain/models'
import type { LeftOutParameter } from '@gatehouse/domain/chats'
import type { CompatibilityMemory, ModelEvent, ModelRequest } from '@gatehouse/host/ports'
import { linkedController } from './abort.ts'
import { adaptBody } from './compatibility/adapt-body.ts'
import { joinCompatibility } from './compatibility/compatibility.ts'
import { adaptDefinitions } from './compatibility/adapt-definitions.ts'
import { limitOf } from './compatibility/body-fields.ts'
import { changesFor } from './compatibility/refusal-table.ts'
import type { AdaptedStep } from './request/adapt-parameters.ts'
import { adaptTools } from './request/adapt-tools.ts'
import { toolMediaIn } from './request/media-after-results.ts'
import { markUnsent, modelAborted, modelFailed } from './errors/model-error.ts'
import type { RetryPolicy, Send, SendState } from './open-response.ts'
import type { ErrorResponse } from './errors/provider-error.ts'
import { sanitizeProviderMessage } from './provider-message.ts'
import { requestOptions } from './request/request-options.ts'
import type { ToolMediaPolicy } from './media/sendable-media.ts'
import { createStallWatch, type StallLimits } from './stall-watch.ts'
import { sendRequest, streamAnswer, type AnswerContext } from './stream-answer.ts'
import type { Target } from './target.ts'
import { toPrompt } from './request/to-prompt.ts'
import { writeRequest, type WrittenRequest } from './request/write-request.ts'

export interface StepContext {
  target: Target
  send?: Send | undefined
  retry: RetryPolicy
  stall: StallLimits
  maxEvents?: number | undefined
  /** The forms of request that the models of the address take. */
  compatibility: CompatibilityMemory
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

/** Changes of the request in one step. */
const MAX_CHANGES = 4

/** Writes the request with the media of tools that `toolMedia` allows, and sends it. */
type Open = (toolMedia: ToolMediaPolicy) => Promise<OpenedAnswer>

interface OpenedAnswer extends Pick<Form, 'form' | 'beyond'> {
  request: WrittenRequest
  body: ReadableStream<Uint8Array> | null
}

/** A request in one form. */
interface Form {
  form: ModelCompatibility
  written: WrittenRequest
  /** Names of the tools that it defines, and of those beyond the most that it may. */
  tools: string[]
  beyond: string[]
}

/** Returns the request with the first change that has an effect; `undefined` where none has. */
async function firstChanged(
  changes: readonly ModelCompatibility[],
  { form, written }: Form,
  write: (form: ModelCompatibility) => Promise<Form>,
): Promise<Form | undefined> {
  for (const change of changes) {
    const changed = await write(joinCompatibility(form, change))
    if (changed.written.body !== written.body) return changed
  }
  return undefined
}

async function prepareStep(
  { request, thinkingTokens }: AdaptedStep,
  { reading: context, memory }: { reading: AnswerContext; memory: CompatibilityMemory },
  signal: AbortSignal,
): Promise<{ open: Open; quarantined: Awaited<ReturnType<typeof adaptTools>>['quarantined'] }> {
  const { target } = context
  const { tools, quarantined } = await adaptTools(request.tools, target.kind)
  const limits = toolLimits(target)
  const write = async (toolMedia: ToolMediaPolicy, form: ModelCompatibility): Promise<Form> => {
    const { definitions, beyond } = adaptDefinitions(tools, {
      // Without definitions, the vendor's library would leave out calls and results.
      form: target.kind === 'amazon-bedrock' ? { ...form, definesCalledTools: true } : form,
      limits,
      messages: request.messages,
    })
    const written = await writeRequest(context, {
      prompt: toPrompt(request, { kind: target.kind, toolMedia, form }),
      ...requestOptions(request, target, thinkingTokens),
      ...(definitions.length > 0 ? { tools: definitions, ...choice(request) } : {}),
    })
    const body = adaptBody(written.body, form)
    const names = definitions.map(({ name }) => name)
    return { form, written: { ...written, body }, tools: names, beyond }
  }
  const open: Open = async (toolMedia) => {
    let next = await write(toolMedia, memory.of(request.modelId))
    for (let changes = 0; ; changes += 1) {
      const { form, written, tools: defined, beyond } = next
      const about = { body: written.body, tools: defined, known: form }
      let possible: ModelCompatibility[] = []
      const asksForChange = (refusal: ErrorResponse): boolean => {
        possible = changes < MAX_CHANGES ? changesFor(refusal, about) : []
        return possible.length > 0
      }
      try {
        const body = await sendRequest(written, { ...context, asksForChange }, signal)
        if (changes > 0) memory.remember(request.modelId, form)
        return { request: written, body, form, beyond }
      } catch (error) {
        const changed = await firstChanged(possible, next, (one) => write(toolMedia, one))
        if (!changed) throw error
        next = changed
      }
    }
  }
  return { open, quarantined }
}

const LEVELS: readonly ToolMediaPolicy[] = ['all', 'pictures', 'none']

/**
 * Opens the stream with the pictures and sounds that tools gave. Whether a model takes any is not known of most: one
 * that refuses them is asked again without sounds, then without pictures, and not again with what it refused. What the
 * person attached is not left out.
 */
async function openWithMedia(
  open: Open,
  request: ModelRequest,
  { target, compatibility }: StepContext,
): Promise<OpenedAnswer> {
  const { modelId } = request
  // Anthropic's models take all pictures, and its API no sounds.
  if (target.kind === 'anthropic') return open('all')
  const most = LEVELS.indexOf(compatibility.of(modelId).toolMedia ?? 'all')
  const { pictures, sounds } = toolMediaIn(request.messages, target.kind)
  const differs = { all: sounds, pictures, none: true }
  const tried = LEVELS.filter((level, at) => at >= most && differs[level])
  let isDoubtful = false
  for (const [at, level] of tried.entries())
    try {
      const stream = await open(level)
      // What was refused was sounds alone, if there was nothing else.
      if (at > 0 && !isDoubtful) {
        const toolMedia = pictures && level !== 'all' ? level : 'pictures'
        compatibility.remember(modelId, { ...compatibility.of(modelId), toolMedia })
      }
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
  const { target, retry, maxEvents, send } = context
  const { controller, dispose } = linkedController(signal)
  const watch = createStallWatch(context.stall, () => controller.abort())
  let stopWatch = watch.start()
  const traffic: SendState = { mayHaveLeft: false }
  const { modelId, isSingle } = asked
  const toolNames = new Set(asked.tools.map(({ name }) => name))
  const reading = { target, send, modelId, retry, maxEvents, isSingle, traffic, toolNames }
  try {
    refuseUnsendable(asked, target)
    const { adaptParameters } = await import('./request/adapt-parameters.ts')
    const step = await adaptParameters(asked, target)
    const { adjustments } = step
    if (adjustments.names.length > 0 || adjustments.changed)
      yield { type: 'parameters-left-out', ...adjustments }
    const { open, quarantined } = await prepareStep(
      step,
      { reading, memory: context.compatibility },
      controller.signal,
    )
    for (const tools of quarantined) yield { type: 'tools-quarantined', ...tools }
    const opening = openWithMedia(open, step.request, context)
    const opened = await raceAbort(opening, controller.signal)
    yield* leftOutEvents(opened, step.request)
    for await (const event of streamAnswer(opened, reading, controller.signal)) {
      watch.sawOutput()
      stopWatch()
      yield event
      stopWatch = watch.start()
    }
  } catch (error) {
    if (signal.aborted) throw modelAborted()
    if (watch.stalled()) throw modelFailed(stalledFailure(target, watch.seconds()))
    const failed = isGatehouseError(error) ? error : modelFailed(unexpectedFailure(error, target))
    throw traffic.mayHaveLeft ? failed : markUnsent(failed)
  } finally {
    stopWatch()
    dispose()
    controller.abort()
  }
}

/** Parameters by the names under which the SDK, or a refusal, left them out. */
const PARAMETERS: Readonly<Record<string, LeftOutParameter>> = {
  temperature: 'temperature',
  'generationConfig.temperature': 'temperature',
  'inferenceConfig.temperature': 'temperature',
  reasoning: 'reasoningEffort',
  reasoningEffort: 'reasoningEffort',
  reasoning_effort: 'reasoningEffort',
  thinking: 'reasoningEffort',
  output_config: 'reasoningEffort',
  'generationConfig.thinkingConfig': 'reasoningEffort',
  'additionalModelRequestFields.thinking': 'reasoningEffort',
  'additionalModelRequestFields.output_config': 'reasoningEffort',
  'additionalModelRequestFields.reasoning_effort': 'reasoningEffort',
  'additionalModelRequestFields.reasoningConfig': 'reasoningEffort',
  stopSequences: 'stopSequences',
  stop: 'stopSequences',
  stop_sequences: 'stopSequences',
  'generationConfig.stopSequences': 'stopSequences',
  'inferenceConfig.stopSequences': 'stopSequences',
  max_output_tokens: 'maxOutputTokens',
}

/** Returns the limit of the answer that a request asks for, where refusals lowered it. */
function limitIn({ body }: WrittenRequest, form: ModelCompatibility): number | undefined {
  if (form.maxOutputTokens === undefined && form.contextWindow === undefined) return undefined
  return limitOf(objectOfJson(body, { budget: RECORD_BUDGET }) ?? {})
}

/** The events for what of the request its model is not sent, or is sent otherwise. */
function* leftOutEvents(
  { request, form, beyond }: OpenedAnswer,
  asked: ModelRequest,
): Generator<ModelEvent> {
  const warned = request.warnings.flatMap((one) =>
    one.type === 'unsupported' ? (PARAMETERS[one.feature] ?? []) : [],
  )
  const refused = (form.leftOutFields ?? []).flatMap((name) => PARAMETERS[name] ?? [])
  const names = [...new Set([...warned, ...refused])].filter((name) => asked[name] !== undefined)
  const value = limitIn(request, form)
  const isLowered = value !== undefined && value < asked.maxOutputTokens
  const changed = isLowered ? [{ name: 'maxOutputTokens' as const, value }] : []
  if (names.length + changed.length > 0)
    yield { type: 'parameters-left-out', names, ...(isLowered ? { changed } : {}) }
  const refusedTools = asked.tools
    .map(({ name }) => name)
    .filter((name) => form.leftOutTools?.includes(name))
  if (refusedTools.length > 0)
    yield {
      type: 'tools-quarantined',
      names: refusedTools,
      reason: 'The provider refused its definition.',
      fault: 'refused',
    }
  if (beyond.length > 0)
    yield {
      type: 'tools-quarantined',
      names: beyond,
      reason: 'The provider takes no more tools in one request.',
      fault: 'too-many',
    }
}

/** Returns the failure of a request that the library of the vendor could not write. */
function unexpectedFailure(error: unknown, target: Target): ModelFailure {
  const detail = sanitizeProviderMessage(error instanceof Error ? error.message : '', target)
  return {
    code: 'bad-request',
    message: `The request to ${target.host} could not be written.`,
    ...(detail === '' ? {} : { detail }),
  }
}

function stalledFailure(target: Target, seconds: number): ModelFailure {
  return {
    code: 'timed-out',
    message: `${target.host} sent nothing of its answer for ${seconds} seconds, so the request was ended. Retry or continue.`,
  }
}
