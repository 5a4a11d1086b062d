import {
  MAX_CHATS,
  type ChatPlacement,
  type WindowPlacement,
  type WindowStateFile,
} from '../window-state.ts'
import type { WindowRole } from './window-role.ts'

/** Where windows were, and which were open when the app was quit. */
export interface WindowPlaces {
  read(role: WindowRole): WindowPlacement
  save(role: WindowRole, placement: WindowPlacement): void
  opened(role: WindowRole): void
  /** The person closed it: the next start does not open it. */
  closed(role: WindowRole): void
  /** Its chat is gone. */
  forget(conversationId: string): void
  /** The app quits: windows that close now were open. */
  leaving(): void
  /** The chats that were in windows of their own at the last quit; `forgets`: they are not opened, and not next time. */
  takeOpen(forgets: boolean): string[]
}

export function createWindowPlaces(state: WindowStateFile): WindowPlaces {
  let isLeaving = false
  /** Of chats that are gone: their windows close, and report their places one last time. */
  const gone = new Set<string>()
  const chats = (): readonly ChatPlacement[] => state.read().chats
  const nowhere: WindowPlacement = { maximized: false }

  /** Changes what is remembered of a chat, which is the latest then. */
  function change(role: WindowRole, changed: Partial<ChatPlacement>): void {
    if (role.kind !== 'chat' || role.leavesNoTrace) return
    const { conversationId } = role
    if (gone.has(conversationId)) return
    const known = chats().find((one) => one.conversationId === conversationId)
    const next = { conversationId, isOpen: true, ...(known ?? nowhere), ...changed }
    const others = chats().filter((one) => one !== known)
    state.change({ chats: [next, ...others].slice(0, MAX_CHATS) })
  }

  return {
    read(role) {
      switch (role.kind) {
        case 'main':
          return state.read()
        case 'quick': {
          const { quick } = state.read()
          return { ...nowhere, ...(quick ? { bounds: quick } : {}) }
        }
        case 'chat':
          return chats().find((one) => one.conversationId === role.conversationId) ?? nowhere
      }
    },
    save(role, placement) {
      if (role.kind === 'main') state.change(placement)
      else if (role.kind === 'chat') change(role, placement)
      else if (placement.bounds) state.change({ quick: placement.bounds })
    },
    opened(role) {
      if (role.kind === 'chat') gone.delete(role.conversationId)
      change(role, { isOpen: true })
    },
    closed(role) {
      if (isLeaving || role.kind !== 'chat') return
      if (chats().some((one) => one.conversationId === role.conversationId))
        change(role, { isOpen: false })
    },
    forget(conversationId) {
      gone.add(conversationId)
      const left = chats().filter((one) => one.conversationId !== conversationId)
      if (left.length < chats().length) state.change({ chats: left })
    },
    leaving() {
      isLeaving = true
    },
    takeOpen(forgets) {
      const open = chats().filter(({ isOpen }) => isOpen)
      if (!forgets) return open.map(({ conversationId }) => conversationId)
      if (open.length > 0)
        state.change({ chats: chats().map((one) => ({ ...one, isOpen: false })) })
      return []
    },
  }
}
