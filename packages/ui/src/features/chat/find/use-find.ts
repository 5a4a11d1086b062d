import { useCallback, useEffect, useState } from 'react'
import { isCovered } from '../../../lib/chats/ask-target.ts'
import { useTypedAhead, type TypedAhead } from '../../../lib/keys/typed-ahead.ts'
import { useUiStore } from '../../../lib/ui-store.tsx'

/** Search within the chat: Mod+F opens it, unless an overlay covers the chat. */
export function useFind(conversationId: string | undefined): {
  isOpen: boolean
  close: () => void
  typed: TypedAhead
} {
  const [openIn, setOpenIn] = useState<string>()
  const store = useUiStore()
  useEffect(() => {
    if (conversationId === undefined) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isKey || event.key.toLowerCase() !== 'f' || event.isComposing) return
      // Also by what is on its way.
      if (isCovered() || store.getState().overlay !== null) return
      event.preventDefault()
      setOpenIn(conversationId)
      // Where it is open already, its words are typed again.
      const field = document.querySelector<HTMLInputElement>('[data-testid="find-bar"] input')
      field?.focus()
      field?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [conversationId, store])
  const close = useCallback(() => {
    setOpenIn(undefined)
    document.querySelector<HTMLElement>('[data-composer]')?.focus()
  }, [])
  const isOpen = openIn !== undefined && openIn === conversationId
  return { isOpen, close, typed: useTypedAhead(isOpen ? conversationId : undefined, close) }
}
