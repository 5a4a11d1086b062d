import { useNewChat, useNewTemporaryChat } from '../../lib/chats/new-chat.ts'
import { useQuickChat } from '../../lib/windows/chat-window.ts'
import { useConversations } from '../../lib/queries/chats.ts'
import { useChatsInWindows } from '../../lib/queries/app.ts'
import { usePinKey } from '../../lib/chats/pin-chat.ts'
import { useUi, type Section } from '../../lib/ui-store.tsx'
import { useWindowRole } from '../../lib/windows/window-role.tsx'
import { railSections, settingsSection } from './sections.ts'
import { useShortcutKeys, type Shortcuts } from './shortcut-keys.ts'
import type { ChatAct } from './chat-keys.ts'
import { focusList } from './use-section-focus.ts'
import { useMoveChat } from './use-move-chat.ts'

/** Keys that work wherever the focus is, in every window. */
export function useAppShortcuts(): void {
  const goTo = useUi((ui) => ui.goTo)
  const show = useUi((ui) => ui.show)
  const overlay = useUi((ui) => ui.overlay)
  const toggleSide = useUi((ui) => ui.toggleSide)
  const isQuick = useWindowRole().kind === 'quick'
  const newInMain = useNewChat()
  const openQuick = useQuickChat()
  const newChat = isQuick ? () => openQuick(true) : newInMain
  const newTemporaryChat = useNewTemporaryChat()
  const pinChat = usePinKey()
  const move = useMoveChat()
  const current = useUi((ui) => ui.section)
  const chat = useChatKeys()
  const leaveFor = (section: Section) => (): void => {
    show(null)
    goTo(section)
    // Where it is in view already, its key goes to its list.
    if (section === current && section !== 'chats') focusList()
  }
  const places = Object.fromEntries(
    [...railSections, settingsSection].map(({ section, keys }) => [keys, leaveFor(section)]),
  )
  const palette = (): void => show(overlay?.kind === 'palette' ? null : { kind: 'palette' })
  // What is half filled in must not vanish behind another screen.
  const busy =
    overlay?.kind === 'add-server' ||
    overlay?.kind === 'connect-model' ||
    overlay?.kind === 'import-servers' ||
    overlay?.kind === 'import-chats' ||
    overlay?.kind === 'chat-tags' ||
    overlay?.kind === 'own-prompts' ||
    overlay?.kind === 'new-workspace'
  useShortcutKeys(
    busy
      ? {}
      : {
          ...places,
          'Mod+5': leaveFor('settings'),
          'Mod+K': palette,
          'Mod+N': newChat,
          'Mod+Shift+N': newTemporaryChat,
          'Mod+Shift+P': pinChat,
          'Mod+Shift+O': move.run,
          'Mod+Alt+B': toggleSide,
          ...chat,
          '?': () => show({ kind: 'shortcuts' }),
        },
  )
}

/** Keys of the open chat, and between chats. What they do is loaded when it is wanted. */
function useChatKeys(): Shortcuts {
  const openChat = useUi((ui) => ui.openChat)
  const section = useUi((ui) => ui.section)
  const id = useUi((ui) => ui.conversationId)
  const chats = useConversations().data
  const elsewhere = useChatsInWindows()
  const isMain = useWindowRole().kind === 'main'
  const press = (act: ChatAct) => (): void => {
    if (section === 'chats') void import('./chat-keys.ts').then((keys) => keys.pressInChat(act))
  }
  const go = (step: 1 | -1) => (): void => {
    const here = (chats ?? []).filter((chat) => !elsewhere.has(chat.id))
    void import('./chat-keys.ts').then(({ neighbourOf }) => {
      const next = neighbourOf(id, step, here)
      if (next) openChat(next.id)
    })
  }
  return {
    ...(isMain && {
      'Mod+PageDown': go(1),
      'Mod+PageUp': go(-1),
      'Mod+Shift+L': () => focusList(),
    }),
    'Mod+Shift+M': press('model'),
    'Mod+U': press('attach'),
    'Mod+Shift+E': press('regenerate'),
    'Mod+Shift+C': press('copy-answer'),
    'Mod+Shift+D': press('compare'),
  }
}
