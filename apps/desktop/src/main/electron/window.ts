import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import icon from '../../../../../resources/icons/128x128.png?asset'
import { join } from 'node:path'
import { APP_ORIGIN } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { reachableBounds, type WindowStateFile } from '../window-state.ts'
import { nativeLocale, windowBackground } from './appearance.ts'
import { showContextMenu } from './context-menu.ts'

export interface WindowOptions {
  state: WindowStateFile
  log: Log
}

const SAVE_AFTER_MS = 400
/** Shown by then even if the page has painted nothing, so that nobody faces an empty screen. */
const SHOW_AFTER_MS = 4000

/** Opens the one window. It shows itself as soon as its page has painted. */
export function openWindow({ state, log }: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...reachableBounds(state.read().bounds, areas),
    minWidth: 900,
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
      devTools: !app.isPackaged || process.env['GATEHOUSE_DEVTOOLS'] === '1',
    },
  })
  showWhenPainted(window, state)
  rememberPlace(window, state)
  const followTheme = (): void => window.setBackgroundColor(windowBackground())
  nativeTheme.on('updated', followTheme)
  window.once('closed', () => nativeTheme.off('updated', followTheme))
  window.webContents.on('context-menu', (_event, params) => {
    showContextMenu(window, params, nativeLocale(state))
  })
  bringBack(window, log)
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

const MAX_RETURNS = 3
const RETURNS_WITHIN_MS = 60_000

/** A renderer that died is loaded again: everything that matters lives in main. */
function bringBack(window: BrowserWindow, log: Log): void {
  const deaths: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error(`The window's process ended: ${reason} (${exitCode}).`)
    const now = Date.now()
    deaths.push(now)
    const recent = deaths.filter((at) => now - at < RETURNS_WITHIN_MS)
    if (recent.length > MAX_RETURNS) {
      log.error('It ended too often and is not loaded again. Restart Gatehouse.')
      return
    }
    setImmediate(() => {
      if (!window.isDestroyed()) window.webContents.reload()
    })
  })
  window.webContents.on('unresponsive', () => log.warn('The window does not respond.'))
  window.webContents.on('responsive', () => log.info('The window responds again.'))
}
