import { createPageGuard } from '../../consent/page-guard.ts'
import { watchPresses } from '../../consent/presses.ts'
import { createAppWindows, type AppWindows, type WindowHandle } from '../app-windows.ts'
import { keyOf, type WindowKey, type WindowRole } from '../window-role.ts'

/** A window without a screen, with a real guard. */
export interface FakeWindow extends WindowHandle {
  readonly key: WindowKey
  readonly isBehind: boolean
  /** What it was told, in order. */
  readonly told: { name: string; payload: unknown }[]
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
  /** What the app did, in order. */
  happened: string[]
}

export function createFakeWindows(): FakeWindows {
  const open = new Map<WindowKey, FakeWindow>()
  const happened: string[] = []
  const state: { now: number; front: WindowKey | undefined } = { now: 10_000, front: undefined }
  const note = (what: string) => (role: WindowRole) => void happened.push(`${what} ${keyOf(role)}`)
  const windows = createAppWindows<FakeWindow>({
    open(role, hooks, isBehind) {
      const key = keyOf(role)
      const now = () => state.now
      const presses = watchPresses(now)
      const told: FakeWindow['told'] = []
      if (!isBehind) state.front = key
      const window: FakeWindow = {
        key,
        isBehind,
        told,
        guard: createPageGuard({
          now,
          latest: presses.latest,
          isInFront: () => state.front === key,
          isAssisted: () => false,
        }),
        isFocused: () => state.front === key,
        toFront: () => void (state.front = key),
        close() {
          open.delete(key)
          if (state.front === key) state.front = undefined
          hooks.closed()
        },
        send: (name, payload) => void told.push({ name, payload }),
        press() {
          presses.note({ type: 'mouseDown' })
          presses.note({ type: 'mouseUp' })
        },
        reload: hooks.pageGone,
        die: hooks.died,
      }
      open.set(key, window)
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
    of(key) {
      const window = open.get(key)
      if (!window) throw new Error(`There is no window "${key}".`)
      return window
    },
    wait: (ms) => void (state.now += ms),
  }
}
