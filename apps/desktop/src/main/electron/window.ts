import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import icon from '../../../../../resources/icons/128x128.png?asset'
import { join } from 'node:path'
import { APP_ORIGIN } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import type { SafeStartState } from '../safe-start.ts'
import { reachableBounds, type WindowStateFile } from '../window-state.ts'
import { nativeLocale, windowBackground } from './appearance.ts'
import { showContextMenu } from './context-menu.ts'
import { STOPPED_PATH } from './crash-page.ts'

export interface WindowOptions {
  state: WindowStateFile
  log: Log
  safeStarts: SafeStartState
}

const SAVE_AFTER_MS = 400
/** Shown by then even if the page has painted nothing, so that nobody faces an empty screen. */
const SHOW_AFTER_MS = 4000

/** Opens the one window. It shows itself as soon as its page has painted. */
export function openWindow({ state, log, safeStarts }: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...reachableBounds(state.read().bounds, areas),
    minWidth: 640,
    minHeight: 600,
    show: false,
    title: app.getName(),
    backgroundColor: windowBackground(),
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(__dirname, '../preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // Files are picked by main's dialogs, and dropped.
      disableBlinkFeatures: 'FileSystemAccessLocal',
      devTools: !app.isPackaged || process.env['GATEHOUSE_DEVTOOLS'] === '1',
    },
  })
  showWhenPainted(window, state)
  rememberPlace(window, state)
  const followTheme = (): void => window.setBackgroundColor(windowBackground())
  nativeTheme.on('updated', followTheme)
  window.once('closed', () => nativeTheme.off('updated', followTheme))
  // The system ends the session without letting the app quit.
  window.on('session-end', () => safeStarts.quit(true))
  window.webContents.on('context-menu', (_event, params) => {
    showContextMenu(window, params, nativeLocale(state))
  })
  letPageGo(window)
  bringBack(window, { log, safeStarts })
  window.loadURL(`${APP_ORIGIN}/`).catch((error: unknown) => {
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

function showWhenPainted(window: BrowserWindow, state: WindowStateFile): void {
  const show = (): void => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isVisible()) return
    // Elsewhere the program itself brings its icon; reading one earlier would delay the window.
    if (process.platform === 'linux') window.setIcon(icon)
    if (state.read().maximized) window.maximize()
    window.show()
  }
  const timer = setTimeout(show, SHOW_AFTER_MS)
  window.once('ready-to-show', show)
  window.once('closed', () => clearTimeout(timer))
}

function rememberPlace(window: BrowserWindow, state: WindowStateFile): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (window.isDestroyed() || !window.isVisible()) return
    state.change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
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

/** A window that dies twice within this time is not given its page again by itself. */
const RETURNS_WITHIN_MS = 60_000
/** A window that has not responded for so long since it was noticed is closed. */
const HUNG_LIMIT_MS = 20_000

/**
 * A renderer that died is loaded again without the chat that was open: everything that matters lives in
 * main. One that dies again gets a page of words, from which the person opens the window again.
 */
function bringBack(window: BrowserWindow, { log, safeStarts }: Omit<WindowOptions, 'state'>): void {
  const contents = window.webContents
  let diedAt = Number.NEGATIVE_INFINITY
  const load = (path: string): void => {
    if (window.isDestroyed()) return
    contents.loadURL(`${APP_ORIGIN}${path}`).catch((error: unknown) => {
      log.error('The window could not load its page.', error)
    })
  }
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error(`The window's process ended: ${reason} (${exitCode}).`)
    const again = Date.now() - diedAt < RETURNS_WITHIN_MS
    diedAt = Date.now()
    safeStarts.windowDied()
    setImmediate(() => load(again ? STOPPED_PATH : '/'))
  })
  // The page of words has one link, and a page never goes anywhere by itself.
  contents.on('will-navigate', (_event, url) => {
    if (url === `${APP_ORIGIN}/` && contents.getURL() === `${APP_ORIGIN}${STOPPED_PATH}`) load('/')
  })
  endWhenHung(window, log)
}

/** A window that hangs for good can neither be used nor closed, so its process is ended and it comes back. */
function endWhenHung(window: BrowserWindow, log: Log): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  window.webContents.on('unresponsive', () => {
    log.warn('The window does not respond.')
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (window.isDestroyed() || window.webContents.isDevToolsOpened()) return
      log.error('The window did not respond for too long; its process is ended.')
      window.webContents.forcefullyCrashRenderer()
    }, HUNG_LIMIT_MS)
  })
  window.webContents.on('responsive', () => {
    clearTimeout(timer)
    log.info('The window responds again.')
  })
  window.once('closed', () => clearTimeout(timer))
}
