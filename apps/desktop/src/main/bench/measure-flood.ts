import { setTimeout as delay } from 'node:timers/promises'
import type { LogLine, ServerView } from '@gatehouse/domain'
import { compose } from '../compose.ts'
import { createEventBridge } from '../ipc/event-bridge.ts'
import { quietDesktop, quietLog } from '../soak/server-cycles.ts'

export interface FloodReport {
  /** Notifications a second: sent by the server, and recorded by the host. */
  sentPerSecond: number
  seenPerSecond: number
  /** Milliseconds that the event loop stood still at the longest because this process computed. */
  longestMs: number
  /** The same with the time in which the system ran other processes. */
  longestWallMs: number
  /** Bytes of heap in use after a collection, at the end and a fifth of the way in. */
  heapEarly: number
  heapLate: number
}

export interface FloodOptions {
  command: string
  args: string[]
  floodMs: number
  dataFolder: string
  collectGarbage(): void
}

/** Milliseconds between two looks at the event loop. */
const GRAIN_MS = 5
/** Milliseconds in which the handshake and its one-time work are over. */
const WARM_UP_MS = 1500

/**
 * Lets a server flood the app's real composition, whose events are cloned as on the way to a window, and measures
 * the event loop and the heap.
 */
export async function measureFlood(options: FloodOptions): Promise<FloodReport> {
  const window = createWindow()
  const events = createEventBridge({ window, checkPayloads: false, log: quietLog })
  const { dataFolder } = options
  const app = await compose({ dataFolder, events, desktop: quietDesktop, log: quietLog })
  try {
    const proposal = await app.handlers['server.propose']({
      name: 'flood',
      transport: { kind: 'stdio', command: options.command, args: options.args, env: [] },
      protocol: 'legacy',
      start: 'demand',
      requestTimeoutMs: 60_000,
    })
    if (proposal.outcome !== 'saved') throw new Error('The server was not saved.')
    const { config } = proposal.server
    await app.handlers['server.start']({ id: config.id })
    await window.ready
    await delay(WARM_UP_MS)
    options.collectGarbage()
    const heapEarly = process.memoryUsage().heapUsed
    const seenBefore = window.framesSeen()
    const loop = watchLoop()
    const watchMs = options.floodMs - WARM_UP_MS - 1000
    await delay(watchMs)
    const stall = loop.stop()
    const seen = window.framesSeen() - seenBefore
    options.collectGarbage()
    const heapLate = process.memoryUsage().heapUsed
    const sent = await window.flooded
    return {
      sentPerSecond: Math.round((sent / options.floodMs) * 1000),
      seenPerSecond: Math.round((seen / watchMs) * 1000),
      ...stall,
      heapEarly,
      heapLate,
    }
  } finally {
    events.close()
    await app.close()
  }
}

/**
 * Looks at the clock every few milliseconds. On a busy machine a process also stands still because it
 * is not its turn; the processor time that it used tells the two apart.
 */
function watchLoop() {
  const longest = { longestMs: 0, longestWallMs: 0 }
  let at = performance.now()
  let used = process.cpuUsage()
  const timer = setInterval(() => {
    const late = performance.now() - at - GRAIN_MS
    const { user, system } = process.cpuUsage(used)
    longest.longestWallMs = Math.max(longest.longestWallMs, late)
    longest.longestMs = Math.max(longest.longestMs, Math.min(late, (user + system) / 1000))
    at = performance.now()
    used = process.cpuUsage()
  }, GRAIN_MS)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

/** A window that takes everything, at the price of a copy, and knows what was sent to it. */
function createWindow() {
  let frames = 0
  let onReady: () => void = () => undefined
  let onFlooded: (sent: number) => void = () => undefined
  const ready = new Promise<void>((resolve) => (onReady = resolve))
  const flooded = new Promise<number>((resolve) => (onFlooded = resolve))
  return {
    ready,
    flooded,
    framesSeen: () => frames,
    isOpen: () => true,
    send(name: string, payload: unknown) {
      const copy: unknown = structuredClone(payload)
      if (name === 'server.changed' && (copy as ServerView).connection.status === 'ready') onReady()
      if (name === 'server.framed') frames = (copy as { seq: number }[]).at(-1)?.seq ?? frames
      if (name !== 'server.logged') return
      for (const { text } of copy as LogLine[]) {
        const found = /^flooded (\d+)$/.exec(text)
        if (found) onFlooded(Number(found[1]))
      }
    },
  }
}
