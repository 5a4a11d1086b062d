import {
  isGatehouseError,
  MODEL_LIMITS,
  valueOfJson,
  type LocalEngine,
  type ModelInfo,
  type ModelList,
} from '@gatehouse/domain'
import { networkZoneOf } from '@gatehouse/domain/launch'
import type { ModelFacts } from '@gatehouse/domain/models'
import { z } from 'zod'
import { linkedController } from '../abort.ts'
import {
  contextSize,
  ENGINE_BUDGET,
  llamaProps,
  lmStudioModel,
  MAX_ENGINE_RESPONSE,
  ollamaDetails,
  ollamaLoaded,
  ollamaVersion,
} from './engine-routes.ts'
import { OLLAMA_CONTEXT } from '../assume-facts.ts'
import { canChatByAbilities } from './can-chat.ts'
import { headersFor } from '../request/endpoint-headers.ts'
import { NO_RETRY, openResponse, readBody, type Send } from '../open-response.ts'
import { parseUrl } from '../parse-url.ts'
import { toModelList } from './list-models.ts'
import type { Target } from '../target.ts'

/** Time limit for all requests to an engine together. */
export const DESCRIBE_MS = 3000
/** Models of which Ollama is asked one by one, and how many at once. */
const MAX_DESCRIBED = 200
const AT_ONCE = 4

/** The value at a path of the engine; `undefined` for anything but a 200 with such a one. */
type Ask = <Value>(
  path: string,
  schema: z.ZodType<Value>,
  body?: object,
) => Promise<Value | undefined>

const lmStudioRows = z.object({ data: z.array(lmStudioModel).min(1).max(MODEL_LIMITS.models) })

function asker(target: Target, send: Send | undefined, signal: AbortSignal): Ask {
  const base = target.baseUrl.replace(/\/v1$/, '')
  return async (path, schema, body) => {
    const init: RequestInit =
      body === undefined
        ? { headers: headersFor(target), signal }
        : {
            method: 'POST',
            headers: { ...headersFor(target), 'content-type': 'application/json' },
            body: JSON.stringify(body),
            signal,
          }
    try {
      const context = { target, modelId: undefined, retry: NO_RETRY, send }
      const response = await openResponse(`${base}${path}`, init, context)
      const { text, whole } = await readBody(response, MAX_ENGINE_RESPONSE, signal)
      const value = whole ? valueOfJson(text, { budget: ENGINE_BUDGET }) : undefined
      return schema.safeParse(value).data
    } catch (error) {
      if (signal.aborted || isGatehouseError(error)) return undefined
      throw error
    }
  }
}

/** Which of the engines it is that report more on routes of their own than in their list. */
async function engineOf(ask: Ask): Promise<LocalEngine | undefined> {
  const [version, loaded, lmStudio, props] = await Promise.all([
    ask('/api/version', ollamaVersion),
    ask('/api/ps', ollamaLoaded),
    ask('/api/v0/models', lmStudioRows),
    ask('/props', llamaProps),
  ])
  if (version && loaded) return 'ollama'
  if (lmStudio) return 'lm-studio'
  return props ? 'llama-server' : undefined
}

/** Runs `work` on each, so many at once, in their order. */
async function inPortions<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return results
}

/** The context of a Modelfile: a line `num_ctx 8192` of its parameters. */
function numCtx(parameters = ''): number | undefined {
  const words = parameters.split('\n', 100).map((line) => line.trim().split(/\s+/, 3))
  const value = words.find(([name]) => name === 'num_ctx')?.[1] ?? ''
  return /^\d{1,9}$/.test(value) ? contextSize.parse(Number(value)) : undefined
}

/** The context size that a model was trained with. */
function trainedContext(info: Record<string, unknown> = {}): number | undefined {
  const architecture = info['general.architecture']
  return typeof architecture === 'string'
    ? contextSize.parse(info[`${architecture}.context_length`])
    : undefined
}

/**
 * Context window of a model in Ollama: the size that it was loaded with, the size that its Modelfile sets, or for a
 * remote model the whole one. The default of an unloaded model is not reported; it is never more than the model's
 * own.
 */
