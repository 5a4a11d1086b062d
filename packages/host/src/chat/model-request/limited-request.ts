import type { ModelFactsSource, WithOrigin } from '@gatehouse/domain/models'
import { knownModelOf } from '@gatehouse/domain/models'
import { estimateTokens, estimateTokensOf } from '@gatehouse/domain/text'
import type { ModelRef } from '@gatehouse/domain'
import type { ModelRequest } from '../../ports/index.ts'
import { answerLimit } from './context-budget.ts'
import { sizeOfMessages, tokensOfSize } from './message-size.ts'

/** Returns the known size of a model's context. */
export function contextWindowOf(
  providers: readonly (ModelFactsSource & { id: string })[],
  model: ModelRef,
): WithOrigin<number> | undefined {
  return knownModelOf(providers, model)?.contextWindow
}

/**
 * Returns a request beside a chat, for no longer an answer than it leaves of the model's context; `undefined` where it
 * leaves fewer tokens than an answer takes.
 */
export function limitedRequest(
  request: ModelRequest,
  window: WithOrigin<number> | undefined,
): ModelRequest | undefined {
  const { system, messages, tools, maxOutputTokens } = request
  const limit = answerLimit(maxOutputTokens, {
    window: window?.value,
    isAssumed: window?.origin === 'assumed',
    estimated:
      estimateTokens(system) + tokensOfSize(sizeOfMessages(messages)) + toolTokensOf(tools),
    factor: undefined,
  })
  return limit === undefined ? undefined : { ...request, maxOutputTokens: limit }
}

const toolTokensOf = (tools: ModelRequest['tools']): number =>
  tools.reduce((sum, tool) => sum + estimateTokensOf(tool), 0)
