import {
  app,
  MessageChannelMain,
  protocol,
  session,
  type WebContents,
  type WebFrameMain,
} from 'electron'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { APP_WINDOW_PORT_CHANNEL } from '@gatehouse/contract/app-window-bridge'
import { APP_PORT_CHANNEL } from '@gatehouse/contract/bridge'
import type { AppFrameListener, AppFrames } from '@gatehouse/host/ports'
import { createServedFrames, type FrameOrigins } from '../app-frames/served-frames.ts'
import { createViewStorage } from '../app-frames/view-storage.ts'
import { createViewWatch, WATCH_MS, type ViewWatch } from '../app-frames/view-watch.ts'
import { APP_VIEW_SCHEME } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { createAppSessions } from './app-session.ts'
import { openAppWindow, type OpenAppWindow } from './app-window.ts'
import { serveScheme } from './serve-scheme.ts'
import { focusWindow } from './window.ts'

interface OpenFrame {
  origins: FrameOrigins
  /** The window of its own. */
  own?: OpenAppWindow
  channel?: {
    contents: WebContents
    port: Electron.MessagePortMain
    listener: AppFrameListener
    /** The process of the view, once it was found. */
    process: { pid: number; watch: ViewWatch } | undefined
  }
}

/** Milliseconds that the page has to take the frames of a view away before its processes are ended. */
const REMOVED_MS = 1000
const LOOK_AGAIN_MS = 25
/** Milliseconds after the end of a process in which what it sent is stored. */
const STORED_MS = 300

/** Milliseconds within which the end of a page is known. */
const PAGE_GONE_MS = 200

/** The largest picture of a view, and its quality in percent. */
const PICTURE = { width: 480 }
const JPEG_QUALITY = 70

/** Reports of refused requests that are read of one view. */
const MAX_REPORTS = 2000

/** The reasons that the proxy gives for which a view cannot continue. */
const LOST = ['navigated', 'over-limits'] as const

interface Options {
  /** Returns the contents of the window whose call is handled, and the signal that its page is gone. */
  asking: () => { contents: WebContents; signal: AbortSignal } | undefined
  /** BCP 47 tag of the language of native menus. */
  locale: () => string
  /** Asks for a new file over that window; null if the person chose none. */
  pickNewFile: (name: string) => Promise<string | null>
  /** Names the views whose storage is not cleared yet. */
  storageFile: string
  log: Log
}

