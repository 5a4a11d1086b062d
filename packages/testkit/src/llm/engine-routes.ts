import type { JsonObject } from '@gatehouse/domain'

/** Which local server the endpoint passes itself off as, on the routes that give it away. */
export type FakeEngine =
  | 'ollama'
  | 'lm-studio'
  | 'llama-server'
  | 'jan'
  | 'gpt4all'
  | 'vllm'
  | 'koboldcpp'
  | 'hosted'

const OWNERS: Record<FakeEngine, string> = {
  ollama: 'library',
  'lm-studio': 'organization_owner',
  'llama-server': 'llamacpp',
  jan: 'jan',
  gpt4all: 'humanity',
  vllm: 'vllm',
  koboldcpp: 'koboldcpp',
  hosted: 'fake',
}

function ollamaModel(name: string): JsonObject {
  return {
    name,
    model: name,
    modified_at: '2026-01-01T00:00:00Z',
    size: 1_000_000,
    digest: '0'.repeat(64),
    details: { family: 'fake', parameter_size: '1B', quantization_level: 'Q4_0' },
  }
}

/** The answer of a route (`GET /props`) of the engine's own interface, or `undefined` (404). */
export function engineRoute(
  engine: FakeEngine,
  route: string,
  models: string[],
): JsonObject | undefined {
  const key = `${engine} ${route}`
  switch (key) {
    case 'ollama GET /api/version':
      return { version: '0.12.0' }
    case 'ollama GET /api/tags':
      return { models: models.map(ollamaModel) }
    case 'ollama POST /api/show':
      return {
        details: { family: 'fake', parameter_size: '1B' },
        model_info: { 'general.architecture': 'fake', 'fake.context_length': 8192 },
        capabilities: ['completion', 'tools'],
      }
    case 'lm-studio GET /api/v0/models':
      return {
        object: 'list',
        data: models.map((id) => ({
          id,
          object: 'model',
          type: 'llm',
          state: 'loaded',
          max_context_length: 8192,
        })),
      }
    case 'llama-server GET /props':
      return {
        default_generation_settings: { n_ctx: 8192 },
        total_slots: 1,
        model_path: '/models/fake.gguf',
        build_info: 'b0-fake',
      }
    case 'koboldcpp GET /api/extra/version':
      return { result: 'KoboldCpp', version: '1.90' }
    default:
      return undefined
  }
}

/** `GET /v1/models` in the OpenAI shape, or in Anthropic's if its version header was sent. */
export function modelList(engine: FakeEngine, models: string[], anthropic: boolean): JsonObject {
  if (anthropic) {
    return {
      data: models.map((id) => ({
        type: 'model',
        id,
        display_name: id,
        created_at: '2026-01-01T00:00:00Z',
      })),
      has_more: false,
      first_id: models[0] ?? null,
      last_id: models.at(-1) ?? null,
    }
  }
  return {
    object: 'list',
    data: models.map((id) => ({
      id,
      object: 'model',
      created: 1_750_000_000,
      owned_by: OWNERS[engine],
      ...(engine === 'vllm' ? { max_model_len: 8192 } : {}),
    })),
  }
}

/** `GET /v1beta/models` as Google lists its models, which do more than chat. */
export function geminiList(models: string[]): JsonObject {
  const row = (name: string, methods: string[]): JsonObject => ({
    name: `models/${name}`,
    displayName: `The ${name}`,
    inputTokenLimit: 8192,
    outputTokenLimit: 2048,
    supportedGenerationMethods: methods,
  })
  return {
    models: [
      ...models.map((name) => row(name, ['generateContent', 'countTokens'])),
      row('an-embedder', ['embedContent']),
    ],
  }
}
