import type { FirstUnseenOffsets } from './seen-calls.ts'

/** Space above what is shown. */
const ABOVE = 8

export const rowOf = (list: HTMLElement, askId: string): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-plan-row="${CSS.escape(askId)}"]`)

/** Scrolls the list to the first part of a call that was not in view; whether anything moved. */
export function showUnseen(list: HTMLElement, askId: string, from: FirstUnseenOffsets): boolean {
  const row = rowOf(list, askId)
  if (!row) return false
  const before = list.scrollTop
  const top = list.getBoundingClientRect().top + ABOVE
  if (from.card !== null) {
    list.scrollTop += row.getBoundingClientRect().top + from.card - top
    return list.scrollTop !== before
  }
  for (const part of ['changes', 'arguments'] as const) {
    const inner = row.querySelector<HTMLElement>(`[data-${part}]`)
    const at = from[part]
    if (!inner || at === null) continue
    const innerBefore = inner.scrollTop
    inner.scrollTop = at
    // Of a part that is higher than the list, the stretch that is meant.
    list.scrollTop += inner.getBoundingClientRect().top + at - inner.scrollTop - top
    return list.scrollTop !== before || inner.scrollTop !== innerBefore
  }
  return showRow(list, askId)
}

/** Scrolls the list no further than needed to show a row, from its top where it is higher; whether it moved. */
export function showRow(list: HTMLElement, askId: string): boolean {
  const row = rowOf(list, askId)
  if (!row) return false
  const before = list.scrollTop
  const frame = list.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  if (box.top < frame.top || box.height > frame.height) list.scrollTop += box.top - frame.top
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom
  return list.scrollTop !== before
}

export function focusRow(list: HTMLElement, askId: string): void {
  rowOf(list, askId)?.focus({ preventScroll: true })
}
