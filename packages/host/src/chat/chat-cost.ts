import type { ModelFailure, ModelRef, TokenUsage } from '@gatehouse/domain'
import { knownModelOf } from '@gatehouse/domain/models'
import type { HostDependencies } from '../dependencies.ts'
import type { ConversationService } from './conversation-service.ts'

const TOKENS_OF_A_PRICE = 1_000_000

export const COST_LIMIT_REACHED: ModelFailure = {
  code: 'cost-limit',
  message:
    'This chat has reached its cost limit. Raise the limit in the settings of the chat to go on.',
}

interface Dependencies {
  stores: Pick<HostDependencies['stores'], 'providers'>
  conversations: Pick<ConversationService, 'find' | 'addCost'>
}

/** Adds what an answer cost, where its price is known and its provider counted its tokens. */
export function addCost(
  { stores, conversations }: Dependencies,
  { conversationId, model, usage }: { conversationId: string; model: ModelRef; usage: TokenUsage },
): void {
  const price = knownModelOf(stores.providers.list(), model)?.price?.value
  if (!price || !conversations.find(conversationId)) return
  const { inputTokens = 0, outputTokens = 0 } = usage
  const cost = (inputTokens * price.input + outputTokens * price.output) / TOKENS_OF_A_PRICE
  if (cost > 0) conversations.addCost(conversationId, cost)
}

/** Whether no further step may begin. Read before each: the limit may be raised meanwhile. */
export function isCostLimitReached(
  { conversations }: Pick<Dependencies, 'conversations'>,
  conversationId: string,
): boolean {
  const { cost = 0, setup } = conversations.find(conversationId) ?? {}
  return setup?.costLimit !== undefined && cost >= setup.costLimit
}
