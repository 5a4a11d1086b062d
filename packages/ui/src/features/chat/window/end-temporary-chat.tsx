import type { Conversation } from '@gatehouse/domain'
import { useCallback, useState, type ReactNode } from 'react'
import { AlertDialog } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** Asks before a temporary chat with messages is ended: nothing brings it back. */
export function useConfirmEndChat(remove: (chat: Conversation) => void): {
  remove: (chat: Conversation) => void
  dialog: ReactNode
} {
  const t = useT('chat')
  const common = useT('common')
  const [asked, setAsked] = useState<Conversation>()
  const [isOpen, setOpen] = useState(false)
  const ask = useCallback(
    (chat: Conversation) => {
      if (!chat.isTemporary || chat.updatedAt === chat.createdAt) return remove(chat)
      setAsked(chat)
      setOpen(true)
    },
    [remove],
  )
  const dialog = asked && (
    <AlertDialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t('library.temporary.endTitle', {
        title: oneLine(asked.title || t('untitled'), 60),
      })}
      description={t('library.temporary.endText')}
      confirmLabel={t('library.temporary.endChat')}
      cancelLabel={common('actions.cancel')}
      onConfirm={() => {
        setOpen(false)
        remove(asked)
      }}
    />
  )
  return { remove: ask, dialog }
}
