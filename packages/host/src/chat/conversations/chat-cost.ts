import type { ModelFailure, ModelRef, TokenUsage } from '@gatehouse/domain'
import { knownModelOf } from '@gatehouse/domain/models'
import type { HostDependencies } from '../../dependencies.ts'
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

/** The cost of an answer in US dollars, if its price is known and its provider counted its tokens. */
export function costOfAnswer(
  { stores }: Pick<Dependencies, 'stores'>,
  { model, usage }: { model: ModelRef; usage: TokenUsage },
): number | undefined {
  const price = knownModelOf(stores.providers.list(), model)?.price?.value
  const { inputTokens, outputTokens } = usage
  if (!price || inputTokens === undefined) return undefined
  const { input, output } = price
  return (inputTokens * input + (outputTokens ?? 0) * output) / TOKENS_OF_A_PRICE
}

/** Adds what an answer cost to its chat. */
export function addCost(
  { conversations }: Pick<Dependencies, 'conversations'>,
  conversationId: string,
  cost = 0,
): void {
  if (cost > 0 && conversations.find(conversationId)) conversations.addCost(conversationId, cost)
}

/** True if no further step may begin. Read before each step: the person may raise the limit between two. */
export function isCostLimitReached(
  { conversations }: Pick<Dependencies, 'conversations'>,
  conversationId: string,
): boolean {
  const { cost = 0, setup } = conversations.find(conversationId) ?? {}
  return setup?.costLimit !== undefined && cost >= setup.costLimit
}
