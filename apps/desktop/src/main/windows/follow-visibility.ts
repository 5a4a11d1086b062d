import type { WindowHooks } from './app-windows.ts'
import { QUICK_CHAT_MS } from './quick-chat.ts'

/** The part of a window on the screen that is read. */
export interface HiddenWindow {
  on(event: 'hide' | 'show', listener: () => void): unknown
  once(event: 'closed', listener: () => void): unknown
  close(): void
}

/** Hidden, it is there at once when it is wanted again, and is closed once its chat would no longer be continued. */
export function followVisibility(
  window: HiddenWindow,
  hooks: Pick<WindowHooks, 'visibilityChanged'>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  window.on('hide', () => {
    hooks.visibilityChanged()
    // One that is hidden may be hidden again: an earlier timer would close it while it is seen.
    clearTimeout(timer)
    timer = setTimeout(() => window.close(), QUICK_CHAT_MS)
  })
  window.on('show', () => {
    clearTimeout(timer)
    hooks.visibilityChanged()
  })
  window.once('closed', () => clearTimeout(timer))
}
