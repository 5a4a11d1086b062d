import type { FirstUnseenOffsets } from './seen-calls.ts'

/** Space above what is shown. */
const ABOVE = 8

/** Scrolls to what of a call was not in view yet; false when its card is not drawn. */
export function showUnseen(box: HTMLElement, askId: string, from: FirstUnseenOffsets): boolean {
  const card = box.querySelector<HTMLElement>(`[data-ask-card="${CSS.escape(askId)}"]`)
  if (!card) return false
  const top = box.getBoundingClientRect().top + ABOVE
  if (from.card !== null) {
    box.scrollTop += card.getBoundingClientRect().top + from.card - top
    return true
  }
  for (const part of ['changes', 'arguments'] as const) {
    const list = card.querySelector<HTMLElement>(`[data-${part}]`)
    const at = from[part]
    if (!list || at === null) continue
    list.scrollTop = at
    // Of a list that is higher than its transcript, the part that is meant.
    const within = at - list.scrollTop
    box.scrollTop += list.getBoundingClientRect().top + within - top
    return true
  }
  box.scrollTop += card.getBoundingClientRect().top - top
  return true
}