/** Frames of servers' interfaces in the windows, each in a process of its own that ends with it. */
export function createAppFrames(options: Options): AppFrames {
  const { asking, locale, pickNewFile, storageFile, log } = options
  const sessions = createAppSessions(log)
  const served = createServedFrames()
  const storage = createViewStorage(storageFile, session.defaultSession, log)
  const frames = new Map<string, OpenFrame>()
  const followed = new WeakSet<WebContents>()
  let looking: NodeJS.Timeout | undefined
  /** Passes on what the policy of a view refused, and ends one that only makes main read reports. */
  const blockedOf = (id: string) => {
    let reports = 0
    return (address: string): void => {
      reports += 1
      const { own, channel } = frames.get(id) ?? {}
      if (reports > MAX_REPORTS) return channel?.listener.onLost('over-limits')
      const reason = address.startsWith('ws') ? 'web-socket' : 'not-agreed'
      if (own) own.given.refuse({ url: address, method: 'GET' }, reason)
      else channel?.listener.onBlocked(new URL(address).host, reason)
    }
  }
  serveScheme(protocol, async (request) => served.respond(request), APP_VIEW_SCHEME)

  function look(): void {
    const metrics = app.getAppMetrics()
    for (const { origins, channel } of frames.values()) {
      if (!channel) continue
      const found = framesOf(channel.contents, [origins.view])[0]
      // A frame may change its process while it loads.
      if (found && found.pid !== channel.process?.pid)
        channel.process = { pid: found.pid, watch: createViewWatch() }
      if (!channel.process) continue
      const { pid, watch } = channel.process
      const own = metrics.find((one) => one.pid === pid)
      if (!isAlive(pid)) channel.listener.onLost('crashed')
      else if (found && own) {
        const cpuSeconds = own.cpu.cumulativeCPUUsage ?? 0
        const sample = { at: performance.now(), memoryKb: own.memory.workingSetSize, cpuSeconds }
        const reason = watch.look(sample, () => found.frame.executeJavaScript('0'))
        if (reason) channel.listener.onLost(reason)
      }
    }
  }

  /** Keys that lead out of a view (the page knows if one has the keyboard), and addresses that one wants to go to. */
  function follow(contents: WebContents): void {
    if (followed.has(contents)) return
    followed.add(contents)
    contents.on('before-input-event', (_event, { type, key }) => {
      if (type !== 'keyDown' || (key !== 'F6' && key !== 'Escape')) return
      for (const { channel } of frames.values())
        if (channel?.contents === contents) channel.listener.onLeft()
    })
    // Refused for every window; this one is told whose it was.
    contents.on('will-frame-navigate', ({ isMainFrame, frame, url }) => {
      const from = isMainFrame || !frame ? undefined : factsOf(frame)?.url
      for (const { origins, channel } of frames.values())
        // A fragment is no other document.
        if (from?.startsWith(`${origins.view}/`) === true && !isDocumentOf(origins, url))
          channel?.listener.onLost('navigated')
    })
  }

  async function endView({ origins, channel, own }: OpenFrame): Promise<void> {
    if (own) {
      channel?.port.close()
      const views = own.window.isDestroyed() ? [] : framesOf(own.window.webContents, [origins.view])
      for (const { pid } of views) end(pid, log)
      return own.end()
    }
    if (channel) {
      const all = [origins.view, origins.proxy]
      const processes = new Set(framesOf(channel.contents, all).map(({ pid }) => pid))
      // The page may have taken the frames away before: the process of the view would run on for seconds.
      const known = channel.process?.pid
      if (known !== undefined && !isShared(channel.contents, known)) processes.add(known)
      channel.port.close()
      for (let waited = 0; waited < REMOVED_MS; waited += LOOK_AGAIN_MS) {
        if (framesOf(channel.contents, all).length === 0) break
        await delay(LOOK_AGAIN_MS)
      }
      const alive = app.getAppMetrics().map(({ pid }) => pid)
      for (const pid of processes) if (alive.includes(pid)) end(pid, log)
      // What they had sent by then is stored first.
      await delay(STORED_MS)
    }
    await storage.ended(origins.view)
  }

  return {
    serve(id, html) {
      const name = randomBytes(16).toString('hex')
      const origins = served.add({ name, html, onBlocked: blockedOf(id) })
      storage.opened(origins.view)
      frames.set(id, { origins })
      return `${origins.proxy}/`
    },
    async openWindow(id, given) {
      const page = asking()
      if (!page || page.signal.aborted) throw new Error('The page that asked is gone.')
      const own = openAppWindow(given, {
        name: randomBytes(16).toString('hex'),
        locale: locale(),
        session: sessions.take(),
        onBlocked: blockedOf(id),
      })
      frames.set(id, { origins: own.origins, own })
      page.signal.addEventListener('abort', given.onClosed, { once: true })
      await own.ready
    },
    showWindow(id) {
      const own = frames.get(id)?.own
      if (own && !own.window.isDestroyed()) focusWindow(own.window)
    },
    connect(id, listener) {
      const frame = frames.get(id)
      const page = frame?.own ? undefined : asking()
      const contents = frame?.own?.window.webContents ?? page?.contents
      if (!frame || frame.channel || !contents) throw new Error('There is no such frame.')
      const { port1: port, port2 } = new MessageChannelMain()
      port.on('message', ({ data }: { data: unknown }) => {
        if (typeof data === 'string') listener.onMessage(data)
        else listener.onLost(LOST.find((reason) => reason === readLost(data)) ?? 'over-limits')
      })
      // A page that is gone closes the port as well, perhaps a moment before that is known.
      port.on('close', () => void setTimeout(() => listener.onLost('crashed'), PAGE_GONE_MS))
      page?.signal.addEventListener('abort', () => listener.onLost('closed'), { once: true })
      port.start()
      contents.postMessage(frame.own ? APP_WINDOW_PORT_CHANNEL : APP_PORT_CHANNEL, id, [port2])
      frame.channel = { contents, port, listener, process: undefined }
      follow(contents)
      if (frame.own) tellRoom(frame.own, listener)
      looking ??= setInterval(look, WATCH_MS).unref()
      return { post: (text) => port.postMessage(text) }
    },
    close(id) {
      const frame = frames.get(id)
      if (!frame) return
      frames.delete(id)
      served.remove(frame.origins)
      if (frames.size === 0) {
        clearInterval(looking)
        looking = undefined
      }
      void endView(frame)
    },
    async isPressed(id) {
      const frame = frames.get(id)
      if (!frame?.channel) return false
      // A press in a frame counts for the frames around it. The view has no script in its proxy.
      const proxy = framesOf(frame.channel.contents, [frame.origins.proxy])[0]
      return (await proxy?.frame.executeJavaScript('navigator.userActivation.isActive')) === true
    },
    async picture(id, { x, y, width, height }) {
      const { own, channel } = frames.get(id) ?? {}
      if (own || !channel || channel.contents.isDestroyed()) return null
      const { contents } = channel
      const [left = 0, top = 0, wide = 0, high = 0] = [x, y, width, height].map((pixels) =>
        Math.round(pixels * contents.getZoomFactor()),
      )
      const image = await contents.capturePage({ x: left, y: top, width: wide, height: high })
      if (image.isEmpty()) return null
      const isWide = image.getSize().width > PICTURE.width
      const jpeg = (isWide ? image.resize(PICTURE) : image).toJPEG(JPEG_QUALITY)
      return `data:image/jpeg;base64,${jpeg.toString('base64')}`
    },
    async saveFile(name, bytes) {
      const path = await pickNewFile(name)
      if (path !== null) await writeFile(path, bytes, { mode: 0o600 })
      return path !== null
    },
  }
}

