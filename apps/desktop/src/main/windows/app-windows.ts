import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventName, OpenWindows, WindowPlace } from '@gatehouse/contract'
import type { PageGuard } from '../ipc/router.ts'
import type { QuickChat } from './quick-chat.ts'
import { keyOf, MAIN_WINDOW, QUICK_WINDOW, type WindowKey, type WindowRole } from './window-role.ts'

/** Electron's operations on one window. */
export interface WindowHandle {
  /** Knows what was sent to this window alone, and the person's presses in it. */
  readonly guard: PageGuard
  isFocused(): boolean
  isVisible(): boolean
  toFront(): void
  hide(): void
  /** Out of the way, and still in the task bar. */
  minimize(): void
  close(): void
  /** May throw when the payload cannot be cloned. */
  send(name: string, payload: unknown): void
}

/** Reports of a window about itself. */
export interface WindowHooks {
  /** Its page is gone, or was replaced. */
  pageGone(): void
  /** The process of its page died. */
  died(): void
  closed(): void
  /** It was hidden, or is seen again. */
  visibilityChanged(): void
}

/** A page from when it is in its window until it is gone. What it asks for goes with it. */
export interface AskingPage<Handle extends WindowHandle = WindowHandle> {
  readonly window: AppWindow<Handle>
  /** Aborted once it is gone. */
  readonly signal: AbortSignal
}

export interface AppWindow<Handle extends WindowHandle = WindowHandle> {
  readonly role: WindowRole
  readonly handle: Handle
  /** The one that is in it now. */
  page: AskingPage<Handle>
}

export interface AppWindowsOptions<Handle extends WindowHandle> {
  /** Opens one; `isBehind`: the one in front keeps the keyboard. */
  open(role: WindowRole, hooks: WindowHooks, isBehind: boolean): Handle
  /** The process of a page died. */
  onDied(key: WindowKey): void
  onPageGone(page: AskingPage<Handle>): void
  /** The record of windows for the next start changes. */
  onOpened(role: WindowRole): void
  onClosed(role: WindowRole): void
  quick: QuickChat
  /** True if the app can be reached without a visible window: by its icon in the tray, or in the dock. */
  outlivesWindows(): boolean
}

/** The windows of the app; each chat has at most one. */
export interface AppWindows<Handle extends WindowHandle = WindowHandle> {
  isOpen(): boolean
  find(isIt: (handle: Handle) => boolean): AppWindow<Handle> | undefined
  /** Handles a call of the page in a window; everything requested during it is attributed to that window. */
  handleCallOf<Result>(window: AppWindow<Handle>, handle: () => Result): Result
  /** The page whose call is handled. */
  asking(): AskingPage<Handle> | undefined
  /** The window whose call is handled, or else the one in front: what opens, opens over it. */
  current(): Handle | undefined
  list(): OpenWindows
  /**
   * True if a window with this role, in front, shows the asks of these chats; an ask of no chat is shown in the
   * main one.
   */
  notifies(role: WindowRole, chatIds: readonly string[]): boolean
  /** Sends an event to every window. */
  send(name: EventName, payload: unknown): void
  /** To the front and to a place, opened if need be. */
  showMain(place?: WindowPlace): void
  showChat(chat: { id: string; leavesNoTrace: boolean }, place?: WindowPlace): void
  /** Opens it behind the others, as before the last quit. */
  restoreChat(id: string): void
  /** Its window closes; quick ask turns to another chat. */
  closeChat(id: string): void
  showQuick(): void
  /** Opens quick ask, or hides it where it is in front. */
  toggleQuick(): void
  /** Hides quick ask. */
  hideQuick(): void
  /** Goes where the window that asks wants to: to the main window, with its chat if it is that one. */
  showPlace(place: WindowPlace): void
  /** Where the window that asks was sent. */
  takePlace(): WindowPlace | null
}

export function createAppWindows<Handle extends WindowHandle>(
  options: AppWindowsOptions<Handle>,
): AppWindows<Handle> {
  return new OpenAppWindows(options)
}

class OpenAppWindows<Handle extends WindowHandle> implements AppWindows<Handle> {
  readonly #options: AppWindowsOptions<Handle>
  readonly #windows = new Map<WindowKey, AppWindow<Handle>>()
  readonly #places = new Map<WindowKey, WindowPlace>()
  readonly #asking = new AsyncLocalStorage<AskingPage<Handle>>()

  constructor(options: AppWindowsOptions<Handle>) {
    this.#options = options
  }

  isOpen(): boolean {
    return this.#windows.size > 0
  }

