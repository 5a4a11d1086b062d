/**
 * Adapts the parameters of a request to its model. The SDK knows the parameters of each model, and drops or changes
 * others when it writes a request. So it writes one that is not sent, and that one is read.
 */
import type { SharedV4Warning } from '@ai-sdk/provider'
import { parseJson, type JsonObject, type JsonValue } from '@gatehouse/domain'
import type { ChangedParameter } from '@gatehouse/domain/chats'
import type { AdaptedRequest, ModelRequest } from '@gatehouse/host/ports'
import { objectOf } from '../fields.ts'
import { isJsonObject } from './inline-references.ts'
import { requestOptions } from './request-options.ts'
import type { Target } from '../target.ts'
import { createLanguageModel } from '../language-model.ts'

type Effort = NonNullable<ModelRequest['reasoningEffort']>

/** The least that Anthropic's models think with, by their documentation of extended thinking. */
const MIN_THINKING = 1024
/** Shares of the maximum output; thinking is a part of it. */
const THINKING_SHARES = { low: 0.1, medium: 0.3, high: 0.6 } as const
const MAPPED = /mapped to effort "(low|medium|high)"/

export interface AdaptedStep extends AdaptedRequest {
  /** Number of `maxOutputTokens` for thinking, where a model takes such a number. */
  thinkingTokens?: number
}

/** The body that the SDK would send, and its warnings. */
interface Draft {
  body: JsonObject
  warnings: readonly SharedV4Warning[]
}

async function draftOf(request: ModelRequest, target: Target): Promise<Draft> {
  let text = ''
  const model = await createLanguageModel(target, request.modelId, async (_address, init) => {
    if (typeof init?.body === 'string') text = init.body
    return new Response('', { headers: { 'content-type': 'text/event-stream' } })
  })
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: '.' }] }]
  const { stream } = await model.doStream({ prompt, ...requestOptions(request, target) })
  const reader = stream.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  const read = parseJson(text)
  return {
    body: read.ok && isJsonObject(read.value) ? read.value : {},
    warnings: value?.type === 'stream-start' ? value.warnings : [],
  }
}

/** Adapted parameters are not changed again. A request that cannot be written stays as it is: sending it shows why. */
export async function adaptParameters(request: ModelRequest, target: Target): Promise<AdaptedStep> {
  const { temperature, reasoningEffort } = request
  const asIs: AdaptedStep = { request, adjustments: { names: [] } }
  const isPlain = temperature === undefined && reasoningEffort === undefined
  if (target.kind !== 'anthropic' && isPlain) return asIs
  try {
    const limited = await adaptLimit(asIs, target)
    return await adaptTemperature(await adaptEffort(limited, target), target)
  } catch {
    return asIs
  }
}

function change({ request, adjustments }: AdaptedStep, one: ChangedParameter): AdaptedStep {
  const others = (adjustments.changed ?? []).filter(({ name }) => name !== one.name)
  return {
    request: { ...request, [one.name]: one.value },
    adjustments: { ...adjustments, changed: [...others, one] },
  }
}

function leaveOut(
  { request, adjustments }: AdaptedStep,
  name: 'temperature' | 'reasoningEffort',
): AdaptedStep {
  const { [name]: _left, ...rest } = request
  const changed = (adjustments.changed ?? []).filter((one) => one.name !== name)
  return { request: rest, adjustments: { names: [...adjustments.names, name], changed } }
}

/** Asked without effort, for which the SDK would add to the limit. */
async function adaptLimit(before: AdaptedStep, target: Target): Promise<AdaptedStep> {
  if (target.kind !== 'anthropic') return before
  const { reasoningEffort: _effort, ...rest } = before.request
  const { max_tokens: limit } = (await draftOf(rest, target)).body
  return typeof limit === 'number' && limit < rest.maxOutputTokens
    ? change(before, { name: 'maxOutputTokens', value: limit })
    : before
}

async function adaptEffort(before: AdaptedStep, target: Target): Promise<AdaptedStep> {
  const { reasoningEffort, maxOutputTokens } = before.request
  if (reasoningEffort === undefined) return before
  const { body, warnings } = await draftOf(before.request, target)
  const about = warnings.filter(
    (one) => 'feature' in one && (one.feature === 'reasoning' || one.feature === 'reasoningEffort'),
  )
  if (about.some(({ type }) => type === 'unsupported')) return leaveOut(before, 'reasoningEffort')
  const compatible = about.find(({ type }) => type === 'compatibility')
  if (compatible) return change(before, { name: 'reasoningEffort', value: nearest(compatible) })
  const thinking = thinkingIn(body, target)
  const isByTokens = isJsonObject(thinking) && thinking['type'] === 'enabled'
  if (!isByTokens || reasoningEffort === 'none') return before
  // Half of the answer at least is left for its words.
  if (maxOutputTokens < 2 * MIN_THINKING)
    return change(before, { name: 'reasoningEffort', value: 'none' })
  const share = Math.round(maxOutputTokens * THINKING_SHARES[reasoningEffort])
  return { ...before, thinkingTokens: Math.max(MIN_THINKING, share) }
}

/** Returns how Anthropic's models are asked to think, at its own API and at Bedrock. */
function thinkingIn(body: JsonObject, { kind }: Target): JsonValue | undefined {
  if (kind === 'anthropic') return body['thinking']
  return kind === 'amazon-bedrock'
    ? objectOf(body['additionalModelRequestFields'])?.['thinking']
    : undefined
}

/** The nearest effort. For "none" the SDK may name one below all of these. */
function nearest(warning: SharedV4Warning): Effort {
  const named = 'details' in warning ? MAPPED.exec(warning.details ?? '')?.[1] : undefined
  return named === 'medium' || named === 'high' ? named : 'low'
}

async function adaptTemperature(before: AdaptedStep, target: Target): Promise<AdaptedStep> {
  const { request, thinkingTokens } = before
  const { temperature } = request
  if (temperature === undefined) return before
  const { body, warnings } = await draftOf(request, target)
  const adapted = (): AdaptedStep => {
    if (target.kind === 'anthropic' || target.kind === 'amazon-bedrock') {
      const holder = target.kind === 'anthropic' ? body : objectOf(body['inferenceConfig'])
      const sent = holder?.['temperature']
      if (typeof sent !== 'number') return leaveOut(before, 'temperature')
      return sent === temperature ? before : change(before, { name: 'temperature', value: sent })
    }
    const isLeftOut = warnings.some(
      (one) => one.type === 'unsupported' && one.feature === 'temperature',
    )
    return isLeftOut ? leaveOut(before, 'temperature') : before
  }
  return { ...adapted(), ...(thinkingTokens === undefined ? {} : { thinkingTokens }) }
}
