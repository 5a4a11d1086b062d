import { z } from 'zod'
import { isGatehouseError, valueOfJson, type ModelInfo } from '@gatehouse/domain'
import type { ModelEndpoint } from '@gatehouse/host/ports'
import { modelAborted, modelFailed } from './model-error.ts'
import { truncatedFailure } from './network-failure.ts'
import { NO_RETRY, openResponse, readBody } from './open-response.ts'
import { looksLikePage } from './quote.ts'
import { refusalFailure } from './refusal.ts'
import { targetOf, type Target } from './target.ts'
import { linkedController } from './until-aborted.ts'

const MAX_LIST = 8 * 1024 * 1024
export const LIST_TIMEOUT_MS = 12_000

const tokens = z.number().int().positive().optional().catch(undefined)
const listedModel = z.object({
  id: z.string().min(1),
  name: z.string().optional().catch(undefined),
  display_name: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
  max_model_len: tokens,
  max_input_tokens: tokens,
})
const rows = z.array(z.unknown())
const modelList = z.union([
  z.object({ data: rows.nullable() }).transform((list) => list.data ?? []),
  rows,
])

function toInfo(row: unknown): ModelInfo[] {
  const parsed = listedModel.safeParse(row)
  if (!parsed.success || parsed.data.type === 'embeddings') return []
  const { id, name, display_name: display, ...model } = parsed.data
  const title = display ?? name
  const contextWindow =
    model.context_length ??
    model.context_window ??
    model.max_context_length ??
    model.max_model_len ??
    model.max_input_tokens
  return [
    {
      id,
      ...(title === undefined || title === id ? {} : { name: title }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
    },
  ]
}

/** Reads the model list of any known server; `undefined` if the text is none. */
export function readModelList(text: string): ModelInfo[] | undefined {
  const parsed = modelList.safeParse(valueOfJson(text))
  if (!parsed.success) return undefined
  const byId = new Map(parsed.data.flatMap(toInfo).map((model) => [model.id, model]))
  return [...byId.values()]
}

function headersFor(target: Target): Record<string, string> {
  if (target.kind === 'anthropic') {
    return { 'anthropic-version': '2023-06-01', 'x-api-key': target.key ?? '' }
  }
  return target.key === undefined ? {} : { authorization: `Bearer ${target.key}` }
}

function notAList(text: string, target: Target) {
  if (/^\s*\{.*"error"/s.test(text)) {
    return modelFailed(refusalFailure({ status: undefined, body: text }, target, undefined))
  }
  const what = looksLikePage(text) ? 'a web page' : 'something else'
  return modelFailed({
    code: 'bad-answer',
    message: `${target.host} answered with ${what} instead of a list of models. Check the base URL; most end with /v1.`,
  })
}

async function fetchList(target: Target, signal: AbortSignal): Promise<ModelInfo[]> {
  const query = target.kind === 'anthropic' ? '?limit=1000' : ''
  const response = await openResponse(
    `${target.baseUrl}/models${query}`,
    { headers: headersFor(target), signal },
    { target, modelId: undefined, retry: NO_RETRY },
  )
  const { text, whole } = await readBody(response, MAX_LIST, signal)
  const models = whole ? readModelList(text) : undefined
  if (!models) throw notAList(text, target)
  return models
}

/**
 * The models an endpoint offers: `GET <base>/models` in the OpenAI or the Anthropic shape.
 *
 * @throws `model/aborted` when `signal` fires, else `model/failed`, after 12 seconds at the latest.
 */
export async function listModels(
  endpoint: ModelEndpoint,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const target = targetOf(endpoint)
  const { controller, dispose } = linkedController(signal)
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    return await fetchList(target, controller.signal)
  } catch (error) {
    if (signal.aborted) throw modelAborted()
    if (controller.signal.aborted) {
      throw modelFailed({
        code: 'timed-out',
        message: `${target.host} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`,
      })
    }
    throw isGatehouseError(error) ? error : modelFailed(truncatedFailure(target))
  } finally {
    clearTimeout(timer)
    dispose()
  }
}
