import type { Frame, JsonObject, JsonValue } from '@gatehouse/domain'

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
  /** `view`: any message of an interface. */
  kind: 'all' | Frame['kind'] | 'view'
  method: string
}

export const noFilter: FrameFilter = { text: '', direction: 'all', kind: 'all', method: 'all' }

export function filterFrames(frames: readonly Frame[], filter: FrameFilter): readonly Frame[] {
  const { direction, kind, method } = filter
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return frames.filter(
    (frame) =>
      (direction === 'all' || frame.direction === direction) &&
      (kind === 'all' || (kind === 'view' ? frame.view !== undefined : frame.kind === kind)) &&
      (method === 'all' || frame.method === method) &&
      matchesFrame(frame, words),
  )
}

/** Every word must occur in the message or what is known of it; `#41` is an id and nothing else. */
function matchesFrame(frame: Frame, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { method = '', kind, direction, http, view } = frame
  const facts =
    `${method} ${rpcLabel(frame)} ${kind} ${direction} ${http?.status ?? ''} ${http?.url ?? ''} ${view?.title ?? ''} ${view?.refused ?? ''}`.toLowerCase()
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

/** The response to a request, or the request of a response; ids may be used again, so the nearest one. */
export function counterpartOf(frames: readonly Frame[], frame: Frame): Frame | undefined {
  const { rpcId, direction, seq, view } = frame
  if (rpcId === undefined) return undefined
  const isRequest = frame.kind === 'request'
  const fits = (other: Frame): boolean =>
    other.rpcId === rpcId &&
    other.view?.id === view?.id &&
    other.direction !== direction &&
    isRequest !== (other.kind === 'request') &&
    (isRequest ? other.seq > seq : other.seq < seq)
  return isRequest ? frames.find(fits) : frames.findLast(fits)
}

/** `#41`, the same on a request and its response. */
export function rpcLabel(frame: Frame): string {
  return frame.rpcId === undefined ? '' : `#${frame.rpcId}`
}

/** Parameters and fields that show what a message is about, the most specific first. */
const DESCRIPTIVE_KEYS = [
  'name',
  'uri',
  'taskId',
  'protocolVersion',
  'level',
  'requestId',
  'progress',
  'reason',
]
/** Characters of all facts together. */
const MAX_FACTS = 120

/** Returns the subject of a message, in a few words: a tool's name, an address, a failure; '' when it has none. */
export function frameFacts({ kind, message, http }: Frame): string {
  const body = objectOf(message)
  if (!body) return ''
  if (kind === 'app-request') return textOf(body['refused']) || textOf(http?.status)
  if (kind === 'error') return cut(textOf(objectOf(body['error'])?.['message']))
  const facts = objectOf(kind === 'response' ? body['result'] : body['params']) ?? {}
  const about = objectOf(facts['ref']) ?? facts
  const found = DESCRIPTIVE_KEYS.flatMap((key) => textOf(about[key]) || [])
  const argument = objectOf(facts['argument'])
  if (argument) found.push(`${textOf(argument['name'])}=${textOf(argument['value'])}`)
  if (found.length > 0) return cut(found.slice(0, 3).join(' · '))
  for (const [name, value] of Object.entries(facts))
    if (Array.isArray(value)) return cut(`${name}: ${value.length}`)
  return ''
}

function cut(text: string): string {
  const line = text.slice(0, MAX_FACTS * 2).replace(/\s+/gu, ' ')
  return line.length > MAX_FACTS ? `${line.slice(0, MAX_FACTS)}…` : line
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
}

/** Something went wrong; a person's no is an error on the wire only. */
export function isFault({ kind, refusedByPerson }: Frame): boolean {
  return kind === 'malformed' || (kind === 'error' && refusedByPerson !== true)
}

/** Counts of the server's own messages, without those of its interfaces. */
export function summarise(all: readonly Frame[]): TrafficSummary {
  const frames = all.filter(({ view }) => !view)
  const latencies = frames
    .flatMap(({ kind, latencyMs }) =>
      latencyMs === undefined || kind === 'app-request' ? [] : [latencyMs],
    )
    .sort((a, b) => a - b)
  const at = (part: number): number | null =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? null
  return {
    requests: frames.filter((frame) => frame.kind === 'request').length,
    errors: frames.filter(isFault).length,
    p50: at(0.5),
    p95: at(0.95),
  }
}