function ollamaContext(
  { parameters, model_info: info, remote_host: remote }: z.infer<typeof ollamaDetails>,
  loaded: number | undefined,
): number | undefined {
  const most = trainedContext(info)
  if (remote !== undefined && remote !== '') return most
  const set = loaded ?? numCtx(parameters)
  if (set !== undefined) return Math.min(set, most ?? set)
  return most !== undefined && most <= OLLAMA_CONTEXT ? most : undefined
}

async function ofOllama(
  ask: Ask,
  models: readonly ModelInfo[],
  onlyChat: boolean,
): Promise<ModelInfo[]> {
  const running = await ask('/api/ps', ollamaLoaded)
  const loaded = new Map(running?.models.map((one) => [one.name, one.context_length]))
  const tagged = (id: string): string => (id.includes(':') ? id : `${id}:latest`)
  const described = await inPortions(models.slice(0, MAX_DESCRIBED), async (model) => {
    const details = await ask('/api/show', ollamaDetails, { model: model.id })
    if (!details) return model
    const { capabilities } = details
    if (onlyChat && canChatByAbilities(capabilities ?? []) === false) return undefined
    return withFacts(model, {
      contextWindow: ollamaContext(details, loaded.get(tagged(model.id))),
      ...(capabilities && {
        images: capabilities.includes('vision'),
        sounds: capabilities.includes('audio'),
        tools: capabilities.includes('tools'),
        reasoning: capabilities.includes('thinking'),
      }),
    })
  })
  const chatting = described.filter((model) => model !== undefined)
  return [...chatting, ...models.slice(MAX_DESCRIBED)]
}

async function ofLmStudio(ask: Ask, models: readonly ModelInfo[]): Promise<ModelInfo[]> {
  const rows = await ask('/api/v0/models', z.object({ data: z.array(z.unknown()) }))
  const known = new Map(toModelList(rows?.data ?? []).models.map((model) => [model.id, model]))
  return models.map((model) => ({ ...model, ...known.get(model.id) }))
}

async function ofLlamaServer(ask: Ask, models: readonly ModelInfo[]): Promise<ModelInfo[]> {
  const props = await ask('/props', llamaProps)
  const [model] = models
  // One that has several loads them on demand, each in its own way.
  if (!props || !model || models.length > 1) return [...models]
  const { vision, audio } = props.modalities ?? {}
  const contextWindow = props.default_generation_settings.n_ctx
  return [withFacts(model, { contextWindow, images: vision, sounds: audio })]
}

type Facts = { [Name in keyof ModelFacts]?: ModelFacts[Name] | undefined }

function withFacts(model: ModelInfo, facts: Facts): ModelInfo {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return { ...model, ...Object.fromEntries(known) }
}

interface DescribeOptions {
  timeoutMs: number
  signal: AbortSignal
  send?: Send | undefined
  /** Leave out models that the engine reports as unable to chat. Those that a person named stay. */
  onlyChat?: boolean
}

/**
 * Adds what an engine on this machine reports of its models beside its list: the context they run with, their
 * modalities and abilities. Ollama is sent the names of the models and nothing else. Values that are not reported in
 * time stay as in the list. Never throws.
 */
export async function describeLocal(
  target: Target,
  list: ModelList,
  { timeoutMs, signal, send, onlyChat = false }: DescribeOptions,
): Promise<ModelList> {
  const host = parseUrl(target.baseUrl)?.hostname ?? ''
  const isHere = networkZoneOf(host) === 'this-machine' && target.kind === 'openai-compatible'
  if (!isHere || list.models.length === 0) return list
  const { controller, dispose } = linkedController(signal)
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const ask = asker(target, send, controller.signal)
    const engine = list.engine ?? (await engineOf(ask))
    if (engine === undefined) return list
    return { ...list, models: await modelsOf(engine, ask, { ...list, onlyChat }), engine }
  } catch {
    return list
  } finally {
    clearTimeout(timer)
    controller.abort()
    dispose()
  }
}

function modelsOf(
  engine: LocalEngine,
  ask: Ask,
  { models, onlyChat }: { models: readonly ModelInfo[]; onlyChat: boolean },
): Promise<ModelInfo[]> {
  if (engine === 'ollama') return ofOllama(ask, models, onlyChat)
  if (engine === 'lm-studio') return ofLmStudio(ask, models)
  return engine === 'llama-server' ? ofLlamaServer(ask, models) : Promise.resolve([...models])
}
