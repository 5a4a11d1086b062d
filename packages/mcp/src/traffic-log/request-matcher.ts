import type { Frame } from '@gatehouse/domain'
import { copyPrefix } from '../message-parsing/text-prefix.ts'

/** Characters kept of a method's name or an id. */
const MAX_NAME = 256
/** Open requests whose start time is remembered. */
const MAX_OPEN_REQUESTS = 10_000
/** Requests of a server that a person answers: how long that takes is no one's latency. */
const ASKING = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list'])
/** JSON-RPC code and message for a person's refusal; see `requests/handler-support/ask-host.ts`. */
const REFUSED = -1
const REFUSAL_MESSAGE = 'User rejected'

type Direction = Frame['direction']

interface Rpc {
  id?: string | number
  method?: string
  isError: boolean
  /** The error states that a person refused. */
  isRefusal: boolean
  /** The id is longer than is kept: nothing can be paired with it. */
  isCut?: boolean
}

export interface MatchedMessage {
  facts: Pick<Frame, 'kind' | 'method' | 'rpcId' | 'latencyMs' | 'refusedByPerson'>
  roundTripMs?: number | undefined
  /** The request that it is the response to. */
  respondsTo?: string | number | undefined
}

interface OpenRequest {
  at: number
  method: string
  /** The part of its time that a person took. */
  wait: PersonWait
  /** For a request that a person answers: requests of the host that may wait for that. */
  heldUp: OpenRequest[]
}

/** Finds what each message is, and which request it responds to. */
export function createRequestMatcher(): (direction: Direction, rpc: Rpc) => MatchedMessage {
  const open: Record<Direction, Map<string | number, OpenRequest>> = {
    out: new Map(),
    in: new Map(),
  }

  function began(direction: Direction, id: string | number, method: string): void {
    const isAsking = direction === 'in' && ASKING.has(method)
    const heldUp = isAsking ? [...open.out.values()] : []
    // Of several no one knows which one the server asks for.
    for (const request of heldUp) request.wait.begin(heldUp.length === 1)
    const request = { at: performance.now(), method, wait: createPersonWait(), heldUp }
    remember(open[direction], id, request)
  }

  return (direction, rpc) => {
    const id = rpc.id === undefined ? {} : { rpcId: rpc.id }
    if (rpc.method !== undefined) {
      if (rpc.id === undefined) return { facts: { kind: 'notification', method: rpc.method } }
      if (!rpc.isCut) began(direction, rpc.id, rpc.method)
      return { facts: { kind: 'request', method: rpc.method, ...id } }
    }
    const requests = open[direction === 'in' ? 'out' : 'in']
    const request = rpc.id === undefined || rpc.isCut ? undefined : requests.get(rpc.id)
    if (request && rpc.id !== undefined) requests.delete(rpc.id)
    const kind = rpc.isError ? 'error' : 'response'
    if (!request) return { facts: { kind, ...id } }
    for (const heldUp of request.heldUp) heldUp.wait.end()
    const latencyMs = latencyOf(direction, request)
    return {
      facts: {
        kind,
        method: request.method,
        ...(latencyMs === undefined ? {} : { latencyMs }),
        ...id,
        ...(direction === 'out' && rpc.isRefusal ? { refusedByPerson: true } : {}),
      },
      respondsTo: rpc.id,
      roundTripMs: direction === 'in' ? latencyMs : undefined,
    }
  }
}

/** `undefined` when a person took an unknown part of the time. */
function latencyOf(direction: Direction, request: OpenRequest): number | undefined {
  if (direction === 'out' && ASKING.has(request.method)) return undefined
  const waited = request.wait.total()
  if (waited === undefined) return undefined
  return Math.max(0, Math.round((performance.now() - request.at - waited) * 10) / 10)
}

/** The time for which a person was asked while one request was open. */
interface PersonWait {
  /** @param isSure whether this very request waits for the response */
  begin(isSure: boolean): void
  end(): void
  /** Milliseconds, until now; `undefined` when it is not sure. */
  total(): number | undefined
}

function createPersonWait(): PersonWait {
  let open = 0
  let since = 0
  let waited = 0
  let isKnown = true
  const current = (): number => (open > 0 ? performance.now() - since : 0)
  return {
    begin(isSure) {
      isKnown &&= isSure
      if (open === 0) since = performance.now()
      open += 1
    },
    end() {
      if (open === 1) waited += current()
      open = Math.max(0, open - 1)
    },
    total: () => (isKnown ? waited + current() : undefined),
  }
}

function remember(
  requests: Map<string | number, OpenRequest>,
  id: string | number,
  request: OpenRequest,
): void {
  requests.set(id, request)
  if (requests.size <= MAX_OPEN_REQUESTS) return
  const oldest = requests.keys().next()
  if (!oldest.done) requests.delete(oldest.value)
}

/** The fields of a message that pair a response with its request. */
export function readRpc(message: unknown): Rpc {
  if (typeof message !== 'object' || message === null) return { isError: false, isRefusal: false }
  const id = 'id' in message ? message.id : undefined
  const method = 'method' in message ? message.method : undefined
  return {
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof id === 'string'
      ? { id: copyPrefix(id, MAX_NAME), isCut: id.length > MAX_NAME }
      : {}),
    ...(typeof method === 'string' ? { method: copyPrefix(method, MAX_NAME) } : {}),
    isError: 'error' in message,
    isRefusal: 'error' in message && isRefusal(message.error),
  }
}

function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const words = 'message' in error && typeof error.message === 'string' ? error.message : ''
  return 'code' in error && error.code === REFUSED && words.startsWith(REFUSAL_MESSAGE)
}
