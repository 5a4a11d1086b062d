import { app, BrowserWindow, utilityProcess } from 'electron'
import { join } from 'node:path'
import { updatePage } from '../update/update-page.ts'
import type { UpdatePorts, UpdateView } from '../update/update-data.ts'
import type { WindowStateFile } from '../window-state.ts'
import { nativeLocale, windowBackground } from './appearance.ts'

const SIZE = { width: 420, height: 170 }

/** The process that updates the data, and the small window in which the person sees how far it is. */
export function createUpdatePorts({
  current,
  state,
}: {
  /** The window over which it opens. */
  current: () => BrowserWindow | undefined
  /** Knows the language. */
  state: WindowStateFile
}): UpdatePorts {
  return {
    start(file) {
      const child = utilityProcess.fork(join(__dirname, '../update/index.cjs'), [], {
        serviceName: 'Gatehouse data update',
      })
      child.once('spawn', () => child.postMessage(file, []))
      return {
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', listener),
        kill: () => void child.kill(),
      }
    },
    open: (onClosed) => openUpdateWindow(current(), nativeLocale(state), onClosed),
    quit: () => app.quit(),
  }
}

function openUpdateWindow(
  over: BrowserWindow | undefined,
  locale: string,
  onClosed: () => void,
): UpdateView {
  const window = new BrowserWindow({
    ...SIZE,
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    title: 'Gatehouse',
    backgroundColor: windowBackground(),
    ...(over ? { parent: over, modal: process.platform !== 'darwin' } : {}),
    webPreferences: { sandbox: true, contextIsolation: true, partition: 'update' },
  })
  window.setMenu(null)
  let isOurs = false
  let percent = 0
  const draw = (): void => {
    if (window.isDestroyed()) return
    window.setProgressBar(percent / 100)
    // The page has no script of its own, and nothing from outside is in this one.
    const script = `document.getElementById('bar').value = ${percent}; document.getElementById('percent').textContent = '${percent}%'`
    window.webContents.executeJavaScript(script).catch(() => undefined)
  }
  window.once('ready-to-show', () => window.show())
  window.webContents.once('did-finish-load', draw)
  window.once('closed', () => {
    if (!isOurs) onClosed()
  })
  const page = `data:text/html;charset=utf-8,${encodeURIComponent(updatePage(locale))}`
  window.loadURL(page).catch(() => undefined)
  return {
    show(part) {
      const next = Math.floor(part * 100)
      if (next === percent) return
      percent = next
      if (!window.isDestroyed() && !window.webContents.isLoading()) draw()
    },
    close() {
      isOurs = true
      if (!window.isDestroyed()) window.destroy()
    },
  }
}
