import { app, session, type Session, type WebContents } from 'electron'
import { isAppUrl } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import type { DevelopmentServer } from '../served-files.ts'

/** Asked for by copy buttons; it only writes text, and only after a press. */
const COPY_PERMISSION = 'clipboard-sanitized-write'

/**
 * Confines every page that this app will ever show to its own origin: no navigation, no new window, no
 * embedded page, no permission, no download, no network. Call once Electron is ready.
 */
export function confinePages(log: Log, development: DevelopmentServer | undefined): void {
  app.on('web-contents-created', (_event, contents) => confine(contents, log, development))
  confineSession(session.defaultSession, { allowed: [COPY_PERMISSION], log, development })
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
  contents.on('will-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    log.warn(`A page wanted to open a window and was not let: ${originOf(url)}`)
    return { action: 'deny' }
  })
}

export interface Confinement {
  /** Permissions that its page may have. */
  allowed: readonly string[]
  log?: Log
  development?: DevelopmentServer | undefined
}

/** The same for everything that belongs to one session. */
export function confineSession(own: Session, { allowed, log, development }: Confinement): void {
  own.setPermissionRequestHandler((...[, permission, answer, details]) => {
    const { isMainFrame, requestingUrl } = details
    const isAllowed = allowed.includes(permission) && isMainFrame && isAppUrl(requestingUrl)
    if (!isAllowed) log?.warn(`A page asked for the permission "${permission}" and was refused.`)
    answer(isAllowed)
  })
  own.setPermissionCheckHandler(
    (_contents, permission, origin) => allowed.includes(permission) && isAppUrl(origin),
  )
  own.setDevicePermissionHandler(() => false)
  own.on('will-download', (event) => event.preventDefault())
  // Dictionaries would be fetched from the internet.
  own.setSpellCheckerEnabled(false)
  const outside = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']
  own.webRequest.onBeforeRequest({ urls: outside }, ({ url }, answer) => {
    answer({ cancel: !isDevelopmentServer(url, development) })
  })
}

function isDevelopmentServer(url: string, development: DevelopmentServer | undefined): boolean {
  return development !== undefined && originOf(url).replace(/^ws/, 'http') === development.origin
}

/** Paths and queries can hold secrets, so logs get the origin only. */
function originOf(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}`
  } catch {
    return 'no address'
  }
}
