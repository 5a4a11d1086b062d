import { session, type Session } from 'electron'
import { isAgreedHost } from '@gatehouse/domain/apps'
import type { AppWindow } from '@gatehouse/host/ports'
import {
  createServedFrames,
  type FrameOrigins,
  type ServedFrames,
} from '../app-frames/served-frames.ts'
import { APP_VIEW_SCHEME } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { agreedFrames, COPY_PERMISSION } from './confine-session.ts'
import { serveScheme } from './serve-scheme.ts'

/** The session of one window with an interface. */
export interface AppSession {
  readonly session: Session
  readonly served: ServedFrames
  /** Everything that its page requests is answered by `window` from now on. */
  begin(window: AppWindow, origins: FrameOrigins): void
  /** Answers nothing any more, and forgets everything that its page stored. Never rejects. */
  end(): Promise<void>
}

interface Running {
  window: AppWindow
  origins: FrameOrigins
  abort: AbortController
}

/** Requests that are not of the app's own schemes. */
const OUTSIDE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']
const NO_BODY = new Set([101, 204, 205, 304])

/**
 * Sessions of windows with interfaces, in memory. A session lives as long as the app, so one that ended and was cleared
 * is used again. Like every session it has a dead proxy and no permission; `begin` opens what was agreed to.
 */
export function createAppSessions(log: Log): { take(): AppSession } {
  const free: AppSession[] = []
  let made = 0
  return {
    take() {
      const own = free.pop() ?? openSession(`app-view-${(made += 1)}`, log)
      return {
        ...own,
        async end() {
          await own.end()
          free.push(own)
        },
      }
    },
  }
}

function openSession(partition: string, log: Log): AppSession {
  const own = session.fromPartition(partition, { cache: false })
  const served = createServedFrames()
  let running: Running | undefined
  serveScheme(own.protocol, async (request) => served.respond(request), APP_VIEW_SCHEME)
  const handle = (request: Request): Promise<Response> => respond(request, running)
  own.protocol.handle('https', handle)
  own.protocol.handle('http', handle)
  // What goes past the handlers: web sockets, and whatever a later browser does not hand to them.
  own.webRequest.onBeforeRequest({ urls: OUTSIDE }, ({ url, method }, callback) => {
    const isSocket = /^wss?:/.test(url)
    if (isSocket) running?.window.refuse({ url, method }, 'web-socket')
    const isAgreed = running !== undefined && isAgreedUrl(running.window, url)
    callback({ cancel: isSocket || !isAgreed })
  })
  const mayHave = (permission: string, origin: string, media: readonly string[]): boolean => {
    if (!running || !isOfView(running.origins, origin)) return false
    const { permissions } = running.window.access
    if (permission === COPY_PERMISSION) return permissions.includes('clipboardWrite')
    if (permission !== 'media') return false
    if (media.length === 0)
      return permissions.includes('camera') || permissions.includes('microphone')
    return media.every((type) =>
      type === 'video'
        ? permissions.includes('camera')
        : type === 'audio' && permissions.includes('microphone'),
    )
  }
  own.setPermissionRequestHandler((...[, permission, callback, details]) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const isNamed = permission !== 'media' || media.length > 0
    const isAllowed = isNamed && mayHave(permission, details.requestingUrl, media)
    if (!isAllowed)
      log.warn(`An interface asked for the permission "${permission}" and was refused.`)
    callback(isAllowed)
  })
  // Of a microphone the page around is said to ask, for the view.
  own.setPermissionCheckHandler((...[, permission, origin, { mediaType, securityOrigin }]) =>
    mayHave(permission, securityOrigin ?? origin, mediaType === undefined ? [] : [mediaType]),
  )
  agreedFrames.set(own, (url) => {
    const parsed = parseUrl(url)
    return (
      parsed !== undefined &&
      running !== undefined &&
      isAgreedHost(running.window.access, parsed, ['frame'])
    )
  })
  return {
    session: own,
    served,
    begin(window, origins) {
      running = { window, origins, abort: new AbortController() }
    },
    async end() {
      if (running) served.remove(running.origins)
      running?.abort.abort()
      running = undefined
      try {
        await own.closeAllConnections()
        await own.clearStorageData()
        await own.clearCache()
      } catch (error) {
        log.error('The session of an interface was not cleared.', error)
      }
    },
  }
}

async function respond(request: Request, running: Running | undefined): Promise<Response> {
  if (!running) return Response.error()
  const { url, method } = request
  try {
    const body = new Uint8Array(await request.arrayBuffer())
    const { status, ...response } = await running.window.send(
      {
        url,
        method,
        headers: Object.fromEntries(request.headers),
        ...(body.length > 0 ? { body } : {}),
      },
      running.abort.signal,
    )
    const content = NO_BODY.has(status) ? null : Buffer.from(response.body)
    return new Response(content, { status, headers: response.headers })
  } catch {
    return Response.error()
  }
}

const isOfView = ({ view }: FrameOrigins, url: string): boolean =>
  url === view || url.startsWith(`${view}/`)

function isAgreedUrl({ access }: AppWindow, url: string): boolean {
  const parsed = parseUrl(url)
  return parsed !== undefined && isAgreedHost(access, parsed, ['connect', 'resource', 'frame'])
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}
