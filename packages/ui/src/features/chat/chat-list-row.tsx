import type { Conversation } from '@gatehouse/domain'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { memo, useState, type KeyboardEvent } from 'react'
import {
  ContextMenu,
  IconButton,
  ListRow,
  Menu,
  RevealText,
  StatusDot,
  TitleField,
  type MenuEntry,
} from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { oneLine } from '../../lib/one-line.ts'

interface ChatListRowProps {
  chat: Conversation
  now: number
  selected: boolean
  running: boolean
  waiting: boolean
  onDelete: (chat: Conversation) => void
}

export const ChatListRow = memo(function ChatListRow(props: ChatListRowProps) {
  const { chat, now, selected, running, waiting, onDelete } = props
  const t = useT('chat')
  const { brief } = useFormats()
  const openChat = useUi((ui) => ui.openChat)
  const [renaming, setRenaming] = useState(false)
  const { mutate: rename } = useAction('chat.rename')
  const title = oneLine(chat.title) || t('untitled')
  const entries: MenuEntry[] = [
    { label: t('list.rename'), icon: Pencil, keys: 'F2', onSelect: () => setRenaming(true) },
    {
      label: t('list.delete'),
      icon: Trash2,
      keys: 'Delete',
      tone: 'danger',
      onSelect: () => onDelete(chat),
    },
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-list-row]')) return
    if (event.key === 'F2') setRenaming(true)
    else if (event.key === 'Delete') onDelete(chat)
    else return
    event.preventDefault()
  }
  if (renaming) {
    return (
      <TitleField
        className="mx-1 my-0.5 h-7 text-body"
        label={t('list.renameLabel')}
        value={chat.title}
        onSave={(next) => rename({ id: chat.id, title: next })}
        onClose={() => setRenaming(false)}
      />
    )
  }
  return (
    <div role="presentation" onKeyDown={onKeyDown}>
      <ContextMenu entries={entries}>
        <ListRow
          title={<RevealText text={title} wrap={false} />}
          selected={selected}
          onClick={() => openChat(chat.id)}
          onDoubleClick={() => setRenaming(true)}
          trailing={
            <RowMark running={running} waiting={waiting} time={brief(chat.updatedAt, now)} />
          }
          actions={
            <Menu
              align="end"
              trigger={
                <IconButton size="small" icon={Ellipsis} label={t('list.more', { title })} />
              }
              entries={entries}
            />
          }
        />
      </ContextMenu>
    </div>
  )
})

function RowMark({ running, waiting, time }: { running: boolean; waiting: boolean; time: string }) {
  const t = useT('chat')
  if (waiting) return <StatusDot tone="accent" label={t('list.waiting')} />
  if (running) return <StatusDot tone="success" pulsing label={t('list.running')} />
  return time
}
