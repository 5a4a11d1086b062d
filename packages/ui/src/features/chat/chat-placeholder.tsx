import type { Ask } from '@gatehouse/domain'
import { List, ListRow, PaneHeader } from '../../kit/index.ts'
import { FirstRunSlot } from '../../lib/first-run-slot.tsx'
import { useT } from '../../lib/i18n.ts'
import { useConversation, useConversations } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Stands in until the chat feature is there. */
export function ChatList() {
  const common = useT('common')
  const selected = useUi((ui) => ui.conversationId)
  const openChat = useUi((ui) => ui.openChat)
  return (
    <>
      <PaneHeader kind="list" title={common('sections.chats')} />
      <List label={common('sections.chats')}>
        {useConversations().data?.map((chat) => (
          <ListRow key={chat.id} title={chat.title || '…'} selected={chat.id === selected} onClick={() => openChat(chat.id)} />
        ))}
      </List>
    </>
  )
}

export function ChatScreen({ conversationId }: { conversationId: string }) {
  const view = useConversation(conversationId).data
  return (
    <>
      <PaneHeader title={view?.conversation.title || '…'} />
      <div className="flex flex-1 items-center justify-center p-6">
        <FirstRunSlot />
      </div>
    </>
  )
}

export function AskCard({ ask }: { ask: Ask }) {
  return <pre>{JSON.stringify(ask.arguments, null, 2)}</pre>
}
