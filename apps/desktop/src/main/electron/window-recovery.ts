import type { BrowserWindow } from 'electron'
import { APP_ORIGIN } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { STOPPED_PATH } from './crash-page.ts'

/** A window that dies twice within this time is not given its page again by itself. */
const RETURNS_WITHIN_MS = 60_000
/** A window that has not responded for so long since it was noticed is closed. */
const HUNG_LIMIT_MS = 20_000

export interface RecoveryOptions {
  /** Path of its page. */
  path: string
  log: Log
  onDied(): void
}

/**
 * A renderer that died is loaded again without the chat that was open: everything that matters lives in
 * main. One that dies again gets a page of words, from which the person opens the window again.
 */
export function recoverRenderer(
  window: BrowserWindow,
  { path, log, onDied }: RecoveryOptions,
): void {
  const contents = window.webContents
  let diedAt = Number.NEGATIVE_INFINITY
  const load = (to: string): void => {
    if (window.isDestroyed()) return
    contents.loadURL(`${APP_ORIGIN}${to}`).catch((error: unknown) => {
      log.error('The window could not load its page.', error)
    })
  }
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error(`The window's process ended: ${reason} (${exitCode}).`)
    const again = Date.now() - diedAt < RETURNS_WITHIN_MS
    diedAt = Date.now()
    onDied()
    setImmediate(() => load(again ? STOPPED_PATH : path))
  })
  // The page of words has one link, and a page never goes anywhere by itself.
  contents.on('will-navigate', (_event, url) => {
    if (url === `${APP_ORIGIN}/` && contents.getURL() === `${APP_ORIGIN}${STOPPED_PATH}`) load(path)
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
