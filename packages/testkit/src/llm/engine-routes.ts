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

/** Details that an engine reports of its models beside its list. */
export interface FakeEngineDetails {
  /** With which they are loaded; `null`: none is loaded. */
  contextLength: number | null
  /** Of Ollama's models; llama-server's take pictures when `vision` is among them. */
  capabilities: string[]
  /** Lines of Ollama's Modelfile. */
  parameters: string
  /** In place of Ollama's whole response about a model. */
  show?: JsonObject
}

/** As large as a hosted model's context, so that it does not affect tests that do not set it. */
export const ENGINE_DETAILS: FakeEngineDetails = {
  contextLength: 131_072,
  capabilities: ['completion', 'tools', 'vision'],
  parameters: '',
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

/** The response of a route (`GET /props`) of the engine's own interface, or `undefined` (404). */
export function engineRoute(
  engine: FakeEngine,
  route: string,
  { models, details }: { models: string[]; details: FakeEngineDetails },
): JsonObject | undefined {
  const { contextLength } = details
  const key = `${engine} ${route}`
  switch (key) {
    case 'ollama GET /api/version':
      return { version: '0.12.0' }
    case 'ollama GET /api/tags':
      return { models: models.map(ollamaModel) }
    case 'ollama GET /api/ps':
      return {
        models:
          contextLength === null
            ? []
            : models.map((name) => ({
                name: name.includes(':') ? name : `${name}:latest`,
                context_length: contextLength,
              })),
      }
    case 'ollama POST /api/show':
      return (
        details.show ?? {
          details: { family: 'fake', parameter_size: '1B' },
          parameters: details.parameters,
          model_info: { 'general.architecture': 'fake', 'fake.context_length': 262_144 },
          capabilities: details.capabilities,
        }
      )
    case 'lm-studio GET /api/v0/models':
      return {
        object: 'list',
        data: models.map((id) => ({
          id,
          object: 'model',
          type: details.capabilities.includes('vision') ? 'vlm' : 'llm',
          state: contextLength === null ? 'not-loaded' : 'loaded',
          max_context_length: 262_144,
          ...(contextLength === null ? {} : { loaded_context_length: contextLength }),
          capabilities: details.capabilities.includes('tools') ? ['tool_use'] : [],
        })),
      }
    case 'llama-server GET /props':
      return {
        default_generation_settings: { n_ctx: contextLength },
        total_slots: 1,
        modalities: { vision: details.capabilities.includes('vision'), audio: false },
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
