import { useEffect } from 'react'
import { PASTED_PLACE } from '../../lib/drafts/pasted-place.ts'
import { useUi, useUiStore } from '../../lib/ui-store.tsx'

/** Text that is pasted where no field takes it opens "Add a server" with it. */
export function usePasteAnywhere(): void {
  const show = useUi((ui) => ui.show)
  const store = useUiStore()
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { overlay, keep } = store.getState()
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (overlay !== null || text.trim() === '' || isTyping(event.target)) return
      event.preventDefault()
      keep(PASTED_PLACE, text)
      show({ kind: 'add-server' })
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [show, store])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  )
}
