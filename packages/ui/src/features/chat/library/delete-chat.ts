import type { Conversation } from '@gatehouse/domain'
import { useCallback, useEffect, useRef } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { addToConversationList } from '../../../lib/chats/add-to-conversation-list.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useWindowRole } from '../../../lib/windows/window-role.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { worded } from '../../../lib/words/worded.ts'

/**
 * Deletes a chat at once and offers to bring it back; the adjacent of an open one is opened. Always the same
 * function, so that no row of a long list is drawn again for it.
 */
export function useDeleteChat(chats: readonly Conversation[]): (chat: Conversation) => void {
  const { show } = useToasts()
  const selected = useUi((ui) => ui.conversationId)
  const openChat = useUi((ui) => ui.openChat)
  const { cache } = useBridge()
  const { mutate: restore } = useAction('chat.restore', {
    onSuccess: (chat) => {
      addToConversationList(cache, chat)
      openChat(chat.id)
    },
  })
  const { perform: remove } = useAction('chat.remove')
  // The window of a chat closes with it.
  const leavesFor = useWindowRole().kind === 'main' ? selected : null
  const latest = useRef({ chats, selected: leavesFor })
  useEffect(() => {
    latest.current = { chats, selected: leavesFor }
  }, [chats, leavesFor])
  return useCallback(
    (chat) => {
      const { chats: list } = latest.current
      const index = list.findIndex((one) => one.id === chat.id)
      const adjacent = list[index + 1] ?? list[index - 1]
      remove({ id: chat.id }, () => {
        if (chat.id === latest.current.selected) openChat(adjacent?.id ?? null)
        if (chat.isTemporary)
          return show({ title: worded('chat', (t) => t('library.temporary.ended')) })
        show({
          title: worded('chat', (t) =>
            t('list.deleted', { title: oneLine(chat.title || t('untitled'), 60) }),
          ),
          action: {
            label: worded('common', (t) => t('actions.undo')),
            onSelect: () => restore({ id: chat.id }),
          },
        })
      })
    },
    [openChat, remove, restore, show],
  )
}
