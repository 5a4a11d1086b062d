import { app, type BrowserWindow, type WebContents } from 'electron'
import { DROP_CHANNEL, EVENT_CHANNEL, type DropPurpose } from '@gatehouse/contract/bridge'
import type { Log } from '../log.ts'
import type { SafeStartState } from '../safe-start.ts'
import type { WindowStateFile } from '../window-state.ts'
import {
  createAppWindows,
  type AppWindow,
  type AppWindows,
  type AskingPage,
  type WindowHandle,
  type WindowHooks,
} from '../windows/app-windows.ts'
import { followVisibility } from '../windows/follow-visibility.ts'
import { createQuickChat, type QuickChat } from '../windows/quick-chat.ts'
import { createWindowPlaces, type WindowPlaces } from '../windows/window-places.ts'
import { keyOf, pathOf, type WindowRole } from '../windows/window-role.ts'
import type { WordMenu } from './context-menu.ts'
import { focusWindow, openWindow, type WindowOptions } from './window.ts'
import { createPageGuard } from '../consent/page-guard.ts'
import { watchPresses } from '../consent/presses.ts'
import type { PageGuard } from '../ipc/router.ts'

/** A window of the app on the screen. */
export interface ScreenWindow extends WindowHandle {
  readonly window: BrowserWindow
}

export interface ScreenWindows extends AppWindows<ScreenWindow> {
  /** Whose page a call or a drop comes from. */
  of(contents: WebContents): AppWindow<ScreenWindow> | undefined
  readonly places: WindowPlaces
  readonly quick: QuickChat
}

export interface ScreenWindowsOptions {
  state: WindowStateFile
  safeStarts: SafeStartState
  log: Log
  words: WordMenu
  /** A window was made, and is not on the screen yet. */
  onMade(window: BrowserWindow, role: WindowRole): void
  onPageGone(page: AskingPage<ScreenWindow>): void
  /** True if the app continues without a visible window. */
  outlivesWindows(): boolean
}

const SIZES: Record<WindowRole['kind'], WindowOptions['size']> = {
  main: { width: 1280, height: 800, minWidth: 640, minHeight: 600 },
  chat: { width: 760, height: 800, minWidth: 480, minHeight: 420 },
  quick: { width: 560, height: 420, minWidth: 480, minHeight: 320 },
}

/** The windows of the app, each with its place and a guard of its own. */
export function createScreenWindows(options: ScreenWindowsOptions): ScreenWindows {
  const { state, safeStarts, onPageGone, outlivesWindows } = options
  const quick = createQuickChat(() => performance.now())
  const places = createWindowPlaces(state)
  app.on('before-quit', () => places.leaving())
  const windows = createAppWindows<ScreenWindow>({
    open: (role, hooks, isBehind) => openOnScreen(role, hooks, { ...options, places, isBehind }),
    onDied: (key) => safeStarts.windowDied(key),
    onPageGone,
    quick,
    outlivesWindows,
    onOpened: (role) => places.opened(role),
    onClosed(role) {
      places.closed(role)
      safeStarts.windowClosed(keyOf(role))
    },
  })
  return Object.assign(windows, {
    places,
    quick,
    of: (contents: WebContents) =>
      windows.find(({ window }) => !window.isDestroyed() && window.webContents === contents),
  })
}

function openOnScreen(
  role: WindowRole,
  hooks: WindowHooks,
  options: ScreenWindowsOptions & { places: WindowPlaces; isBehind: boolean },
): ScreenWindow {
  const { state, safeStarts, log, onMade, places, isBehind } = options
  const window = openWindow({
    path: pathOf(role),
    size: SIZES[role.kind],
    placement: {
      read: () => places.read(role),
      save: (placement) => places.save(role, placement),
    },
    isBehind,
    isOnTop: role.kind === 'quick',
    state,
    log,
    onDied: hooks.died,
    onSessionEnd: () => safeStarts.quit(true),
    words: options.words,
  })
  const { webContents } = window
  webContents.on('render-process-gone', hooks.pageGone)
  // Its first page, and every one after it.
  webContents.on('did-navigate', hooks.pageGone)
  // Before it is closed: a consent over it that is ended by it, and again as its page's, ends the app with it.
  window.on('close', hooks.pageGone)
  window.once('closed', hooks.closed)
  if (role.kind === 'quick') followVisibility(window, hooks)
  onMade(window, role)
  return {
    window,
    guard: createPageAccess(window),
    isFocused: () => !window.isDestroyed() && window.isFocused(),
    isVisible: () => !window.isDestroyed() && window.isVisible(),
    toFront() {
      if (!window.isDestroyed()) focusWindow(window)
    },
    hide: () => window.hide(),
    minimize: () => window.minimize(),
    close: () => window.close(),
    send(name, payload) {
      if (!window.isDestroyed()) webContents.send(EVENT_CHANNEL, name, payload)
    },
  }
}

/**
 * Creates the guard of one window: the page's access depends on the person's input in that window, and in no other.
 */
function createPageAccess(window: BrowserWindow): PageGuard {
  const now = (): number => performance.now()
  const presses = watchPresses(now)
  window.webContents.on('input-event', (_event, input) => presses.note(input))
  window.webContents.ipc.on(DROP_CHANNEL, (_event, _paths, purpose: DropPurpose) => {
    if (purpose === 'pick') presses.noteDrop()
  })
  let seenSince = now()
  const look = (): void => void (seenSince = now())
  window.on('show', look)
  window.on('restore', look)
  return createPageGuard({
    now,
    latest: () => presses.latest(),
    takeDrop: () => presses.takeDrop(),
    isInFront: () => !window.isDestroyed() && window.isVisible() && window.isFocused(),
    seenSince: () => seenSince,
    isAssisted: () => app.isAccessibilitySupportEnabled(),
  })
}
