import type { ProxyConfig, Session } from 'electron'
import { isAppUrl } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import type { DevelopmentServer } from '../served-files.ts'
import { originOf } from './origin-of.ts'

/** Asked for by copy buttons; it only writes text, and only after a press. */
export const COPY_PERMISSION = 'clipboard-sanitized-write'

/** The port of "discard", where no machine has a proxy: whatever takes this way ends, loopback included. */
const DEAD_PROXY = 'socks5://127.0.0.1:9'

/** Addresses of frames that the person agreed to, by the session of the window that contains them. */
export const agreedFrames = new WeakMap<Session, (url: string) => boolean>()

export interface Confinement {
  /** Permissions that its page may have; none when absent. */
  allowed?: readonly string[]
  log: Log
  development: DevelopmentServer | undefined
}

/**
 * Refuses the pages of a session every permission, download and way to the network. Requests are
 * cancelled before they begin; what no request hook sees (WebRTC over TCP, name look-ups) meets a
 * proxy that no one runs.
 */
export function confineSession(
  own: Session,
  { allowed = [], log, development }: Confinement,
): void {
  own.setPermissionRequestHandler((...[, permission, callback, details]) => {
    const { isMainFrame, requestingUrl } = details
    const isAllowed = allowed.includes(permission) && isMainFrame && isAppUrl(requestingUrl)
    if (!isAllowed) log.warn(`A page asked for the permission "${permission}" and was refused.`)
    callback(isAllowed)
  })
  own.setPermissionCheckHandler(
    (_contents, permission, origin) => allowed.includes(permission) && isAppUrl(origin),
  )
  own.setDevicePermissionHandler(() => false)
  own.on('will-download', (event) => event.preventDefault())
  // Dictionaries would be fetched from the internet: for the languages that are set, even while the checker is off.
  own.setSpellCheckerEnabled(false)
  own.setSpellCheckerLanguages([])
  own.setProxy(deadProxy(development)).catch((error: unknown) => {
    log.error('The dead proxy of the window could not be set.', error)
  })
  const outside = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']
  own.webRequest.onBeforeRequest({ urls: outside }, ({ url }, callback) => {
    callback({ cancel: !isDevelopmentServer(url, development) })
  })
}

function deadProxy(development: DevelopmentServer | undefined): ProxyConfig {
  // `<-loopback>`: without it Chromium goes to this machine directly.
  const bypass = development === undefined ? [] : [new URL(development.origin).host]
  return {
    mode: 'fixed_servers',
    proxyRules: DEAD_PROXY,
    proxyBypassRules: ['<-loopback>', ...bypass].join(','),
  }
}

function isDevelopmentServer(url: string, development: DevelopmentServer | undefined): boolean {
  return development !== undefined && originOf(url).replace(/^ws/, 'http') === development.origin
}
