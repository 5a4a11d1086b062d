import { useUi } from '../ui-store.tsx'

/** A denial in progress, with the reason as far as it is typed. */
export interface Denial {
  isOpen: boolean
  reason: string
  open: () => void
  change: (reason: string) => void
  close: () => void
}

/** Kept with the ask's draft, so that a reload finds it as it was. */
export function useDenial(askId: string): Denial {
  const reason = useUi((ui) => ui.askDrafts[askId]?.denial)
  const keep = useUi((ui) => ui.changeAskDraft)
  return {
    isOpen: reason !== undefined,
    reason: reason ?? '',
    open: () => keep(askId, { denial: '' }),
    change: (denial) => keep(askId, { denial }),
    close: () => keep(askId, { denial: undefined }),
  }
}
