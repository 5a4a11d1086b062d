import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Target } from './target.ts'

type Fetch = typeof globalThis.fetch

/** Hosts whose newer models refuse `max_tokens`. */
const RENAMED_LIMIT = /(?:^|\.)(?:api\.openai\.com|openai\.azure\.com)$/

function chatBody(target: Target): (body: Record<string, unknown>) => Record<string, unknown> {
  if (!RENAMED_LIMIT.test(target.host)) return (body) => body
  return ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens })
}

/** The SDK's model for a target. The vendor's code is loaded at the first request, not at start. */
export async function vendorModel(
  target: Target,
  modelId: string,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  switch (target.kind) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      // An absent key would be taken from the environment.
      return createAnthropic({ baseURL: target.baseUrl, apiKey: target.key ?? '', fetch })(modelId)
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
