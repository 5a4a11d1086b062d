import type { Conversation } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { addToConversationList } from '../../../lib/chats/add-to-conversation-list.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { verbatim, worded } from '../../../lib/words/worded.ts'

/** Writes a chat to a file that the person picks, and says where it is. */
export function useExportChat(): (chat: Conversation, format: 'json' | 'markdown') => void {
  const { show } = useToasts()
  const { perform } = useAction('chat.export')
  const { drafts } = useBridge()
  return useCallback(
    ({ id }, format) => {
      // What is typed to the last moment is in the file.
      drafts.flush()
      perform(
        { id, format },
        (written) =>
          written &&
          show({
            tone: 'success',
            title: worded('chat', (t) => t('library.exported')),
            description: verbatim(written.path),
          }),
      )
    },
    [drafts, perform, show],
  )
}

/** Takes in a chat from a file that the person picks, and opens it. */
export function useImportChat(): () => void {
  const { show } = useToasts()
  const { cache } = useBridge()
  const openChat = useUi((ui) => ui.openChat)
  const { perform } = useAction('chat.import')
  return useCallback(
    () =>
      perform({}, (conversation) => {
        if (!conversation) return
        addToConversationList(cache, conversation)
        openChat(conversation.id)
        show({ tone: 'success', title: worded('chat', (t) => t('library.imported')) })
      }),
    [cache, openChat, perform, show],
  )
}
