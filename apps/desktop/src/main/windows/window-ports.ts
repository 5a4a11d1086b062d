import type { OpenWindows, WindowPlace } from '@gatehouse/contract'
import type { WindowKey } from './window-role.ts'

/** The windows of the app, for the handlers of `window.*` and those that depend on which window asks. */
export interface WindowPorts {
  list(): OpenWindows
  showChat(chat: { id: string; leavesNoTrace: boolean }, place?: WindowPlace): void
  showPlace(place: WindowPlace): void
  takePlace(): WindowPlace | null
  /** The window whose call is answered. */
  asking(): WindowKey
  /** A chat is gone. */
  chatRemoved(id: string): void
  /** Opens those of the last quit whose chat is still there. */
  restore(isThere: (id: string) => boolean): void
}
