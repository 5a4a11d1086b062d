import type { Conversation } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useT } from '../words/i18n.ts'
import { oneLine } from '../formats/one-line.ts'
import { useAction, useConversations } from '../queries/index.ts'
import { useUi } from '../ui-store.tsx'

/** Sets a chat above the others in the list, or back to its day, and announces it. */
export function usePinChat(): (chat: Conversation) => void {
  const t = useT('chat')
  const announce = useUi((ui) => ui.announce)
  const { perform } = useAction('chat.pin-chat')
  return useCallback(
    ({ id, title, pinnedAt }) => {
      const isPinned = pinnedAt === undefined
      const words = { title: oneLine(title || t('untitled'), 60) }
      perform({ id, isPinned }, () =>
        announce(t(isPinned ? 'library.pinned' : 'library.unpinned', words)),
      )
    },
    [perform, announce, t],
  )
}

/** The same for the chat whose row has the focus, else for the one in view. */
export function usePinKey(): () => void {
  const pin = usePinChat()
  const chats = useConversations().data
  const open = useUi((ui) => (ui.section === 'chats' ? ui.conversationId : null))
  return () => {
    const row = document.activeElement?.closest('[data-chat]')
    const id = row?.getAttribute('data-chat') ?? open
    const chat = chats?.find((one) => one.id === id)
    if (chat) pin(chat)
  }
}
