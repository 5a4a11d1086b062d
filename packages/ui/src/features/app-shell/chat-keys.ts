import type { Conversation } from '@gatehouse/domain'
import { isCovered } from '../../lib/chats/ask-target.ts'

/** Controls of the open chat that a key presses, by the `data-act` that they carry. */
export type ChatAct = 'model' | 'attach' | 'regenerate' | 'copy-answer' | 'compare'

/** Milliseconds that the end of a chat may take to be drawn. */
const WAIT_MS = 1500

/**
 * Presses a control of the chat, as a click on it does. Those of an answer are of the last one: where it is scrolled
 * away, the transcript goes there first. Nothing where the control is absent, disabled or covered.
 */
export function pressInChat(act: ChatAct): void {
  if (isCovered()) return
  const control = find(act)
  if (control) return control.click()
  find('latest')?.click()
  const until = performance.now() + WAIT_MS
  const look = (): void => {
    const drawn = find(act)
    if (drawn && !isCovered()) drawn.click()
    else if (!drawn && find('latest') && performance.now() < until) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const find = (act: ChatAct | 'latest'): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-act="${act}"]:not(:disabled)`)

/**
 * The chat after or before another one in the order of the list: pinned chats first. `undefined` at the ends; where no
 * chat is open, the first.
 */
export function neighbourOf(
  id: string | null,
  step: 1 | -1,
  chats: readonly Conversation[],
): Conversation | undefined {
  const listed = chats.filter((chat) => chat.archivedAt === undefined || chat.id === id)
  const isOnTop = ({ pinnedAt, archivedAt }: Conversation): boolean =>
    pinnedAt !== undefined && archivedAt === undefined
  const order = [...listed.filter(isOnTop), ...listed.filter((chat) => !isOnTop(chat))]
  const at = order.findIndex((chat) => chat.id === id)
  return at === -1 ? order[0] : order[at + step]
}
