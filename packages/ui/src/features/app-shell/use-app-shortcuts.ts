import { useNewChat, useNewTemporaryChat } from '../../lib/chats/new-chat.ts'
import { useQuickChat } from '../../lib/windows/chat-window.ts'
import { usePinKey } from '../../lib/chats/pin-chat.ts'
import { useUi, type Section } from '../../lib/ui-store.tsx'
import { useWindowRole } from '../../lib/windows/window-role.tsx'
import { railSections, settingsSection } from './sections.ts'
import { useShortcutKeys } from './shortcut-keys.ts'
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
  const leaveFor = (section: Section) => (): void => {
    show(null)
    goTo(section)
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
          '?': () => show({ kind: 'shortcuts' }),
        },
  )
}
