import type { Frame } from '@gatehouse/domain'

export interface TrafficSummary {
  requests: number
  errors: number
  /** Milliseconds; `null` before the first response. */
  p50: number | null
  p95: number | null
}

/** Which frames are shown. `all` and an empty text let everything through. */
export interface FrameFilter {
  text: string
  direction: 'all' | Frame['direction']
  kind: 'all' | Frame['kind']
  method: string
}

export const noFilter: FrameFilter = { text: '', direction: 'all', kind: 'all', method: 'all' }

export function filterFrames(frames: readonly Frame[], filter: FrameFilter): readonly Frame[] {
  const { direction, kind, method } = filter
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return frames.filter(
    (frame) =>
      (direction === 'all' || frame.direction === direction) &&
      (kind === 'all' || frame.kind === kind) &&
      (method === 'all' || frame.method === method) &&
      matchesFrame(frame, words),
  )
}

/** Every word must occur in the message or what is known of it; `#41` is an id and nothing else. */
function matchesFrame(frame: Frame, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { method = '', kind, direction, http } = frame
  const facts =
    `${method} ${rpcLabel(frame)} ${kind} ${direction} ${http?.status ?? ''}`.toLowerCase()
  let message: string | undefined
  return words.every((word) => {
    if (word.startsWith('#')) return rpcLabel(frame).toLowerCase() === word
    if (facts.includes(word)) return true
    message ??= JSON.stringify(frame.message).toLowerCase()
    return message.includes(word)
  })
}

/** The methods that occur, sorted. */
export function methodsOf(frames: readonly Frame[]): string[] {
  const methods = new Set(frames.flatMap(({ method }) => (method === undefined ? [] : [method])))
  return [...methods].toSorted()
}

/** The answer to a request, or the request of an answer; ids may be used again, so the nearest one. */
export function counterpartOf(frames: readonly Frame[], frame: Frame): Frame | undefined {
  const { rpcId, direction, seq } = frame
  if (rpcId === undefined) return undefined
  const isRequest = frame.kind === 'request'
  const fits = (other: Frame): boolean =>
    other.rpcId === rpcId &&
    other.direction !== direction &&
    isRequest !== (other.kind === 'request') &&
    (isRequest ? other.seq > seq : other.seq < seq)
  return isRequest ? frames.find(fits) : frames.findLast(fits)
}

/** `#41`, the same on a request and its response. */
export function rpcLabel(frame: Frame): string {
  return frame.rpcId === undefined ? '' : `#${frame.rpcId}`
}

export function summarise(frames: readonly Frame[]): TrafficSummary {
  const latencies = frames
    .flatMap((frame) => (frame.latencyMs === undefined ? [] : [frame.latencyMs]))
    .sort((a, b) => a - b)
  const at = (part: number): number | null =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? null
  return {
    requests: frames.filter((frame) => frame.kind === 'request').length,
    errors: frames.filter((frame) => frame.kind === 'error' || frame.kind === 'malformed').length,
    p50: at(0.5),
    p95: at(0.95),
  }
}
