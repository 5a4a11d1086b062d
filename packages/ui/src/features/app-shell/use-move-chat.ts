import { useCallback } from 'react'
import { useOpenInWindow, useShowInMainWindow } from '../../lib/windows/chat-window.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useWindowRole } from '../../lib/windows/window-role.tsx'

export interface MoveChat {
  /** Null where no chat is in view. */
  kind: 'open' | 'show-in-main' | null
  run: () => void
}

/** The chat in view into a window of its own, or from there into the main one. */
export function useMoveChat(): MoveChat {
  const isMain = useWindowRole().kind === 'main'
  const id = useUi((ui) => (ui.section === 'chats' ? ui.conversationId : null))
  const openInWindow = useOpenInWindow()
  const showInMain = useShowInMainWindow()
  const run = useCallback(() => {
    if (id === null) return
    if (isMain) openInWindow(id)
    else showInMain(id)
  }, [id, isMain, openInWindow, showInMain])
  if (id === null) return { kind: null, run }
  return { kind: isMain ? 'open' : 'show-in-main', run }
}
