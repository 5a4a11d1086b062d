import { z } from 'zod'
import { raceAbort } from '@gatehouse/base'
import {
  MODEL_LIMITS,
  valueOfJson,
  type DiscoveredProvider,
  type LocalEngine,
  type ModelList,
} from '@gatehouse/domain'
import { llamaProps, lmStudioModel, ollamaVersion } from './engine-routes.ts'
import { readModelList, modelRowsOf, toModelList } from './list-models.ts'
import { readBody } from '../open-response.ts'
import { linkedController } from '../abort.ts'

/** The default port of each engine. */
export const DEFAULT_PORTS: Readonly<Record<LocalEngine, number>> = {
  ollama: 11434,
  'lm-studio': 1234,
  'llama-server': 8080,
  jan: 1337,
  gpt4all: 4891,
  vllm: 8000,
  koboldcpp: 5001,
}
export const DISCOVERY_MS = 400

const MAX_RESPONSE = 1024 * 1024

const ollamaTags = z.object({ models: z.array(z.unknown()) })
const ollamaModel = z.object({
  name: z.string().min(1),
  details: z.object({ family: z.string().optional() }).optional().catch(undefined),
})
const koboldVersion = z.object({ result: z.literal('KoboldCpp'), version: z.string() })
const openModel = z.object({ id: z.string(), owned_by: z.string().optional() })

/** GETs a path of the port; the text of a 200, else `undefined`. */
type Get = (path: string) => Promise<string | undefined>

interface Probe {
  engine: LocalEngine
  name: string
  /** The models if it is this engine, else `undefined`. */
  look: (get: Get) => Promise<ModelList | undefined>
}

function fits(schema: z.ZodType, text: string | undefined): boolean {
  return text !== undefined && schema.safeParse(valueOfJson(text)).success
}

function listOf(text: string | undefined): ModelList | undefined {
  return text === undefined ? undefined : readModelList(text)
}

/** An engine that shows itself on a route of its own, and lists models on another. */
async function marked(get: Get, mark: string, schema: z.ZodType): Promise<ModelList | undefined> {
  const [own, list] = await Promise.all([get(mark), get('/v1/models')])
  return fits(schema, own) ? listOf(list) : undefined
}

async function lookForOllama(get: Get): Promise<ModelList | undefined> {
  const [version, list] = await Promise.all([get('/api/version'), get('/api/tags')])
  if (!fits(ollamaVersion, version) || list === undefined) return undefined
  const tags = ollamaTags.safeParse(valueOfJson(list))
  if (!tags.success) return undefined
  const rows = tags.data.models
    .slice(0, MODEL_LIMITS.models)
    .map((row) => ollamaModel.safeParse(row).data)
  if (rows.includes(undefined)) return undefined
  const models = rows.flatMap((model) =>
    model === undefined || /bert/i.test(model.details?.family ?? '') ? [] : [{ id: model.name }],
  )
  // Those that were not looked at count as left out, too.
  return toModelList([...models, ...tags.data.models.slice(MODEL_LIMITS.models)])
}

/** The rows of a list if the first 2,000 are of this shape. */
function rowsLike<Row>(schema: z.ZodType<Row>, text: string | undefined): Row[] | undefined {
  const rows = text === undefined ? undefined : modelRowsOf(text)
  const checked: Row[] = []
  for (const row of rows?.slice(0, MODEL_LIMITS.models) ?? []) {
    const parsed = schema.safeParse(row)
    if (!parsed.success) return undefined
    checked.push(parsed.data)
  }
  return rows && checked
}

async function lookForLmStudio(get: Get): Promise<ModelList | undefined> {
  const list = await get('/api/v0/models')
  return rowsLike(lmStudioModel, list) ? listOf(list) : undefined
}

/** Engines without a route of their own: the list has to look right, its owner if it names one. */
async function lookForList(get: Get, owner?: RegExp): Promise<ModelList | undefined> {
  const text = await get('/v1/models')
  const rows = rowsLike(openModel, text)
  return rows?.every((model) => !owner || owner.test(model.owned_by ?? ''))
    ? listOf(text)
    : undefined
}

const PROBES: readonly Probe[] = [
  { engine: 'ollama', name: 'Ollama', look: lookForOllama },
  { engine: 'lm-studio', name: 'LM Studio', look: lookForLmStudio },
  { engine: 'llama-server', name: 'llama.cpp', look: (get) => marked(get, '/props', llamaProps) },
  { engine: 'jan', name: 'Jan', look: (get) => lookForList(get) },
  { engine: 'gpt4all', name: 'GPT4All', look: (get) => lookForList(get) },
  { engine: 'vllm', name: 'vLLM', look: (get) => lookForList(get, /^vllm$/) },
  {
    engine: 'koboldcpp',
    name: 'KoboldCpp',
    look: (get) => marked(get, '/api/extra/version', koboldVersion),
  },
]

function getter(origin: string, signal: AbortSignal): Get {
  return async (path) => {
    try {
      const init: RequestInit = { method: 'GET', redirect: 'error', signal }
      const response = await raceAbort(fetch(origin + path, init), signal)
      if (response.status !== 200) {
        response.body?.cancel().catch(() => undefined)
        return undefined
      }
      const { text, whole } = await readBody(response, MAX_RESPONSE, signal)
      return whole ? text : undefined
    } catch {
      return undefined
    }
  }
}

/**
 * Looks for language-model servers on 127.0.0.1, all ports at once: GET only, no redirects, nothing
 * of the person's sent, no longer than `limitMs`. Never throws.
 */
export async function discoverLocal(
  ports: Readonly<Record<LocalEngine, number>>,
  limitMs: number,
  signal: AbortSignal,
): Promise<DiscoveredProvider[]> {
  const { controller, dispose } = linkedController(signal)
  const timer = setTimeout(() => controller.abort(), limitMs)
  try {
    const found = await Promise.all(
      PROBES.map(async ({ engine, name, look }): Promise<DiscoveredProvider[]> => {
        const origin = `http://127.0.0.1:${ports[engine]}`
        const list = await look(getter(origin, controller.signal))
        return list ? [{ ...list, engine, name, baseUrl: `${origin}/v1` }] : []
      }),
    )
    return found.flat()
  } finally {
    clearTimeout(timer)
    controller.abort()
    dispose()
  }
}
