import { createHash } from 'node:crypto'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { OutputLog } from '../traffic-log/output-log.ts'

/** Requests that may put something before a person; others do no harm when they come twice. */
const ASKING = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list'])
/** Requests of a session that are remembered. */
const MAX_KNOWN = 1000
/** Characters of an id that is remembered as it is. */
const MAX_ID = 256

type Id = string | number

/** Lets each request of a server through once, however often a faulty network or a replay brings it. */
export interface RequestFilter {
  /** False for a request that is open, or that has had its response already. */
  admits(message: JSONRPCMessage): boolean
  /** Call it with every message that is sent. */
  sent(message: JSONRPCMessage): void
}

/**
 * An id must not be used again in a session (MCP 2025-11-25, basic, "Requests"). While a request is open
 * its id counts alone; afterwards only the very same request is taken for a repetition, as some servers
 * count from the beginning again.
 */
export function createRequestFilter(log: Pick<OutputLog, 'write'>): RequestFilter {
  /** Digests of the requests: a thousand of them may be large. */
  const open = new Map<Id, string>()
  const responded = new Map<Id, string>()
  return {
    admits(message) {
      if (!('method' in message) || !('id' in message) || !ASKING.has(message.method)) return true
      const id = keyOf(message.id)
      const digest = digestOf(JSON.stringify([message.method, message.params]))
      if (open.has(id) || responded.get(id) === digest) {
        log.write('warning', `The request ${message.method} came twice; it was handled once.`)
        return false
      }
      keep(open, id, digest)
      return true
    },
    sent(message) {
      if ('method' in message || message.id === undefined) return
      const id = keyOf(message.id)
      const digest = open.get(id)
      if (digest === undefined) return
      open.delete(id)
      keep(responded, id, digest)
    },
  }
}

const keyOf = (id: Id): Id => (typeof id === 'string' && id.length > MAX_ID ? digestOf(id) : id)

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function keep(known: Map<Id, string>, id: Id, digest: string): void {
  known.set(id, digest)
  if (known.size <= MAX_KNOWN) return
  const oldest = known.keys().next()
  if (!oldest.done) known.delete(oldest.value)
}
