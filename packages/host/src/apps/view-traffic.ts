import type { Frame, JsonValue, ViewRefusal } from '@gatehouse/domain'
import type { AppBlockReason } from '@gatehouse/domain/apps'
import { parseJson } from '@gatehouse/domain/json'
import type { Clock } from '../ports/index.ts'
import type { ServerJournal } from '../servers/server-journal.ts'
import { createMessageRate } from './message-rate.ts'

/** Characters beyond which a message is kept as its first part. */
const MAX_KEPT = 65_536
const KEPT_PREFIX = 16_384
/** Longer methods and ids are not kept beside the message. */
const MAX_NAME = 200
/** Requests of the view whose method is remembered for the response. */
const MAX_OPEN = 100
/** Lines of messages beyond the rate: a view that floods does not push out the others. */
const OVER_RATE = { count: 2, windowMs: 1000 }

interface Options {
  /** Absent once the server is removed: nothing is recorded. */
  journal: Pick<ServerJournal, 'frame'> | undefined
  clock: Clock
  /** The view, and the title of its tool. */
  view: { id: string; title: string }
}

/** Records the messages of one view in the traffic of its server, in their order. */
export interface ViewTraffic {
  /** `message`: undefined for a text that was not read. */
  received(text: string, message: JsonValue | undefined, refused?: ViewRefusal): void
  sent(text: string, message: object, refused?: ViewRefusal): void
  /** The policy of a sealed view refused a request. */
  blocked(host: string, reason: AppBlockReason): void
}

export function createViewTraffic({ journal, clock, view }: Options): ViewTraffic {
  const overRate = createMessageRate(clock, OVER_RATE)
  const methods = new Map<string | number, string>()

  function record(
    line: Pick<Frame, 'direction' | 'kind' | 'method' | 'rpcId'>,
    text: string,
    refused: ViewRefusal | undefined,
  ): void {
    if (refused === 'too-many' && !overRate.take()) return
    const parsed = text.length <= MAX_KEPT ? parseJson(text) : undefined
    journal?.frame({
      at: clock.now(),
      ...line,
      bytes: new TextEncoder().encode(text).length,
      message: parsed?.ok === true ? parsed.value : prefixOf(text),
      truncated: text.length > KEPT_PREFIX && parsed?.ok !== true,
      view: { ...view, ...(refused ? { refused } : {}) },
    })
  }

  return {
    received(text, message, refused) {
      const facts = factsOf(message)
      const { rpcId, method } = facts
      if (rpcId !== undefined && method !== undefined && methods.size < MAX_OPEN)
        methods.set(rpcId, method)
      record({ direction: 'in', ...facts }, text, refused)
    },
    sent(text, message, refused) {
      const facts = factsOf(message)
      const method = facts.method ?? methods.get(facts.rpcId ?? '')
      if (facts.rpcId !== undefined) methods.delete(facts.rpcId)
      record(
        { direction: 'out', ...facts, ...(method === undefined ? {} : { method }) },
        text,
        refused,
      )
    },
    blocked(host, reason) {
      journal?.frame({
        at: clock.now(),
        direction: 'out',
        kind: 'app-request',
        bytes: 0,
        message: { refused: reason },
        truncated: false,
        http: { method: 'GET', url: host },
        view,
      })
    },
  }
}

function factsOf(message: unknown): Pick<Frame, 'kind' | 'method' | 'rpcId'> {
  if (typeof message !== 'object' || message === null) return { kind: 'malformed' }
  const { id, method, error } = message as Record<string, unknown>
  const rpcId =
    typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_NAME) ? { rpcId: id } : {}
  if (typeof method === 'string' && method.length <= MAX_NAME)
    return { kind: id === undefined ? 'notification' : 'request', method, ...rpcId }
  if (method !== undefined || id === undefined) return { kind: 'malformed' }
  return { kind: error === undefined ? 'response' : 'error', ...rpcId }
}

/** A text of its own: a slice would keep the whole one in memory. */
const prefixOf = (text: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    new TextEncoder().encode(text.slice(0, KEPT_PREFIX)),
  )
