import {
  app,
  MessageChannelMain,
  protocol,
  session,
  type WebContents,
  type WebFrameMain,
} from 'electron'
import { randomBytes } from 'node:crypto'
import { APP_PORT_CHANNEL } from '@gatehouse/contract/bridge'
import type { AppFrameListener, AppFrames } from '@gatehouse/host/ports'
import { createServedFrames, type FrameOrigins } from '../app-frames/served-frames.ts'
import { APP_VIEW_SCHEME } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { serveScheme } from './serve-scheme.ts'

interface OpenFrame {
  origins: FrameOrigins
  channel?: {
    contents: WebContents
    port: Electron.MessagePortMain
    listener: AppFrameListener
    /** The process of the view, once it was found. */
    pid: number | undefined
  }
}

/** Milliseconds between two looks at the processes of views. */
const WATCH_MS = 1000
/** Resident kilobytes of a view's process. */
const MAX_MEMORY_KB = 512 * 1024

/** The reasons that the proxy gives for which a view cannot continue. */
const LOST = ['navigated', 'over-limits'] as const

/**
 * Frames of servers' interfaces in the windows, each in a process of its own that ends with it.
 * @param asking returns the contents of the window whose call is handled
 */
export function createAppFrames(asking: () => WebContents | undefined, log: Log): AppFrames {
  const served = createServedFrames()
  const frames = new Map<string, OpenFrame>()
  const followed = new WeakSet<WebContents>()
  let watch: NodeJS.Timeout | undefined
  serveScheme(protocol, async (request) => served.respond(request), APP_VIEW_SCHEME)

  function look(): void {
    for (const { origins, channel } of frames.values()) {
      if (!channel) continue
      // A frame may change its process while it loads.
      channel.pid = processesOf(channel.contents, [origins.view])[0] ?? channel.pid
      if (channel.pid === undefined) continue
      const metrics = app.getAppMetrics().find(({ pid }) => pid === channel.pid)
      if (metrics && metrics.memory.workingSetSize > MAX_MEMORY_KB)
        channel.listener.onLost('over-limits')
      else if (!isAlive(channel.pid)) channel.listener.onLost('crashed')
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
        if (from?.startsWith(`${origins.view}/`) === true && url !== `${origins.view}/`)
          channel?.listener.onLost('navigated')
    })
  }

  return {
    serve(id, html) {
      const origins = served.add(randomBytes(16).toString('hex'), html)
      frames.set(id, { origins })
      return `${origins.proxy}/`
    },
    connect(id, listener) {
      const frame = frames.get(id)
      const contents = asking()
      if (!frame || frame.channel || !contents) throw new Error('There is no such frame.')
      const { port1: port, port2 } = new MessageChannelMain()
      port.on('message', ({ data }: { data: unknown }) => {
        if (typeof data === 'string') listener.onMessage(data)
        else listener.onLost(LOST.find((reason) => reason === readLost(data)) ?? 'over-limits')
      })
      port.on('close', () => listener.onLost('crashed'))
      port.start()
      contents.postMessage(APP_PORT_CHANNEL, id, [port2])
      frame.channel = { contents, port, listener, pid: undefined }
      follow(contents)
      watch ??= setInterval(look, WATCH_MS).unref()
      return { post: (text) => port.postMessage(text) }
    },
    close(id) {
      const frame = frames.get(id)
      if (!frame) return
      const { origins, channel } = frame
      frames.delete(id)
      served.remove(origins)
      if (frames.size === 0) {
        clearInterval(watch)
        watch = undefined
      }
      if (channel) {
        // Before its port is closed: the page takes the frame away then.
        const pids = processesOf(channel.contents, [origins.view, origins.proxy])
        channel.port.close()
        for (const pid of pids) end(pid, log)
      }
      session.defaultSession
        .clearStorageData({ origin: origins.view })
        .catch((error: unknown) => log.error('The storage of a view was not cleared.', error))
    },
  }
}

function readLost(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'lost' in data ? data.lost : undefined
}

/** Processes that have frames of these origins and no others. */
function processesOf(contents: WebContents, origins: readonly string[]): number[] {
  if (contents.isDestroyed()) return []
  const own = new Set<number>()
  const others = new Set<number>()
  for (const frame of contents.mainFrame.framesInSubtree) {
    const facts = factsOf(frame)
    if (!facts) continue
    const isOwn = origins.some((origin) => facts.url.startsWith(`${origin}/`))
    ;(isOwn ? own : others).add(facts.pid)
  }
  return [...own].filter((pid) => pid > 0 && !others.has(pid))
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
