import { MessageSquare } from 'lucide-react'
import { Button } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useUi, type EntryRef } from '../../lib/ui-store.tsx'

/** Opens the chat, at the exact entry if known. */
export function OpenChatButton({
  conversationId,
  place,
}: {
  conversationId: string
  place?: EntryRef | undefined
}) {
  const t = useT('activity')
  const openChat = useUi((ui) => ui.openChat)
  const openChatAt = useUi((ui) => ui.openChatAt)
  return (
    <Button
      icon={MessageSquare}
      onClick={() => (place ? openChatAt(place) : openChat(conversationId))}
    >
      {t('openChat')}
    </Button>
  )
}
