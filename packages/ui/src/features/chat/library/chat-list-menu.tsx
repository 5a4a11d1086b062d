import { Ellipsis, EyeOff, FileUp } from 'lucide-react'
import { IconButton, Menu } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useNewTemporaryChat } from '../../../lib/chats/new-chat.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useImportChat } from './chat-files.ts'

/** Menu for the whole list of chats. */
interface ChatListMenuProps {
  showsArchived: boolean
  onShowArchived: (shows: boolean) => void
}

export function ChatListMenu({ showsArchived, onShowArchived }: ChatListMenuProps) {
  const t = useT('chat')
  const newTemporaryChat = useNewTemporaryChat()
  const importChat = useImportChat()
  const show = useUi((ui) => ui.show)
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t('library.menu')} />}
      entries={[
        {
          kind: 'check',
          label: t('library.showArchived'),
          checked: showsArchived,
          closes: true,
          onCheckedChange: onShowArchived,
        },
        { kind: 'separator' },
        {
          label: t('library.temporary.new'),
          icon: EyeOff,
          keys: 'Mod+Shift+N',
          onSelect: newTemporaryChat,
        },
        { label: t('library.import'), icon: FileUp, onSelect: importChat },
        {
          label: t('library.product.import'),
          icon: FileUp,
          onSelect: () => show({ kind: 'import-chats' }),
        },
      ]}
    />
  )
}
