import type { Conversation, ServerView } from '@gatehouse/domain'

/** True if a chat uses a server: its tools are offered to the model, its prompts and resources to the person. */
export function isServerOfChat(
  { config }: ServerView,
  { serverIds }: Pick<Conversation, 'serverIds'>,
): boolean {
  return serverIds === null || serverIds.includes(config.id)
}
