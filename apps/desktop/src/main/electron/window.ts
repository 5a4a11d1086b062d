import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import icon from '../../../../../resources/icons/128x128.png?asset'
import { join } from 'node:path'
import { APP_ORIGIN } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { reachableBounds, type WindowPlacement, type WindowStateFile } from '../window-state.ts'
import { CONFINED_PAGE } from './confined-page.ts'
import { nativeLocale, windowBackground } from './appearance.ts'
import { showContextMenu, type WordMenu } from './context-menu.ts'
import { HAS_OWN_SPELLING } from './spelling.ts'
import { recoverRenderer } from './window-recovery.ts'

export interface WindowOptions {
  /** Path and query of its page. */
  path: string
  /** Size of a window without a remembered placement, and its minimum. */
  size: { width: number; height: number; minWidth: number; minHeight: number }
  placement: { read(): WindowPlacement; save(placement: WindowPlacement): void }
  /** The window in front keeps the keyboard. */
  isBehind: boolean
  /** Small, and above the windows of other programs. */
  isOnTop?: boolean
  /** Knows the language. */
  state: WindowStateFile
  log: Log
  /** The process of its page died. */
  onDied(): void
  /** The system ends the session without letting the app quit. */
  onSessionEnd(): void
  words: WordMenu
}

const SAVE_AFTER_MS = 400
/** Shown by then even if the page has painted nothing, so that no one faces an empty screen. */
const SHOW_AFTER_MS = 4000

/** Opens a window, which shows itself as soon as its page has painted. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const { path, size, placement, isBehind, state, log, onDied, onSessionEnd, words } = options
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...size,
    ...reachableBounds(placement.read().bounds, areas),
    ...(options.isOnTop ? { alwaysOnTop: true, fullscreenable: false, maximizable: false } : {}),
    show: false,
    title: app.getName(),
    backgroundColor: windowBackground(),
    autoHideMenuBar: true,
    webPreferences: {
      ...CONFINED_PAGE,
      preload: join(__dirname, '../preload/index.cjs'),
      spellcheck: HAS_OWN_SPELLING,
      // Files are picked by main's dialogs, and dropped.
      disableBlinkFeatures: 'FileSystemAccessLocal',
      devTools: !app.isPackaged || process.env['GATEHOUSE_DEVTOOLS'] === '1',
    },
  })
  showWhenPainted(window, placement.read().maximized, isBehind)
  rememberPlace(window, placement)
  const followTheme = (): void => window.setBackgroundColor(windowBackground())
  nativeTheme.on('updated', followTheme)
  window.once('closed', () => nativeTheme.off('updated', followTheme))
  window.on('session-end', onSessionEnd)
  window.webContents.on('context-menu', (_event, params) => {
    void showContextMenu(window, params, { locale: nativeLocale(state), words })
  })
  letPageGo(window)
  recoverRenderer(window, { path, log, onDied })
  window.loadURL(`${APP_ORIGIN}${path}`).catch((error: unknown) => {
    log.error('The window could not load its page.', error)
  })
  return window
}

/** To the front, from wherever it is. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function showWhenPainted(window: BrowserWindow, maximized: boolean, isBehind: boolean): void {
  const show = (): void => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isVisible()) return
    // Elsewhere the program itself brings its icon; reading one earlier would delay the window.
    if (process.platform === 'linux') window.setIcon(icon)
    if (maximized) window.maximize()
    if (isBehind) window.showInactive()
    else window.show()
  }
  const timer = setTimeout(show, SHOW_AFTER_MS)
  window.once('ready-to-show', show)
  window.once('closed', () => clearTimeout(timer))
}

function rememberPlace(window: BrowserWindow, placement: WindowOptions['placement']): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (window.isDestroyed() || !window.isVisible()) return
    placement.save({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const saveSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, SAVE_AFTER_MS)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  window.on('close', save)
  window.once('closed', () => clearTimeout(timer))
}

/** No page of ours asks to stay: drafts are saved as it is hidden. One that does must not hold its window. */
function letPageGo(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => event.preventDefault())
}
