import type { Frame } from '@gatehouse/domain'

export interface TrafficSummary {
  requests: number
  errors: number
  /** Milliseconds; `null` before the first response. */
  p50: number | null
  p95: number | null
}

/** What is searched: method, `#id` and kind. Every typed word must occur. */
export function matchesFrame(frame: Frame, query: string): boolean {
  const text =
    `${frame.method ?? ''} ${rpcLabel(frame)} ${frame.kind} ${frame.direction}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) =>
      word.startsWith('#') ? rpcLabel(frame).toLowerCase() === word : text.includes(word),
    )
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
