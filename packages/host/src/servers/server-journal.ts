import type { ConnectionFailure, Frame, LogLine } from '@gatehouse/domain'
import type { EventSink } from '../ports/index.ts'
import { FrameLinks } from './frame-links.ts'
import { createStartRecorder, type StartRecorder } from './start/start-recorder.ts'
import { NO_MASK, type SecretMask } from '../masking/secret-mask.ts'

const FRAME_BOUNDS = { maxItems: 2000, maxSize: 8_000_000 }
const LOG_BOUNDS = { maxItems: 5000, maxSize: 2_000_000 }

/** The latest messages and log lines of one server, bounded, and emitted as events. */
export interface ServerJournal {
  frame(frame: Omit<Frame, 'serverId' | 'seq'>): void
  log(line: Omit<LogLine, 'serverId' | 'seq'>): void
  frames(after: number, limit: number): Frame[]
  /** Which of them belong to what was decided. */
  readonly links: FrameLinks
  logs(after: number, limit: number): LogLine[]
  /** Record of the last start. */
  readonly start: StartRecorder
  /** From now on the server's secrets are masked in everything. */
  mask(mask: SecretMask): void
  /** The failure with the same secrets masked. */
  masked(failure: ConnectionFailure): ConnectionFailure
}

export function createServerJournal(serverId: string, events: EventSink): ServerJournal {
  const frames = createRingBuffer<Omit<Frame, 'seq'>>(FRAME_BOUNDS)
  const logs = createRingBuffer<Omit<LogLine, 'seq'>>(LOG_BOUNDS)
  let mask = NO_MASK
  const start = createStartRecorder()
  // Views choose ids of their own.
  const ofServer = () => frames.since(0, FRAME_BOUNDS.maxItems).filter(({ view }) => !view)
  const links = new FrameLinks(ofServer)
  return {
    links,
    start,
    frame(frame) {
      const item = { ...frame, message: mask.value(frame.message), serverId }
      // A truncated frame keeps only its first part, so that is what it costs.
      const seq = frames.push(item, Math.min(frame.bytes, 300_000))
      events.emit('server.framed', [{ ...item, seq }])
    },
    log(line) {
      const item = { ...line, text: mask.text(line.text), serverId }
      if (line.source === 'stderr' || line.source === 'stdout') start.printed(item.text)
      events.emit('server.logged', [{ ...item, seq: logs.push(item, line.text.length) }])
    },
    frames: (after, limit) => frames.since(after, limit),
    logs: (after, limit) => logs.since(after, limit),
    mask(next) {
      mask = next
    },
    masked: (failure) => mask.value(failure),
  }
}

/** Keeps the newest items within a count and a size; numbers them from 1 without gaps of its own. */
interface RingBuffer<Item> {
  push(item: Item, size: number): number
  /** Items with a sequence number above `after`, oldest first, the newest `limit` of them. */
  since(after: number, limit: number): (Item & { seq: number })[]
}

function createRingBuffer<Item extends object>(bounds: {
  maxItems: number
  maxSize: number
}): RingBuffer<Item> {
  const items: { item: Item & { seq: number }; size: number }[] = []
  let total = 0
  let seq = 0
  return {
    push(item, size) {
      seq += 1
      total += size
      items.push({ item: { ...item, seq }, size })
      while (items.length > bounds.maxItems || (total > bounds.maxSize && items.length > 1))
        total -= items.shift()?.size ?? 0
      return seq
    },
    since(after, limit) {
      return items
        .filter(({ item }) => item.seq > after)
        .slice(-limit)
        .map(({ item }) => item)
    },
  }
}
