import { z } from 'zod'
import { valueOfJson, type DiscoveredProvider, type ModelInfo } from '@gatehouse/domain'
import { readModelList } from './list-models.ts'
import { readBody } from './open-response.ts'
import { linkedController, untilAborted } from './until-aborted.ts'

export type LocalEngine = DiscoveredProvider['engine']

/** Where each engine listens unless the person changed it. */
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

const MAX_ANSWER = 1024 * 1024

const ollamaVersion = z.object({ version: z.string() })
const ollamaTags = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1),
      details: z.object({ family: z.string().optional() }).optional().catch(undefined),
    }),
  ),
})
const lmStudioModels = z.object({
  data: z.array(z.object({ object: z.literal('model'), state: z.string() })),
})
const llamaProps = z.object({
  default_generation_settings: z.looseObject({}),
  total_slots: z.number(),
})
const koboldVersion = z.object({ result: z.literal('KoboldCpp'), version: z.string() })
const openModels = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string().optional() })),
})

/** GETs a path of the port; the text of a 200, else `undefined`. */
type Get = (path: string) => Promise<string | undefined>

interface Probe {
  engine: LocalEngine
  name: string
  /** The models if it is this engine, else `undefined`. */
  look: (get: Get) => Promise<ModelInfo[] | undefined>
}

function fits(schema: z.ZodType, text: string | undefined): boolean {
  return text !== undefined && schema.safeParse(valueOfJson(text)).success
}

function listOf(text: string | undefined): ModelInfo[] | undefined {
  return text === undefined ? undefined : readModelList(text)
}

/** An engine that shows itself on a route of its own, and lists models on another. */
async function marked(get: Get, mark: string, schema: z.ZodType): Promise<ModelInfo[] | undefined> {
  const [own, list] = await Promise.all([get(mark), get('/v1/models')])
  return fits(schema, own) ? listOf(list) : undefined
}

async function lookForOllama(get: Get): Promise<ModelInfo[] | undefined> {
  const [version, list] = await Promise.all([get('/api/version'), get('/api/tags')])
  if (!fits(ollamaVersion, version) || list === undefined) return undefined
  const tags = ollamaTags.safeParse(valueOfJson(list))
  if (!tags.success) return undefined
  return tags.data.models
    .filter((model) => !/bert/i.test(model.details?.family ?? ''))
    .map((model) => ({ id: model.name }))
}

async function lookForLmStudio(get: Get): Promise<ModelInfo[] | undefined> {
  const list = await get('/api/v0/models')
  return fits(lmStudioModels, list) ? listOf(list) : undefined
}

/** Engines without a route of their own: the list has to look right, its owner if it names one. */
async function lookForList(get: Get, owner?: RegExp): Promise<ModelInfo[] | undefined> {
  const text = await get('/v1/models')
  if (text === undefined) return undefined
  const list = openModels.safeParse(valueOfJson(text))
  if (!list.success) return undefined
  const owned = list.data.data.every((model) => !owner || owner.test(model.owned_by ?? ''))
  return owned ? listOf(text) : undefined
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
      const response = await untilAborted(fetch(origin + path, init), signal)
      if (response.status !== 200) {
        response.body?.cancel().catch(() => undefined)
        return undefined
      }
      const { text, whole } = await readBody(response, MAX_ANSWER, signal)
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
        const models = await look(getter(origin, controller.signal))
        return models ? [{ engine, name, baseUrl: `${origin}/v1`, models }] : []
      }),
    )
    return found.flat()
  } finally {
    clearTimeout(timer)
    controller.abort()
    dispose()
  }
}
