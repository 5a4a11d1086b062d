import type { Frame, HttpFacts, JsonValue } from '@gatehouse/domain'
import type { ConnectionListener } from '@gatehouse/host/ports'
import { isDeeperThan } from '../message-parsing/json-depth.ts'
import { copyPrefix } from '../message-parsing/text-prefix.ts'
import { createRequestMatcher, readRpc, type MatchedMessage } from './request-matcher.ts'

/** A message that takes more than this many bytes is kept only as its first part. */
const MAX_KEPT_BYTES = 262_144
/** Characters kept of a message that is too large. */
const KEPT_PREFIX = 16_384
/** Levels beyond which a message is kept as text: the bridge to the window carries no deeper ones. */
const MAX_DEPTH = 200
/** Requests that are sent for a call of a tool; others that happen to be sent meanwhile belong to no one. */
const CALL_METHODS = new Set([
  'tools/call',
  'tasks/get',
  'tasks/result',
  'tasks/update',
  'tasks/cancel',
])
/** Exchanges that are remembered until their response is read. */
const MAX_EXCHANGES = 10_000

/** Records every message of a transport. Must see each message exactly once, in order. */
export interface FrameRecorder {
  /** @param text the message as on the wire, if it is at hand; saves a serialisation */
  sent(message: unknown, text?: string, http?: HttpFacts): void
  received(message: unknown, text?: string): void
  /** The HTTP response to a request; call it before `received`. */
  noteHttpExchange(id: string | number, http: HttpFacts): void
  /** A request got a status that refuses it, and no message. */
  refused(id: string | number, text: string): void
  /** Something that is not a JSON-RPC message, or too large to read. */
  malformed(text: string, bytes: number): void
}

export function createFrameRecorder(
  listener: Pick<ConnectionListener, 'onFrame' | 'onRoundTrip'>,
  now: () => number,
  currentCall: () => string | undefined = () => undefined,
): FrameRecorder {
  const trace = createRequestMatcher()
  const exchanges = createPending<{ http: HttpFacts }>()
  const calls = createCallFacts(currentCall)

  function record(
    direction: Frame['direction'],
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
      ...(http ? { http } : direction === 'in' ? exchanges.take(traced.respondsTo) : {}),
      ...calls.of(direction, traced),
    })
    if (traced.roundTripMs !== undefined) listener.onRoundTrip(traced.roundTripMs)
  }

  return {
    sent: (message, text, http) => record('out', message, { text, http }),
    received: (message, text) => record('in', message, { text }),
    noteHttpExchange: (id, http) => exchanges.note(id, { http }),
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
        ...calls.responding(id),
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

type CallFacts = Pick<Frame, 'callId'>

/** Finds for which tool call a request is sent, and which call a response belongs to. */
function createCallFacts(currentCall: () => string | undefined) {
  const calls = createPending<{ callId: string }>()
  const responding = (id: string | number | undefined): CallFacts => calls.take(id)
  return {
    responding,
    of(direction: Frame['direction'], { facts, respondsTo }: MatchedMessage): CallFacts {
      if (direction === 'in') return responding(respondsTo)
      const { kind, method, rpcId } = facts
      if (kind !== 'request' || rpcId === undefined || !CALL_METHODS.has(method ?? '')) return {}
      const callId = currentCall()
      if (callId === undefined) return {}
      calls.note(rpcId, { callId })
      return { callId }
    },
  }
}

/** Facts for responses that are on their way, by the id of the request; each is taken once. */
function createPending<Facts extends object>() {
  const noted = new Map<string | number, Facts>()
  return {
    note(id: string | number, facts: Facts): void {
      noted.set(id, facts)
      if (noted.size > MAX_EXCHANGES) noted.delete(noted.keys().next().value ?? id)
    },
    take(id: string | number | undefined): Partial<Facts> {
      const facts = id === undefined ? undefined : noted.get(id)
      if (id === undefined || !facts) return {}
      noted.delete(id)
      return facts
    },
  }
}
