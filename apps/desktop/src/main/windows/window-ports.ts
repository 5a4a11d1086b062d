import type { MissingParts } from '../tray/desktop-parts.ts'
import type { OpenWindows, WindowPlace } from '@gatehouse/contract'
import type { QuickChat } from './quick-chat.ts'
import type { WindowKey } from './window-role.ts'

/** The windows of the app, for the handlers of `window.*` and those that depend on which window asks. */
export interface WindowPorts {
  list(): OpenWindows
  showChat(chat: { id: string; leavesNoTrace: boolean }, place?: WindowPlace): void
  showPlace(place: WindowPlace): void
  takePlace(): WindowPlace | null
  showQuick(): void
  hideQuick(): void
  /** The chat of the quick-ask window. */
  quick: QuickChat
  /** Quick ask shows another chat. */
  quickChanged(): void
  shortcut: GlobalShortcut
  missingParts(): Promise<MissingParts>
  /** The window whose call is handled. */
  asking(): WindowKey
  /** A chat is gone. */
  chatRemoved(id: string): void
  /** Opens those of the last quit whose chat is still there. */
  restore(isThere: (id: string) => boolean): void
}

/** The one key that is this app's wherever the person is. It opens quick ask and nothing else. */
export interface GlobalShortcut {
  /** In place of the one before; false when the system does not give it, or another program has it. */
  set(accelerator: string | null): boolean
  isActive(): boolean
}
