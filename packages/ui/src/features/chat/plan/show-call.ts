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
  const inners = (['changes', 'arguments'] as const).flatMap((part) => {
    const inner = row.querySelector<HTMLElement>(`[data-${part}]`)
    const at = from[part]
    return inner && at !== null ? [{ inner, at }] : []
  })
  const topIn = ({ inner, at }: { inner: HTMLElement; at: number }): number =>
    inner.getBoundingClientRect().top + at - inner.scrollTop
  if (from.card !== null) {
    // A part may begin in the last stretch of the row that was read, and be cut off there.
    const tops = [row.getBoundingClientRect().top + from.card, ...inners.map(topIn)]
    list.scrollTop += Math.min(...tops) - top
    return list.scrollTop !== before
  }
  const [next] = inners
  if (!next) return showRow(list, askId)
  const innerBefore = next.inner.scrollTop
  next.inner.scrollTop = next.at
  // Of a part that is higher than the list, the stretch that is meant.
  list.scrollTop += topIn(next) - top
  return list.scrollTop !== before || next.inner.scrollTop !== innerBefore
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
