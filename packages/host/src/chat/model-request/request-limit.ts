import type { ModelRef } from '@gatehouse/domain'
import { knownModelOf } from '@gatehouse/domain/models'
import { estimateTokens, estimateTokensOf } from '@gatehouse/domain/text'
import type { HostDependencies } from '../../dependencies.ts'
import type { ModelRequest } from '../../ports/index.ts'
import { answerLimit } from './context-budget.ts'
import { sizeOfMessages, tokensOfSize } from './message-size.ts'

/**
 * Limits requests beside a chat: each asks for no longer an answer than it leaves of its model's context. Returns
 * `undefined` where it leaves fewer tokens than an answer takes.
 */
export function createRequestLimit({ providers }: Pick<HostDependencies['stores'], 'providers'>) {
  return (request: ModelRequest, model: ModelRef): ModelRequest | undefined => {
    const { system, messages, tools, maxOutputTokens } = request
    const window = knownModelOf(providers.list(), model)?.contextWindow
    const toolTokens = tools.reduce((sum, tool) => sum + estimateTokensOf(tool), 0)
    const limit = answerLimit(maxOutputTokens, {
      window: window?.value,
      isAssumed: window?.origin === 'assumed',
      estimated: estimateTokens(system) + tokensOfSize(sizeOfMessages(messages)) + toolTokens,
      factor: undefined,
    })
    return limit === undefined ? undefined : { ...request, maxOutputTokens: limit }
  }
}
