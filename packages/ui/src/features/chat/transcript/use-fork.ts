import { useCallback } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { addToConversationList } from '../../../lib/chats/add-to-conversation-list.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { worded } from '../../../lib/words/worded.ts'
import './message-words.ts'

/** Makes a chat of the branch that ends with a turn, goes there, and says what it took along. */
export function useFork(): {
  fork: (turn: { id: string; conversationId: string }) => void
  isPending: boolean
} {
  const { cache } = useBridge()
  const toasts = useToasts()
  const openChat = useUi((ui) => ui.openChat)
  const { perform, isPending } = useAction('chat.fork')
  const fork = useCallback(
    ({ id, conversationId }: { id: string; conversationId: string }) =>
      perform({ id: conversationId, turnId: id }, (chat) => {
        addToConversationList(cache, chat)
        openChat(chat.id)
        toasts.show({
          title: worded('messageActions', (t) => t('forked')),
          description: worded('messageActions', (t) => t('forkedNote')),
          tone: 'success',
        })
      }),
    [cache, openChat, perform, toasts],
  )
  return { fork, isPending }
}
