import {
  isGatehouseError,
  MODEL_LIMITS,
  modelInfoSchema,
  parseJson,
  valueOfJson,
  type JsonBudget,
  type ModelInfo,
  type ModelList,
  modelFailureSchema,
} from '@gatehouse/domain'
import type { ModelEndpoint } from '@gatehouse/host/ports'
import { canChat } from './can-chat.ts'
import { headersFor } from '../request/endpoint-headers.ts'
import { objectOf } from '../fields.ts'
import { capabilitiesOf, contextWindowOf, inputKindsOf, listedModel } from './listed-model.ts'
import { modelAborted, modelFailed } from '../errors/model-error.ts'
import { truncatedFailure } from '../errors/network-failure.ts'
import { NO_RETRY, openResponse, readBody, type Send } from '../open-response.ts'
import { looksLikePage } from '../provider-message.ts'
import { failureOfErrorResponse } from '../errors/provider-error.ts'
import { targetOf, type Target } from '../target.ts'
import { linkedController } from '../abort.ts'
import { z } from 'zod'

const PREFIX = 'models/'

const limit = z.number().int().positive().max(1_000_000_000).optional().catch(undefined)

const geminiModel = z.object({
  name: z
    .string()
    .startsWith(PREFIX)
    .max(PREFIX.length + MODEL_LIMITS.label),
  displayName: z.string().max(MODEL_LIMITS.label).optional().catch(undefined),
  inputTokenLimit: limit,
  outputTokenLimit: limit,
  thinking: z.boolean().optional().catch(undefined),
  supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
})

/** The words for a key that AWS knows, and whose policy does not allow this list. */
const NOT_AUTHORIZED = /not authorized to perform/i

const MAX_LIST = 8 * 1024 * 1024
/** Enough for 2,000 models described at length, or 100,000 with one word each. */
const LIST_BUDGET: JsonBudget = { bytes: MAX_LIST, nodes: 250_000, depth: 32 }
export const LIST_TIMEOUT_MS = 12_000

