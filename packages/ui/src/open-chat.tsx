import { useEffect, useRef, useState } from 'react'
import { ChatElsewhere, ChatScreen } from './features/chat/index.ts'
import { useBridge } from './lib/bridge/bridge.tsx'
import { useT } from './lib/words/i18n.ts'
import { useNewChat } from './lib/chats/new-chat.ts'
import { oneLine } from './lib/formats/one-line.ts'
import {
  useChatsInWindows,
  useConversations,
  useOpenWindows,
  useSafeStart,
} from './lib/queries/index.ts'
import { QueryStates } from './lib/queries/query-states.tsx'
import { COMPOSER } from './lib/chats/ask-target.ts'
import { useHideOnEscape } from './lib/keys/use-chat-escape.ts'
import { useQuickChat } from './lib/windows/chat-window.ts'
import { useUi, useUiStore } from './lib/ui-store.tsx'

/** The chat that is open in the main window. There always is one: the latest, or a new one. */
export function OpenChat() {
  const conversations = useConversations()
  const chosen = useUi((ui) => ui.conversationId)
  const list = conversations.data
  const inWindows = useChatsInWindows()
  useReleasedDrafts(inWindows)
  // After a crash the chat that was open waits until the person opens it.
  const safeStart = useSafeStart()
  const held = safeStart.data?.chat?.id
  const isKnown = useOpenWindows().isFetched && safeStart.isFetched
  const open = isKnown ? list?.find((chat) => chat.id === chosen && chat.id !== held) : undefined
  useSomeChat({
    isWanted: list !== undefined && !open && isKnown && held === undefined,
    latest: list?.find(({ id }) => !inWindows.has(id))?.id,
  })
  // The chat that the starting window turns into keeps its composer, with what was typed into it.
  const [firstId, setFirstId] = useState<string | null>(null)
  if (open && firstId === null) setFirstId(open.id)
  if (open && inWindows.has(open.id)) return <ChatElsewhere conversation={open} />
  if (!open && firstId !== null) return held === undefined ? null : <ChatScreen key="held" />
  const isFirst = !open || firstId === null || open.id === firstId
  const problem = !list && conversations.error
  return (
    <ChatScreen
      key={isFirst ? 'first' : open.id}
      conversation={open}
      starting={problem && <QueryStates query={conversations}>{() => null}</QueryStates>}
    />
  )
}

/** Chooses the latest chat, or makes a first one. */
function useSomeChat({ isWanted, latest }: { isWanted: boolean; latest: string | undefined }) {
  const chooseChat = useUi((ui) => ui.chooseChat)
  const newChat = useNewChat({ stay: true })
  // Asked for once: a creation that failed must not be tried again and again.
  const asked = useRef(false)
  useEffect(() => {
    if (!isWanted) return
    if (latest !== undefined) chooseChat(latest)
    else if (!asked.current) newChat()
    asked.current = latest === undefined
  }, [isWanted, latest, chooseChat, newChat])
}

/** Moves a chat's typed text to the chat's own window once it has one. */
function useReleasedDrafts(inWindows: ReadonlySet<string>): void {
  const { drafts } = useBridge()
  useEffect(() => {
    for (const id of inWindows) drafts.release(id)
  }, [drafts, inWindows])
}

/** The chat of a window of its own, which has its name. */
export function ChatInWindow({ id }: { id: string }) {
  const t = useT('chat')
  const conversations = useConversations()
  const safeStart = useSafeStart()
  const chat = conversations.data?.find((one) => one.id === id)
  const isHeld = safeStart.data?.chat?.id === id
  const title = chat && (oneLine(chat.title, 80) || t('untitled'))
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Gatehouse`
  }, [title])
  // The window closes with its chat, and quick ask turns to another one.
  if (conversations.data && !chat) return null
  if (isHeld) return <ChatScreen key="held" />
  const problem = !conversations.data && conversations.error
  return (
    <ChatScreen
      key={id}
      conversation={safeStart.isFetched ? chat : undefined}
      starting={problem && <QueryStates query={conversations}>{() => null}</QueryStates>}
    />
  )
}

/** The chat of quick ask: main sends which, each time that the window comes to the front. */
export function QuickChat() {
  const { bridge, drafts } = useBridge()
  const id = useUi((ui) => ui.conversationId)
  const store = useUiStore()
  const open = useQuickChat()
  useHideOnEscape()
  useEffect(() => {
    const show = (): void => {
      // It may have been written on in another window meanwhile.
      const { conversationId } = store.getState()
      if (conversationId !== null) drafts.release(conversationId)
      open(false)
      document.querySelector<HTMLElement>(COMPOSER)?.focus()
    }
    show()
    return bridge.on('window.quick-wanted', show)
  }, [bridge, drafts, store, open])
  return id === null ? <ChatScreen key="first" /> : <ChatInWindow key={id} id={id} />
}
