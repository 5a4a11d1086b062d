import type { Ask } from '@gatehouse/domain'

/** A chat that an ask comes from. */
export interface AskChat {
  id: string
  title: string
}

/** The chats of an ask, each once; none for what a server asks outside of any call. */
export function chatsOf(ask: Ask): AskChat[] {
  if (ask.kind === 'tool-approval')
    return [{ id: ask.conversationId, title: ask.conversationTitle }]
  const chats = new Map<string, AskChat>()
  for (const { conversationId: id, conversationTitle: title } of ask.causes)
    if (!chats.has(id)) chats.set(id, { id, title })
  return [...chats.values()]
}

export function isOfChat(ask: Ask, conversationId: string): boolean {
  return chatsOf(ask).some((chat) => chat.id === conversationId)
}