  find(isIt: (handle: Handle) => boolean): AppWindow<Handle> | undefined {
    return [...this.#windows.values()].find(({ handle }) => isIt(handle))
  }

  handleCallOf<Result>(window: AppWindow<Handle>, handle: () => Result): Result {
    return this.#asking.run(window.page, handle)
  }

  asking(): AskingPage<Handle> | undefined {
    return this.#asking.getStore()
  }

  current(): Handle | undefined {
    const asking = this.asking()?.window
    if (asking && this.#windows.get(keyOf(asking.role)) === asking) return asking.handle
    const front = this.find((handle) => handle.isFocused())
    return (front ?? this.#main() ?? [...this.#windows.values()][0])?.handle
  }

  list(): OpenWindows {
    return {
      hasMain: this.#main() !== undefined,
      chats: [...this.#windows.values()].flatMap((window) => {
        const id = this.#chatOf(window)
        return id === null || window.role.kind === 'main' ? [] : [{ id, kind: window.role.kind }]
      }),
    }
  }

  notifies(role: WindowRole, chatIds: readonly string[]): boolean {
    if (role.kind === 'main' || !this.#main()) return true
    const own = role.kind === 'chat' ? role.conversationId : this.#options.quick.shown()
    return own !== null && chatIds.includes(own)
  }

  send(name: EventName, payload: unknown): void {
    for (const { handle } of this.#windows.values()) sendTo(handle, name, payload)
  }

  showMain(place?: WindowPlace): void {
    this.#show({ kind: 'main' }, place)
  }

  showChat(
    { id, leavesNoTrace }: { id: string; leavesNoTrace: boolean },
    place?: WindowPlace,
  ): void {
    this.#show(this.#ofChat(id)?.role ?? { kind: 'chat', conversationId: id, leavesNoTrace }, place)
  }

  restoreChat(id: string): void {
    const role: WindowRole = { kind: 'chat', conversationId: id, leavesNoTrace: false }
    if (!this.#windows.has(keyOf(role))) this.#open(role, true)
  }

  closeChat(id: string): void {
    if (this.#options.quick.shown() === id) {
      this.#options.quick.forget()
      this.#changed()
      const quick = this.#windows.get(QUICK_WINDOW)
      if (quick) sendTo(quick.handle, 'window.quick-wanted', {})
    }
    this.#ofChat(id)?.handle.close()
  }

  showQuick(): void {
    const quick = this.#windows.get(QUICK_WINDOW)
    this.#show({ kind: 'quick' }, undefined)
    if (quick) sendTo(quick.handle, 'window.quick-wanted', {})
  }

  toggleQuick(): void {
    if (this.#windows.get(QUICK_WINDOW)?.handle.isFocused()) this.hideQuick()
    else this.showQuick()
  }

  hideQuick(): void {
    const handle = this.#windows.get(QUICK_WINDOW)?.handle
    const isSeen = [...this.#windows.values()].some(({ role }) => role.kind !== 'quick')
    if (isSeen || this.#options.outlivesWindows()) handle?.hide()
    // Hidden, nothing would lead back to it.
    else handle?.minimize()
  }

  showPlace(place: WindowPlace): void {
    const chat = place.section === 'chats' ? place.conversationId : undefined
    const own = typeof chat === 'string' ? this.#ofChat(chat) : undefined
    if (own && own !== this.asking()?.window) return this.#show(own.role, place)
    if (own?.role.kind === 'quick') {
      this.#options.quick.forget()
      own.handle.hide()
    } else own?.handle.close()
    this.showMain(place)
  }

  takePlace(): WindowPlace | null {
    const page = this.asking()
    const key = page && keyOf(page.window.role)
    const place = key === undefined ? undefined : this.#places.get(key)
    if (key !== undefined) this.#places.delete(key)
    return place ?? null
  }

  #main(): AppWindow<Handle> | undefined {
    return this.#windows.get(MAIN_WINDOW)
  }

  #ofChat(id: string): AppWindow<Handle> | undefined {
    return [...this.#windows.values()].find((window) => this.#chatOf(window) === id)
  }

  /** The one chat that a window shows: quick ask while it is seen. */
  #chatOf({ role, handle }: AppWindow<Handle>): string | null {
    switch (role.kind) {
      case 'main':
        return null
      case 'chat':
        return role.conversationId
      case 'quick':
        return handle.isVisible() ? this.#options.quick.shown() : null
    }
  }

  #show(role: WindowRole, place: WindowPlace | undefined): void {
    const key = keyOf(role)
    if (place) this.#places.set(key, place)
    const window = this.#windows.get(key)
    if (!window) return this.#open(role, false)
    window.handle.toFront()
    if (place) sendTo(window.handle, 'window.place-wanted', {})
  }

  #open(role: WindowRole, isBehind: boolean): void {
    const key = keyOf(role)
    const { open, onDied, onOpened, onClosed, onPageGone } = this.#options
    // Filled in below: the hooks are called later than this.
    const opened: { window?: AppWindow<Handle>; abort: AbortController } = {
      abort: new AbortController(),
    }
    const renew = (): void => {
      const { window, abort } = opened
      if (!window) return
      const { page } = window
      opened.abort = new AbortController()
      window.page = { window, signal: opened.abort.signal }
      abort.abort()
      onPageGone(page)
    }
    const handle = open(
      role,
      {
        pageGone: renew,
        died: () => onDied(key),
        closed: () => {
          if (this.#windows.get(key) !== opened.window) return
          this.#windows.delete(key)
          // Whoever opens it again wants to go somewhere else.
          this.#places.delete(key)
          renew()
          onClosed(role)
          if (role.kind === 'quick') this.#options.quick.left()
          else this.#closeUnseen()
          this.#changed()
        },
        visibilityChanged: () => {
          if (role.kind === 'quick' && !opened.window?.handle.isVisible())
            this.#options.quick.left()
          this.#changed()
        },
      },
      isBehind,
    )
    const window: AppWindow<Handle> = { role, handle } as AppWindow<Handle>
    window.page = { window, signal: opened.abort.signal }
    opened.window = window
    this.#windows.set(key, window)
    onOpened(role)
    this.#changed()
  }

  /** Quick ask that is hidden must not keep an app alive that no one sees. */
  #closeUnseen(): void {
    const left = [...this.#windows.values()]
    const [quick] = left
    if (left.length === 1 && quick?.role.kind === 'quick' && !quick.handle.isVisible())
      quick.handle.close()
  }

  #changed(): void {
    this.send('window.changed', this.list())
  }
}

function sendTo({ guard, send }: WindowHandle, name: string, payload: unknown): void {
  guard.sent(name, payload)
  send(name, payload)
}
