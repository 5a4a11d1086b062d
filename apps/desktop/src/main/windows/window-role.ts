/**
 * Purpose of a window. Main decides it when it opens the window, and nothing changes it. Main decides it when it
 * opens the window, and nothing changes it.
 */
export type WindowRole =
  | { kind: 'main' }
  /** One chat, torn off. Of one that is kept in memory alone nothing is remembered. */
  | { kind: 'chat'; conversationId: string; leavesNoTrace: boolean }
  /** The small one for a quick question. */
  | { kind: 'quick' }

/** Names a window among those that are open. */
export type WindowKey = string

export const MAIN_WINDOW: WindowKey = 'main'
export const QUICK_WINDOW: WindowKey = 'quick'

export function keyOf(role: WindowRole): WindowKey {
  switch (role.kind) {
    case 'main':
      return MAIN_WINDOW
    case 'chat':
      return `chat ${role.conversationId}`
    case 'quick':
      return QUICK_WINDOW
  }
}

/** Path and query of its page, which draws by it what the window is for. What the page may do is decided without it. */
export function pathOf(role: WindowRole): string {
  switch (role.kind) {
    case 'main':
      return '/'
    case 'chat':
      return `/?chat=${role.conversationId}`
    case 'quick':
      return '/?quick'
  }
}
