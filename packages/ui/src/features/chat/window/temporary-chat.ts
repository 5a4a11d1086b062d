import type { Conversation } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { addToConversationList } from '../../../lib/chats/add-to-conversation-list.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { worded } from '../../../lib/words/worded.ts'

/** Writes a temporary chat to disk; it continues as any other. */
export function useKeepChat(): (chat: Conversation) => void {
  const { show } = useToasts()
  const { cache } = useBridge()
  const { perform } = useAction('chat.keep')
  return useCallback(
    ({ id }) =>
      perform({ id }, (conversation) => {
        addToConversationList(cache, conversation)
        show({ tone: 'success', title: worded('chat', (t) => t('library.temporary.kept')) })
      }),
    [cache, perform, show],
  )
}
