import type { Conversation } from '@gatehouse/domain'
import { AppWindow, PanelLeft, SquarePen } from 'lucide-react'
import { memo, useState } from 'react'
import { IconButton, PaneHeader, RevealText, TitleField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import {
  useOpenInWindow,
  useQuickChat,
  useShowInMainWindow,
} from '../../../lib/windows/chat-window.ts'
import { useWindowRole } from '../../../lib/windows/window-role.tsx'
import { ServersChip } from '../tools/servers-chip.tsx'

/** Title, which a click renames, and the servers of this chat. */
export const ChatHeader = memo(function ChatHeader({
  conversation,
}: {
  conversation: Conversation
}) {
  const t = useT('chat')
  const [renaming, setRenaming] = useState(false)
  const { mutate } = useAction('chat.rename')
  const isQuick = useWindowRole().kind === 'quick'
  const title = oneLine(conversation.title) || t('untitled')
  return (
    <PaneHeader
      title={
        renaming ? (
          <TitleField
            className="h-7 w-80 text-title font-semibold"
            label={t('header.name')}
            value={conversation.title}
            onSave={(next) => mutate({ id: conversation.id, title: next })}
            onClose={() => setRenaming(false)}
          />
        ) : (
          <button
            type="button"
            title={t('header.rename')}
            onClick={() => setRenaming(true)}
            className="block max-w-full cursor-text truncate rounded-sm hover:text-fg-2"
          >
            <RevealText text={title} wrap={false} />
          </button>
        )
      }
      actions={
        <>
          <ServersChip conversation={conversation} />
          {isQuick && <NewButton />}
          <MoveButton id={conversation.id} />
        </>
      }
    />
  )
})

/** Another chat in quick ask. */
function NewButton() {
  const t = useT('chat')
  const openQuick = useQuickChat()
  return (
    <IconButton
      icon={SquarePen}
      label={t('list.new')}
      keys="Mod+N"
      onClick={() => openQuick(true)}
    />
  )
}

/** Into a window of its own, and from there back. */
function MoveButton({ id }: { id: string }) {
  const t = useT('chat')
  const isMain = useWindowRole().kind === 'main'
  const openInWindow = useOpenInWindow()
  const showInMain = useShowInMainWindow()
  return (
    <IconButton
      icon={isMain ? AppWindow : PanelLeft}
      label={t(isMain ? 'window.open' : 'window.showInMain')}
      keys="Mod+Shift+O"
      onClick={() => (isMain ? openInWindow(id) : showInMain(id))}
    />
  )
}
