import { useCallback } from 'react'
import { usePutInDraft } from '../../../lib/drafts/put-in-draft.ts'
import { useUiStore } from '../../../lib/ui-store.tsx'

/** Characters of a text that are quoted; of more the beginning. */
const MAX_QUOTE = 20_000

/** Returns the selection within an element, or else the whole text, each line marked as a quotation of Markdown. */
export function quoteOf(text: string, within: Element | null): string {
  const selection = window.getSelection()
  const isInside =
    selection !== null &&
    !selection.isCollapsed &&
    within !== null &&
    within.contains(selection.anchorNode) &&
    within.contains(selection.focusNode)
  const quoted = (isInside ? selection.toString() : text).trim().slice(0, MAX_QUOTE)
  return quoted
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** Puts a quotation into the message that is being written. */
export function useQuote(): (text: string, within: Element | null) => void {
  const put = usePutInDraft()
  const store = useUiStore()
  return useCallback(
    (text, within) => void put(`${quoteOf(text, within)}\n`, store.getState().section),
    [put, store],
  )
}
