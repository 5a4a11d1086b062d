import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ModelRequest } from '@gatehouse/host/ports'
import type { Target } from '../target.ts'
import { vendorOptions } from '../language-model.ts'

/** The parameters of a request as the SDK takes them: what is absent is left to the provider. */
export function requestOptions(
  request: ModelRequest,
  target: Target,
  thinkingTokens?: number,
): Omit<LanguageModelV4CallOptions, 'prompt'> {
  const { maxOutputTokens, temperature, stopSequences } = request
  return {
    // To these the SDK adds the tokens to think with.
    maxOutputTokens: maxOutputTokens - (thinkingTokens ?? 0),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
    ...(thinkingTokens === undefined ? effort(request, target) : {}),
    ...vendorOptions(target, { ...request, thinkingTokens }),
  }
}

/** The SDK recognises reasoning models of the Responses API only under the vendor's own option. */
function effort({ reasoningEffort }: ModelRequest, { kind }: Target) {
  const isOwn = kind === 'openai-responses'
  return reasoningEffort === undefined || isOwn ? {} : { reasoning: reasoningEffort }
}
