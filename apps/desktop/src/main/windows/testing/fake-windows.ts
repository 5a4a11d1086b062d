import { createPageGuard } from '../../consent/page-guard.ts'
import { watchPresses } from '../../consent/presses.ts'
import { createQuickChat, type QuickChat } from '../quick-chat.ts'
import {
  createAppWindows,
  type AppWindows,
  type WindowHandle,
  type WindowHooks,
} from '../app-windows.ts'
import { keyOf, type WindowKey, type WindowRole } from '../window-role.ts'

/** A window without a screen, with a real guard. */
export interface FakeWindow extends WindowHandle {
  readonly key: WindowKey
  readonly isBehind: boolean
  readonly isMinimized: () => boolean
  /** Messages that were sent to it, in order. */
  readonly sent: { name: string; payload: unknown }[]
  press(): void
  /** Another page took the place of the one in it. */
  reload(): void
  die(): void
}

export interface FakeWindows {
  windows: AppWindows<FakeWindow>
  of(key: WindowKey): FakeWindow
  /** The clock of all guards. */
  wait(ms: number): void
  /** Actions of the app, in order. */
  happened: string[]
  quick: QuickChat
  /** Sets whether the system has a tray icon. */
  setTray(isThere: boolean): void
}

interface FakeScreen {
  now: number
  front: WindowKey | undefined
  open: Map<WindowKey, FakeWindow>
}

export function createFakeWindows(): FakeWindows {
  const happened: string[] = []
  const screen: FakeScreen = { now: 10_000, front: undefined, open: new Map() }
  const note = (what: string) => (role: WindowRole) => void happened.push(`${what} ${keyOf(role)}`)
  const quick = createQuickChat(() => screen.now)
  let hasTray = false
  const windows = createAppWindows<FakeWindow>({
    quick,
    outlivesWindows: () => hasTray,
    open(role, hooks, isBehind) {
      const window = openFake(screen, hooks, { key: keyOf(role), isBehind })
      screen.open.set(window.key, window)
      return window
    },
    onDied: (key) => void happened.push(`died ${key}`),
    onPageGone: ({ window }) => note('page gone of')(window.role),
    onOpened: note('opened'),
    onClosed: note('closed'),
  })
  return {
    windows,
    happened,
    quick,
    setTray: (isThere) => void (hasTray = isThere),
    of(key) {
      const window = screen.open.get(key)
      if (!window) throw new Error(`There is no window "${key}".`)
      return window
    },
    wait: (ms) => void (screen.now += ms),
  }
}

function openFake(
  screen: FakeScreen,
  hooks: WindowHooks,
  { key, isBehind }: Pick<FakeWindow, 'key' | 'isBehind'>,
): FakeWindow {
  const now = () => screen.now
  const presses = watchPresses(now)
  const sent: FakeWindow['sent'] = []
  const shown = { isVisible: true, isMinimized: false }
  if (!isBehind) screen.front = key
  const see = (isVisible: boolean): void => {
    if (shown.isVisible === isVisible) return
    shown.isVisible = isVisible
    hooks.visibilityChanged()
  }
  return {
    key,
    isBehind,
    sent,
    guard: createPageGuard({
      now,
      latest: presses.latest,
      takeDrop: presses.takeDrop,
      isInFront: () => screen.front === key,
      seenSince: () => 0,
      isAssisted: () => false,
    }),
    isFocused: () => screen.front === key,
    isVisible: () => shown.isVisible,
    isMinimized: () => shown.isMinimized,
    toFront() {
      screen.front = key
      see(true)
    },
    hide() {
      screen.front = undefined
      see(false)
    },
    minimize: () => void (shown.isMinimized = true),
    close() {
      screen.open.delete(key)
      if (screen.front === key) screen.front = undefined
      hooks.closed()
    },
    send: (name, payload) => void sent.push({ name, payload }),
    press() {
      presses.note({ type: 'mouseDown' })
      presses.note({ type: 'mouseUp' })
    },
    reload: hooks.pageGone,
    die: hooks.died,
  }
}
