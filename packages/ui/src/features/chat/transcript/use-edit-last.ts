import type { Conversation, UserMessage } from '@gatehouse/domain'
import { useUi } from '../../../lib/ui-store.tsx'

interface LastMessage {
  conversation: Conversation | undefined
  lastSent: UserMessage | undefined
  lastTurnId: string | undefined
  running: boolean
}

/** Opens the message that was sent last for editing, where it stands; one that is being edited stays as it is. */
export function useEditLast(last: LastMessage): () => void {
  const { conversation, lastSent, lastTurnId, running } = last
  const openAt = useUi((ui) => ui.openChatAt)
  const changeEdit = useUi((ui) => ui.changeMessageEdit)
  const isEdited = useUi((ui) => lastSent !== undefined && lastSent.id in ui.messageEdits)
  return () => {
    if (!conversation || !lastSent || lastTurnId === undefined || running) return
    if (!isEdited) changeEdit(lastSent.id, { text: lastSent.text, removed: [] })
    openAt({ conversationId: conversation.id, turnId: lastTurnId, entryId: lastSent.id })
  }
}
