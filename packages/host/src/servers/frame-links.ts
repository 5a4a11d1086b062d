import type { Frame, JsonObject, JsonValue } from '@gatehouse/domain'
import type { RecordMessages } from '@gatehouse/domain/audit'
import type { RequestSource } from '../ports/index.ts'

/** Asks and decisions whose message is remembered, the latest of them. */
const MAX_LINKS = 2000

interface Link {
  source: RequestSource
  seq: number
}

/** Which frames of one server belong to a call of a tool, or to what the server asked for. */
export class FrameLinks {
  /** All that are kept, oldest first. */
  readonly #frames: () => Frame[]
  readonly #links = new Map<string, Link>()

  constructor(frames: () => Frame[]) {
    this.#frames = frames
  }

  /**
   * Looks for the message at once, as ids are used again; undefined when it is not there. The result gives the id of
   * an ask, or of a record, a way back to it.
   */
  find(source: RequestSource): ((id: string) => void) | undefined {
    const seq = this.#frames().findLast((frame) => isRequestOf(source, frame))?.seq
    if (seq === undefined) return undefined
    return (id) => {
      this.#links.set(id, { source, seq })
      for (const oldest of this.#links.keys())
        if (this.#links.size > MAX_LINKS) this.#links.delete(oldest)
    }
  }

  /** The first request and the last response of a call's rounds. */
  ofCall(callId: string): RecordMessages {
    const frames = this.#frames().filter((frame) => frame.callId === callId)
    const isCall = (frame: Frame): boolean =>
      frame.direction === 'out' && frame.method === 'tools/call'
    return {
      request: frames.find(isCall)?.seq ?? null,
      response: frames.findLast(({ direction }) => direction === 'in')?.seq ?? null,
    }
  }

  /** Messages by the id of the ask, or of the record when no one was asked. */
  ofAsk(id: string): RecordMessages {
    const link = this.#links.get(id)
    if (!link) return { request: null, response: null }
    const frames = this.#frames()
    const at = frames.findIndex(({ seq }) => seq === link.seq)
    // What was between them is not known either.
    if (at === -1) return { request: null, response: null }
    return { request: link.seq, response: responseTo(link.source, frames.slice(at + 1)) }
  }
}

/**
 * The response among the frames after a request; null once its id may mean another one, as frames outlive a
 * connection.
 */
function responseTo(source: RequestSource, later: readonly Frame[]): number | null {
  for (const frame of later) {
    if (isRequestOf(source, frame) || isConnecting(frame)) return null
    if (isResponseTo(source, frame)) return frame.seq
  }
  return null
}

function isConnecting({ direction, kind, method = '' }: Frame): boolean {
  return (
    direction === 'out' && kind === 'request' && ['initialize', 'server/discover'].includes(method)
  )
}

function isRequestOf(source: RequestSource, { direction, ...frame }: Frame): boolean {
  if (direction !== 'in') return false
  if (source.kind === 'request') return frame.kind === 'request' && frame.rpcId === source.id
  return (
    frame.callId === source.callId && hasKey(frame.message, ['result', 'inputRequests'], source)
  )
}

function isResponseTo(source: RequestSource, { direction, ...frame }: Frame): boolean {
  if (direction !== 'out') return false
  if (source.kind === 'request')
    return frame.rpcId === source.id && (frame.kind === 'response' || frame.kind === 'error')
  return (
    frame.callId === source.callId && hasKey(frame.message, ['params', 'inputResponses'], source)
  )
}

/** A message that was too large to keep has no parts to look at. */
function hasKey(message: JsonValue, path: readonly string[], { key }: { key: string }): boolean {
  let part: JsonValue | undefined = message
  for (const name of path) part = objectOf(part)?.[name]
  return Object.hasOwn(objectOf(part) ?? {}, key)
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}
