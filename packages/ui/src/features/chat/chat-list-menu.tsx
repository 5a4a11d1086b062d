import { Ellipsis, FileUp } from 'lucide-react'
import { IconButton, Menu } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useImportChat } from './chat-files.ts'

/** What can be done with the list of chats as a whole. */
export function ChatListMenu() {
  const t = useT('chat')
  const importChat = useImportChat()
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t('library.menu')} />}
      entries={[{ label: t('library.import'), icon: FileUp, onSelect: importChat }]}
    />
  )
}