/** `null` for what is no model to chat with, `undefined` for what cannot be used. */
function toInfo(row: unknown): ModelInfo | null | undefined {
  const fields = withoutEmpty(row)
  const parsed = listedModel.safeParse(fields)
  if (!parsed.success) return undefined
  if (!canChat(fields)) return null
  const { id, name, display_name: display } = parsed.data
  const title = display ?? name
  const contextWindow = contextWindowOf(parsed.data)
  const info = modelInfoSchema.safeParse({
    id,
    ...(title === undefined || title === id ? {} : { name: title }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...inputKindsOf(parsed.data),
    ...capabilitiesOf(parsed.data),
  })
  return info.success ? info.data : undefined
}

/** A name that is not text, or empty, counts as missing. Some lists have the id alone, or under another name. */
function withoutEmpty(row: unknown): unknown {
  if (typeof row === 'string') return { id: row }
  if (typeof row !== 'object' || row === null) return row
  const given = Object.entries(row).filter(
    ([key, value]) =>
      !/^(?:display_)?name$/.test(key) || (typeof value === 'string' && value !== ''),
  )
  const fields: Record<string, unknown> = Object.fromEntries(given)
  return 'id' in fields ? fields : { ...fields, id: fields['model'] ?? fields['name'] }
}

/** Fields under which lists have their rows. */
const ROW_FIELDS = ['data', 'models', 'result'] as const

/** The rows of a list, which may be an array or be under a field. None of them was looked at. */
export function modelRowsOf(text: string): unknown[] | undefined {
  const parsed = valueOfJson(text, { budget: LIST_BUDGET })
  if (isList(parsed)) return parsed
  const fields = objectOf(parsed)
  const name = ROW_FIELDS.find((field) => fields && field in fields)
  if (!fields || name === undefined) return undefined
  const rows = fields[name]
  if (rows === null) return []
  return isList(rows) ? rows : undefined
}

/** Without a schema, which would copy hundreds of thousands of rows. */
const isList = (value: unknown): value is unknown[] => Array.isArray(value)

type ReadRow = (row: unknown) => ModelInfo | null | undefined

/** The first 2,000 of them that can be used, and how many cannot or are too many. */
export function toModelList(rows: unknown[], read: ReadRow = toInfo): ModelList {
  const models = new Map<string, ModelInfo>()
  let unusable = 0
  const taken = rows.slice(0, MODEL_LIMITS.models)
  for (const row of taken) {
    const info = read(row)
    if (info) models.set(info.id, info)
    else if (info === undefined) unusable += 1
  }
  const tooMany = rows.length - taken.length
  const isWhole = unusable === 0 && tooMany === 0
  return { models: [...models.values()], ...(isWhole ? {} : { leftOut: { unusable, tooMany } }) }
}

/** Reads the model list of any known server; `undefined` if the text is none. */
export function readModelList(text: string): ModelList | undefined {
  const rows = modelRowsOf(text)
  return rows && toModelList(rows)
}

/** Gemini's list has its rows under `models`. */
function readGeminiList(text: string): ModelList | undefined {
  const parsed = valueOfJson(text, { budget: LIST_BUDGET })
  if (typeof parsed !== 'object' || parsed === null || !('models' in parsed)) return undefined
  return isList(parsed.models) ? toModelList(parsed.models, geminiInfo) : undefined
}

function notAList({ text, whole }: { text: string; whole: boolean }, target: Target) {
  const parsed = parseJson(text, { budget: LIST_BUDGET })
  const isTooLarge = !parsed.ok && parsed.problem.code !== 'json/not-json'
  if (!whole || isTooLarge)
    return modelFailed({
      code: 'invalid-response',
      message: `${target.host} sent a list of models that is larger than is read. Type the names of the models to use.`,
    })
  if (text.trimStart().startsWith('{') && text.includes('"error"')) {
    return modelFailed(failureOfErrorResponse({ status: undefined, body: text }, target, undefined))
  }
  const what = looksLikePage(text) ? 'a web page' : 'something else'
  return modelFailed({
    code: 'invalid-response',
    message: `${target.host} sent ${what} instead of a list of models. Check the base URL; most end with /v1.`,
  })
}

/** As many rows as a page can have. */
const QUERIES: Partial<Record<Target['kind'], string>> = {
  anthropic: '?limit=1000',
  google: '?pageSize=1000',
}

function listAddress({ kind, baseUrl, apiVersion }: Target): string {
  if (kind !== 'azure-openai') return `${baseUrl}/models${QUERIES[kind] ?? ''}`
  if (apiVersion === undefined) return `${baseUrl}/v1/models`
  return `${baseUrl}/models?api-version=${encodeURIComponent(apiVersion)}`
}

async function fetchList(
  target: Target,
  send: Send | undefined,
  signal: AbortSignal,
): Promise<ModelList> {
  if (target.kind === 'amazon-bedrock') {
    await checkBedrockKey(target, send, signal)
    return { models: [] }
  }
  const read = target.kind === 'google' ? readGeminiList : readModelList
  const response = await openResponse(
    listAddress(target),
    { headers: headersFor(target), signal },
    { target, modelId: undefined, retry: NO_RETRY, send },
  )
  const body = await readBody(response, MAX_LIST, signal)
  const list = body.whole ? read(body.text) : undefined
  if (!list) throw notAList(body, target)
  // What Azure lists can be deployed; what is deployed, and by which name, it does not report to a key.
  return target.kind === 'azure-openai' ? { models: [] } : list
}

/**
 * The models an endpoint offers: `GET <base>/models` in the shape of OpenAI, Anthropic or Gemini.
 *
 * @throws `model/aborted` when `signal` fires, else `model/failed`, after 12 seconds at the latest.
 */
export async function listModels(
  endpoint: ModelEndpoint,
  { timeoutMs, send }: { timeoutMs: number; send?: Send | undefined },
  signal: AbortSignal,
): Promise<ModelList> {
  const target = targetOf(endpoint)
  const { controller, dispose } = linkedController(signal)
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    return await fetchList(target, send, controller.signal)
  } catch (error) {
    if (signal.aborted) throw modelAborted()
    if (controller.signal.aborted) {
      throw modelFailed({
        code: 'timed-out',
        message: `${target.host} did not respond within ${Math.round(timeoutMs / 1000)} seconds.`,
      })
    }
    throw isGatehouseError(error) ? error : modelFailed(truncatedFailure(target))
  } finally {
    clearTimeout(timer)
    dispose()
  }
}

/**
 * Checks a key: asks for the person's asynchronous jobs, which costs nothing
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ListAsyncInvokes.html). Models are listed at
 * another address only, to which the key was not given.
 *
 * @throws `model/failed`, or the signal's abort.
 */
async function checkBedrockKey(
  target: Target,
  send: Send | undefined,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await openResponse(
      `${target.baseUrl}/async-invoke?maxResults=1`,
      { signal },
      { target, modelId: undefined, retry: NO_RETRY, send },
    )
    await response.body?.cancel()
  } catch (error) {
    const failure = isGatehouseError(error)
      ? modelFailureSchema.safeParse(error.data['failure']).data
      : undefined
    if (failure?.status !== 403 || !NOT_AUTHORIZED.test(failure.detail ?? '')) throw error
  }
}

/** One row of Gemini's list; `null` for a model that cannot chat, `undefined` for an invalid row. */
function geminiInfo(row: unknown): ModelInfo | null | undefined {
  const parsed = geminiModel.safeParse(row)
  if (!parsed.success) return undefined
  const {
    displayName,
    inputTokenLimit,
    outputTokenLimit = 0,
    thinking,
    supportedGenerationMethods: methods,
  } = parsed.data
  if (methods && !methods.includes('generateContent')) return null
  const id = parsed.data.name.slice(PREFIX.length)
  const info = modelInfoSchema.safeParse({
    id,
    ...(displayName === undefined || displayName === '' || displayName === id
      ? {}
      : { name: displayName }),
    // As of the others, the window holds the request and its answer.
    ...(inputTokenLimit === undefined ? {} : { contextWindow: inputTokenLimit + outputTokenLimit }),
    ...(thinking === undefined ? {} : { reasoning: thinking }),
  })
  return info.success ? info.data : undefined
}
