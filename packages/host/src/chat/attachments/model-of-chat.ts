import type { ModelProvider, ModelRef } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'

export interface ModelOfChatSources extends Pick<HostDependencies, 'stores'> {
  conversations: Pick<ConversationService, 'get'>
}

/** The model of a chat and its provider, each if it has one. Throws `chat/not-found`. */
export function modelOfChat(
  { conversations, stores }: ModelOfChatSources,
  conversationId: string,
): { model: ModelRef | null; provider: ModelProvider | undefined } {
  const { model } = conversations.get(conversationId)
  return { model, provider: stores.providers.list().find(({ id }) => id === model?.providerId) }
}
