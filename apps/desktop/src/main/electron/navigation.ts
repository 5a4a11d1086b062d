import { app, session, type WebContents } from 'electron'
import { APP_VIEW_SCHEME, isAppUrl } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import type { DevelopmentServer } from '../served-files.ts'
import { agreedFrames, COPY_PERMISSION, confineSession } from './confine-session.ts'
import { originOf } from './origin-of.ts'

/**
 * Confines every page that this app will ever show to its own origin: no navigation, no new window, no
 * embedded page, no permission, no download, no network. Call once Electron is ready.
 */
export function confinePages(log: Log, development: DevelopmentServer | undefined): void {
  app.on('web-contents-created', (_event, contents) => confine(contents, log, development))
  app.on('session-created', (created) => confineSession(created, { log, development }))
  confineSession(session.defaultSession, { allowed: [COPY_PERMISSION], log, development })
  // The window keeps nothing there (the language it had last is in local storage): what script of a page put
  // into them, up to a share of the disk, goes.
  session.defaultSession
    .clearStorageData({ storages: ['filesystem', 'indexdb', 'serviceworkers', 'cachestorage'] })
    .catch((error: unknown) => log.error('Storage that is not used was not cleared.', error))
}

function confine(
  contents: WebContents,
  log: Log,
  development: DevelopmentServer | undefined,
): void {
  const refuse = (event: { preventDefault(): void }, url: string): void => {
    // A development server reloads the page when a module cannot be replaced.
    if (development && isAppUrl(url)) return
    event.preventDefault()
    log.warn(`A page wanted to go elsewhere and was not let: ${originOf(url)}`)
  }
  // WebRTC asks no content policy: without a proxy for UDP, and the session has none, it sends nothing.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-navigate', refuse)
  contents.on('will-redirect', refuse)
  // Frames exist for servers' interfaces alone, and go nowhere from there but to hosts that were agreed to.
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || event.url.startsWith(`${APP_VIEW_SCHEME}://`)) return
    if (agreedFrames.get(contents.session)?.(event.url) !== true) refuse(event, event.url)
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    log.warn(`A page wanted to open a window and was not let: ${originOf(url)}`)
    return { action: 'deny' }
  })
}
