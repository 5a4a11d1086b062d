import { app, BrowserWindow, nativeTheme } from 'electron'
import { join } from 'node:path'
import type { AppWindow } from '@gatehouse/host/ports'
import { HEADER_HEIGHT, windowHeader } from '../app-frames/window-header.ts'
import type { FrameOrigins } from '../app-frames/served-frames.ts'
import { CONFINED_PAGE } from './confined-page.ts'
import type { AppSession } from './app-session.ts'
import { windowBackground } from './appearance.ts'

const SIZE = { width: 900, height: 700, minWidth: 360, minHeight: 240 }

/** The window of one interface: a page of ours with a header, and the view in a frame of it. */
export interface OpenAppWindow {
  readonly given: AppWindow
  readonly window: BrowserWindow
  readonly origins: FrameOrigins
  /** Resolves once the page around the view is loaded. */
  readonly ready: Promise<void>
  /** The room of the view. */
  room(): { width: number; height: number }
  end(): Promise<void>
}

interface Options {
  /** Random. */
  name: string
  /** BCP 47. */
  locale: string
  session: AppSession
  /** The policy of the view refused a request to this address. */
  onBlocked(address: string): void
}

let isQuitting = false
app.once('before-quit', () => void (isQuitting = true))

export function openAppWindow(
  given: AppWindow,
  { name, locale, session, onBlocked }: Options,
): OpenAppWindow {
  const { title, html: header } = windowHeader(given, locale)
  const { html, access } = given
  const origins = session.served.add({ name, html, window: { access, header }, onBlocked })
  session.begin(given, origins)
  const window = new BrowserWindow({
    ...SIZE,
    show: false,
    title,
    backgroundColor: windowBackground(),
    autoHideMenuBar: true,
    fullscreenable: false,
    webPreferences: {
      ...CONFINED_PAGE,
      preload: join(__dirname, '../preload/app-window.cjs'),
      session: session.session,
      disableDialogs: true,
      disableBlinkFeatures: 'FileSystemAccessLocal',
      devTools: false,
    },
  })
  // Its menu could reload the page.
  if (process.platform !== 'darwin') window.removeMenu()
  const followTheme = (): void => window.setBackgroundColor(windowBackground())
  nativeTheme.on('updated', followTheme)
  window.once('closed', () => {
    nativeTheme.off('updated', followTheme)
    given.onClosed()
  })
  window.on('page-title-updated', (event) => event.preventDefault())
  window.once('ready-to-show', () => window.show())
  // The view has a second to give its state, unseen.
  window.on('close', (event) => {
    if (isQuitting) return
    event.preventDefault()
    window.hide()
    given.onClosed()
  })
  return {
    given,
    window,
    origins,
    ready: window.loadURL(`${origins.proxy}/`),
    room() {
      const [width = 0, height = 0] = window.getContentSize()
      return { width, height: Math.max(0, height - HEADER_HEIGHT) }
    },
    async end() {
      if (!window.isDestroyed()) window.destroy()
      await session.end()
    },
  }
}
