import type { Frame, HttpFacts, JsonValue } from '@gatehouse/domain'
import type { ConnectionListener } from '@gatehouse/host/ports'
import { isDeeperThan } from '../messages/json-depth.ts'
import { copyPrefix } from '../messages/text-prefix.ts'

/** A message that takes more than this many bytes is kept only as its first part. */
const MAX_KEPT_BYTES = 262_144
/** Characters kept of a message that is too large. */
const KEPT_PREFIX = 16_384
/** Levels beyond which a message is kept as text: the bridge to the window carries no deeper ones. */
const MAX_DEPTH = 200
/** Characters kept of a method's name or an id. */
const MAX_NAME = 256
/** Open requests whose start time is remembered. */
const MAX_OPEN_REQUESTS = 10_000

/** Records every message of a transport. Must see each message exactly once, in order. */
export interface FrameRecorder {
  /** @param text the message as on the wire, if it is at hand; saves a serialisation */
  sent(message: unknown, text?: string, http?: HttpFacts): void
  received(message: unknown, text?: string): void
  /** The HTTP response to a request; call it before `received`. */
  exchanged(id: string | number, http: HttpFacts): void
  /** A request was answered by a status that refuses it, and by no message. */
  refused(id: string | number, text: string): void
  /** Something that is no JSON-RPC message, or too large to read. */
  malformed(text: string, bytes: number): void
}

type Direction = Frame['direction']

interface Rpc {
  id?: string | number
  method?: string
  isError: boolean
  /** The id is longer than is kept: nothing can be paired with it. */
  isCut?: boolean
}

export function createFrameRecorder(
  listener: Pick<ConnectionListener, 'onFrame' | 'onRoundTrip'>,
  now: () => number,
): FrameRecorder {
  const trace = createTracer()
  const exchanges = createExchanges()

  function record(
    direction: Direction,
    message: unknown,
    { text: given, http }: { text?: string | undefined; http?: HttpFacts | undefined },
  ): void {
    const text = given ?? toText(message)
    const bytes = Buffer.byteLength(text)
    // Values of a transport of one's own were never read within a budget.
    const truncated = bytes > MAX_KEPT_BYTES || isDeeperThan(message, MAX_DEPTH)
    const traced = trace(direction, readRpc(message))
    listener.onFrame({
      at: now(),
      direction,
      ...traced.facts,
      bytes,
      // What came through JSON.parse or goes through JSON.stringify is JSON.
      message: truncated ? copyPrefix(text, KEPT_PREFIX) : (message as JsonValue),
      truncated,
      ...(http ? { http } : direction === 'in' ? exchanges.take(traced.answers) : {}),
    })
    if (traced.roundTripMs !== undefined) listener.onRoundTrip(traced.roundTripMs)
  }

  return {
    sent: (message, text, http) => record('out', message, { text, http }),
    received: (message, text) => record('in', message, { text }),
    exchanged: (id, http) => exchanges.note(id, http),
    refused(id, text) {
      const { facts } = trace('in', readRpc({ id, error: true }))
      listener.onFrame({
        at: now(),
        direction: 'in',
        ...facts,
        bytes: Buffer.byteLength(text),
        message: copyPrefix(text, KEPT_PREFIX),
        truncated: text.length > KEPT_PREFIX,
        ...exchanges.take(id),
      })
    },
    malformed: (text, bytes) =>
      listener.onFrame({
        at: now(),
        direction: 'in',
        kind: 'malformed',
        bytes,
        message: copyPrefix(text, KEPT_PREFIX),
        truncated: bytes > Math.min(text.length, KEPT_PREFIX),
      }),
  }
}

function toText(message: unknown): string {
  try {
    return JSON.stringify(message)
  } catch {
    return '(a message that nests too deeply to be shown)'
  }
}

/** Finds out what each message is, and which request it responds to. */
function createTracer(): (direction: Direction, rpc: Rpc) => Traced {
  const open: Record<Direction, Map<string | number, { at: number; method: string }>> = {
    out: new Map(),
    in: new Map(),
  }
  return (direction, rpc) => {
    const id = rpc.id === undefined ? {} : { rpcId: rpc.id }
    if (rpc.method !== undefined) {
      if (rpc.id === undefined) return { facts: { kind: 'notification', method: rpc.method } }
      if (!rpc.isCut) remember(open[direction], rpc.id, rpc.method)
      return { facts: { kind: 'request', method: rpc.method, ...id } }
    }
    const requests = open[direction === 'in' ? 'out' : 'in']
    const request = rpc.id === undefined || rpc.isCut ? undefined : requests.get(rpc.id)
    if (request && rpc.id !== undefined) requests.delete(rpc.id)
    const kind = rpc.isError ? 'error' : 'response'
    if (!request) return { facts: { kind, ...id } }
    const latencyMs = Math.max(0, Math.round((performance.now() - request.at) * 10) / 10)
    return {
      facts: { kind, method: request.method, latencyMs, ...id },
      answers: rpc.id,
      roundTripMs: direction === 'in' ? latencyMs : undefined,
    }
  }
}

/** The HTTP facts of answers that are on their way; each is taken once. */
function createExchanges() {
  const noted = new Map<string | number, HttpFacts>()
  return {
    note(id: string | number, http: HttpFacts): void {
      noted.set(id, http)
      if (noted.size > MAX_OPEN_REQUESTS) noted.delete(noted.keys().next().value ?? id)
    },
    take(id: string | number | undefined): { http?: HttpFacts } {
      const http = id === undefined ? undefined : noted.get(id)
      if (id === undefined || !http) return {}
      noted.delete(id)
      return { http }
    },
  }
}

interface Traced {
  facts: Pick<Frame, 'kind' | 'method' | 'rpcId' | 'latencyMs'>
  roundTripMs?: number | undefined
  /** The request that it answers. */
  answers?: string | number | undefined
}

function remember(
  requests: Map<string | number, { at: number; method: string }>,
  id: string | number,
  method: string,
): void {
  requests.set(id, { at: performance.now(), method })
  if (requests.size <= MAX_OPEN_REQUESTS) return
  const oldest = requests.keys().next()
  if (!oldest.done) requests.delete(oldest.value)
}

function readRpc(message: unknown): Rpc {
  if (typeof message !== 'object' || message === null) return { isError: false }
  const id = 'id' in message ? message.id : undefined
  const method = 'method' in message ? message.method : undefined
  return {
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof id === 'string'
      ? { id: copyPrefix(id, MAX_NAME), isCut: id.length > MAX_NAME }
      : {}),
    ...(typeof method === 'string' ? { method: copyPrefix(method, MAX_NAME) } : {}),
    isError: 'error' in message,
  }
}
