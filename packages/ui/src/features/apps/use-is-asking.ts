import type { Ask } from '@gatehouse/domain'
import { useAsks } from '../../lib/queries/index.ts'

/** True while a question is open whose card may stand in the chat: its own, or one that belongs to no other chat. */
export function useIsAsking(conversationId: string): boolean {
  return (useAsks().data ?? []).some((ask) => {
    const chats = chatsOf(ask)
    return chats.length === 0 || chats.includes(conversationId)
  })
}

function chatsOf(ask: Ask): readonly string[] {
  if ('conversationId' in ask) return [ask.conversationId]
  return 'causes' in ask ? ask.causes.map((cause) => cause.conversationId) : []
}
