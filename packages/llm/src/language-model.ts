import { randomUUID } from 'node:crypto'
import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ModelRequest } from '@gatehouse/host/ports'
import { modelFailed } from './errors/model-error.ts'
import type { Target } from './target.ts'

type Fetch = typeof globalThis.fetch

/** Hosts whose newer models refuse `max_tokens`. */
const RENAMED_LIMIT = /(?:^|\.)(?:api\.openai\.com|openai\.azure\.com)$/

/** Names of Azure's deployments: they are part of the URL. */
const DEPLOYMENT = /^[\w.-]{1,64}$/

/** Names of Bedrock's models, inference profiles and their ARNs: they are one part of the URL. */
const BEDROCK_NAME = /^[A-Za-z0-9][\w.:/-]{0,511}$/

function bedrockName(modelId: string, { host }: Target): string {
  if (BEDROCK_NAME.test(modelId)) return modelId
  throw noModel(`${host} has no model of this name. Choose another model.`)
}

async function bedrockModel(
  { baseUrl: baseURL }: Target,
  name: string,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  // The real key comes with sending. Without one, the SDK would look for keys in the environment.
  return createAmazonBedrock({ baseURL, apiKey: 'none', fetch })(name)
}

function noModel(message: string): Error {
  return modelFailed({ code: 'model-not-found', message })
}

function chatBody(target: Target): (body: Record<string, unknown>) => Record<string, unknown> {
  if (target.kind !== 'azure-openai' && !RENAMED_LIMIT.test(target.host)) return (body) => body
  return ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens })
}

/** Names of Gemini's models: they are part of the URL, so nothing in them may lead elsewhere. */
const GEMINI_NAME = /^(?:models\/|tunedModels\/)?\w[\w.-]{0,199}$/

function geminiName(modelId: string, { host }: Target): string {
  if (GEMINI_NAME.test(modelId)) return modelId
  throw noModel(`${host} has no model of this name. Choose another model.`)
}

/** The URL of a deployment, in a dated version of the API or in v1, which takes the name in the body. */
function azureAddress({ baseUrl, apiVersion, host }: Target, deployment: string) {
  if (!DEPLOYMENT.test(deployment) || /^\.+$/.test(deployment))
    throw noModel(`${host} has no deployment of this name. Choose another model.`)
  if (apiVersion === undefined) return { baseURL: `${baseUrl}/v1` }
  return {
    baseURL: `${baseUrl}/deployments/${deployment}`,
    queryParams: { 'api-version': apiVersion },
  }
}

/** The SDK's model for a target. The vendor's code is loaded at the first request, not at start. */
export async function createLanguageModel(
  target: Target,
  modelId: string,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const { baseUrl: baseURL, key } = target
  switch (target.kind) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      // An absent key would be taken from the environment.
      return createAnthropic({ baseURL, apiKey: key ?? '', fetch })(modelId)
    }
    // Of these two the model alone: their providers would bring all that the vendors make beside text.
    case 'openai-responses': {
      const { OpenAIResponsesLanguageModel } = await import('@ai-sdk/openai/internal')
      return new OpenAIResponsesLanguageModel(modelId, {
        provider: 'openai.responses',
        url: ({ path }) => `${baseURL}${path}`,
        headers: () => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
        fetch,
      })
    }
    case 'google': {
      const name = geminiName(modelId, target)
      const { GoogleLanguageModel } = await import('@ai-sdk/google/internal')
      return new GoogleLanguageModel(name, {
        provider: 'google.generative-ai',
        baseURL,
        headers: () => (key === undefined ? {} : { 'x-goog-api-key': key }),
        generateId: () => `call_${randomUUID()}`,
        fetch,
      })
    }
    case 'amazon-bedrock':
      return bedrockModel(target, bedrockName(modelId, target), fetch)
    case 'azure-openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const provider = createOpenAICompatible({
        name: 'azure',
        includeUsage: true,
        transformRequestBody: chatBody(target),
        fetch,
        headers: key === undefined ? {} : { 'api-key': key },
        ...azureAddress(target, modelId),
      })
      return provider(modelId)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const provider = createOpenAICompatible({
        name: 'endpoint',
        baseURL: target.baseUrl,
        includeUsage: true,
        transformRequestBody: chatBody(target),
        fetch,
        ...(target.key === undefined ? {} : { apiKey: target.key }),
      })
      return provider(modelId)
    }
  }
}

/** Gemini's models that think and return reasoning summaries, when they are asked to. */
const THINKING =
  /^(?:models\/)?gemini-(?:2\.5|[3-9](?:\.\d+)?)-(?:pro|flash|flash-lite)(?:-(?:latest|preview|\d).{0,40})?$/

interface VendorParameters extends Pick<ModelRequest, 'modelId' | 'reasoningEffort'> {
  /** For Anthropic's models that think with a number of tokens. */
  thinkingTokens?: number | undefined
}

/** The options of each API beside the request itself. */
export function vendorOptions(
  { kind, host }: Pick<Target, 'kind' | 'host'>,
  { modelId, reasoningEffort, thinkingTokens }: VendorParameters,
): { providerOptions?: SharedV4ProviderOptions } {
  // Nothing of the chat is to be kept there. The SDK then asks for reasoning to be sealed, and drops what is not: for
  // the models alone that it knows by name to reason, because the others refuse to be asked for it.
  if (kind === 'openai-responses') {
    const effort = reasoningEffort === undefined ? {} : { reasoningEffort }
    return { providerOptions: { openai: { store: false, ...effort } } }
  }
  if (kind === 'anthropic') {
    const options: SharedV4ProviderOptions[string] = {
      // Others cache by themselves; a gateway with Anthropic's API may refuse what it does not know.
      ...(host === 'api.anthropic.com' ? { cacheControl: { type: 'ephemeral' } } : {}),
      ...(thinkingTokens === undefined
        ? {}
        : { thinking: { type: 'enabled', budgetTokens: thinkingTokens } }),
    }
    return Object.keys(options).length > 0 ? { providerOptions: { anthropic: options } } : {}
  }
  if (kind === 'amazon-bedrock')
    return thinkingTokens === undefined
      ? {}
      : {
          providerOptions: {
            amazonBedrock: { reasoningConfig: { type: 'enabled', budgetTokens: thinkingTokens } },
          },
        }
  // A model that does not think is refused when it is to return reasoning summaries.
  if (kind !== 'google' || !THINKING.test(modelId) || reasoningEffort === 'none') return {}
  return { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
}
