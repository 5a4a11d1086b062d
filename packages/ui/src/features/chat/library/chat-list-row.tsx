import type { Conversation } from '@gatehouse/domain'
import {
  AppWindow,
  Archive,
  ArchiveRestore,
  Ellipsis,
  FileDown,
  Pencil,
  Pin,
  PinOff,
  Save,
  Tag,
  Trash2,
} from 'lucide-react'
import { memo, useState, type KeyboardEvent, useCallback } from 'react'
import {
  Icon,
  IconButton,
  ListRow,
  Menu,
  RevealText,
  StatusDot,
  TitleField,
  VisuallyHidden,
  type MenuEntry,
  useToasts,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useOpenInWindow } from '../../../lib/windows/chat-window.ts'
import { usePinChat } from '../../../lib/chats/pin-chat.ts'
import { useAction, useChatsInWindows } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useExportChat } from './chat-files.ts'
import { useKeepChat } from '../window/temporary-chat.ts'
import { worded } from '../../../lib/words/worded.ts'

interface ChatListRowProps {
  chat: Conversation
  now: number
  selected: boolean
  running: boolean
  waiting: boolean
  /** It has a window of its own. */
  inWindow: boolean
  /** Its title is being changed. */
  renaming: boolean
  onRename: (id: string | null) => void
  onDelete: (chat: Conversation) => void
}

/** Actions on a chat, in the menu of its row and in its context menu. */
export function useChatEntries({
  onRename,
  onDelete,
}: Pick<ChatListRowProps, 'onRename' | 'onDelete'>): (chat: Conversation) => MenuEntry[] {
  const t = useT('chat')
  const exportChat = useExportChat()
  const archive = useArchiveChat()
  const keep = useKeepChat()
  const pin = usePinChat()
  const show = useUi((ui) => ui.show)
  const inWindows = useChatsInWindows()
  const openInWindow = useOpenInWindow()
  return (chat) => [
    {
      label: t(inWindows.has(chat.id) ? 'window.show' : 'window.open'),
      icon: AppWindow,
      onSelect: () => openInWindow(chat.id),
    },
    { label: t('list.rename'), icon: Pencil, keys: 'F2', onSelect: () => onRename(chat.id) },
    {
      label: t(chat.pinnedAt === undefined ? 'library.pin' : 'library.unpin'),
      icon: chat.pinnedAt === undefined ? Pin : PinOff,
      keys: 'Mod+Shift+P',
      onSelect: () => pin(chat),
    },
    {
      label: t('library.tags.edit'),
      icon: Tag,
      onSelect: () => show({ kind: 'chat-tags', conversationId: chat.id }),
    },
    ...(chat.isTemporary
      ? [{ label: t('library.temporary.keep'), icon: Save, onSelect: () => keep(chat) }]
      : []),
    {
      kind: 'submenu',
      label: t('library.export'),
      icon: FileDown,
      entries: [
        { label: t('library.exportMarkdown'), onSelect: () => exportChat(chat, 'markdown') },
        { label: t('library.exportJson'), onSelect: () => exportChat(chat, 'json') },
      ],
    },
    ...(chat.isTemporary
      ? []
      : [
          chat.archivedAt === undefined
            ? { label: t('library.archive'), icon: Archive, onSelect: () => archive(chat, true) }
            : {
                label: t('library.unarchive'),
                icon: ArchiveRestore,
                onSelect: () => archive(chat, false),
              },
        ]),
    {
      label: t(chat.isTemporary ? 'library.temporary.end' : 'list.delete'),
      icon: Trash2,
      keys: 'Delete',
      tone: 'danger',
      onSelect: () => onDelete(chat),
    },
  ]
}

export const ChatListRow = memo(function ChatListRow(props: ChatListRowProps) {
  const { chat, now, selected, running, waiting, inWindow, renaming, onRename, onDelete } = props
  const t = useT('chat')
  const { brief } = useFormats()
  const openChat = useUi((ui) => ui.openChat)
  const [reached, setReached] = useState(false)
  const title = oneLine(chat.title) || t('untitled')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-list-row]')) return
    if (event.key === 'F2') onRename(chat.id)
    else if (event.key === 'Delete') onDelete(chat)
    else return
    event.preventDefault()
  }
  if (renaming) return <NameField chat={chat} onClose={() => onRename(null)} />
  return (
    <div
      role="presentation"
      data-chat={chat.id}
      onKeyDown={onKeyDown}
      onPointerEnter={() => setReached(true)}
      onFocus={() => setReached(true)}
    >
      <ListRow
        title={<RevealText text={title} wrap={false} />}
        note={chat.tags && <RevealText text={chat.tags.join(' · ')} wrap={false} />}
        selected={selected}
        onClick={() => openChat(chat.id)}
        onDoubleClick={() => onRename(chat.id)}
        trailing={
          <span className="flex items-center gap-1.5">
            {inWindow && <WindowMark />}
            <RowMark
              running={running}
              waiting={waiting}
              time={chat.isTemporary ? t('library.temporary.mark') : brief(chat.updatedAt, now)}
            />
          </span>
        }
        actions={reached && <RowMenu chat={chat} title={title} {...{ onRename, onDelete }} />}
      />
    </div>
  )
})

function NameField({ chat, onClose }: { chat: Conversation; onClose: () => void }) {
  const t = useT('chat')
  const { mutate: rename } = useAction('chat.rename')
  return (
    <TitleField
      className="mx-1 my-0.5 h-7 text-body"
      label={t('list.renameLabel')}
      value={chat.title}
      onSave={(title) => rename({ id: chat.id, title })}
      onClose={onClose}
    />
  )
}

/** Made when the row is reached: a menu in every row is most of what a list costs. */
function RowMenu({
  chat,
  title,
  onRename,
  onDelete,
}: Pick<ChatListRowProps, 'chat' | 'onRename' | 'onDelete'> & { title: string }) {
  const t = useT('chat')
  const entriesOf = useChatEntries({ onRename, onDelete })
  return (
    <Menu
      align="end"
      trigger={<IconButton size="small" icon={Ellipsis} label={t('list.more', { title })} />}
      entries={entriesOf(chat)}
    />
  )
}

function WindowMark() {
  const t = useT('chat')
  return (
    <span title={t('window.mark')}>
      <Icon icon={AppWindow} size={12} />
      <VisuallyHidden>{t('window.mark')}</VisuallyHidden>
    </span>
  )
}

function RowMark({ running, waiting, time }: { running: boolean; waiting: boolean; time: string }) {
  const t = useT('chat')
  if (waiting) return <StatusDot tone="accent" label={t('list.waiting')} />
  if (running) return <StatusDot tone="success" pulsing label={t('list.running')} />
  return time
}

/** Puts a chat away, with a way back, or takes it out again. */
function useArchiveChat(): (chat: Conversation, isArchived: boolean) => void {
  const { show } = useToasts()
  const { perform } = useAction('chat.archive')
  return useCallback(
    ({ id, title }, isArchived) =>
      perform({ id, isArchived }, () => {
        if (!isArchived) return
        show({
          title: worded('chat', (t) =>
            t('library.archived', { title: oneLine(title || t('untitled'), 60) }),
          ),
          action: {
            label: worded('common', (t) => t('actions.undo')),
            onSelect: () => perform({ id, isArchived: false }, () => undefined),
          },
        })
      }),
    [perform, show],
  )
}