function tellRoom({ window, room }: OpenAppWindow, { onRoom }: AppFrameListener): void {
  const tell = (): void => onRoom(room())
  window.on('resize', tell)
  tell()
}

const isDocumentOf = ({ view }: FrameOrigins, url: string): boolean =>
  url === `${view}/` || url.startsWith(`${view}/#`)

function readLost(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'lost' in data ? data.lost : undefined
}

/** Frames of these origins, and the frames in them, in processes that have no others. */
function framesOf(
  contents: WebContents,
  origins: readonly string[],
): { frame: WebFrameMain; pid: number }[] {
  if (contents.isDestroyed()) return []
  const all = contents.mainFrame.framesInSubtree.flatMap((frame) => {
    const facts = factsOf(frame)
    if (!facts) return []
    return [{ frame, pid: facts.pid, isOwn: isWithin(frame, origins) }]
  })
  const others = new Set(all.flatMap(({ isOwn, pid }) => (isOwn ? [] : pid)))
  return all.filter(({ isOwn, pid }) => isOwn && pid > 0 && !others.has(pid))
}

/** True if a frame that is drawn runs in this process. */
function isShared(contents: WebContents, pid: number): boolean {
  if (contents.isDestroyed()) return false
  return contents.mainFrame.framesInSubtree.some((frame) => factsOf(frame)?.pid === pid)
}

/** True for a frame of these origins, and for all in it: one without an address runs in the process around it. */
function isWithin(frame: WebFrameMain, origins: readonly string[]): boolean {
  for (let at: WebFrameMain | null = frame; at !== null; at = parentOf(at)) {
    const url = factsOf(at)?.url
    if (url !== undefined && origins.some((origin) => url.startsWith(`${origin}/`))) return true
  }
  return false
}

function parentOf(frame: WebFrameMain): WebFrameMain | null {
  try {
    return frame.parent
  } catch {
    return null
  }
}

/** A frame whose process has ended is listed for a while, and throws. */
function factsOf(frame: WebFrameMain): { url: string; pid: number } | undefined {
  try {
    return { url: frame.url, pid: frame.osProcessId }
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A process of a frame lives on for seconds after the frame, script that loops included. */
function end(pid: number, log: Log): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    log.warn(`The process of a view had ended: ${String(error)}`)
  }
}
