import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { OutputLog } from '../traffic-log/output-log.ts'

/** Requests that may put something before a person; others do no harm when they come twice. */
const ASKING = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list'])
/** Requests of a session that are remembered. */
const MAX_KNOWN = 1000

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
  const open = new Map<string | number, string>()
  const responded = new Map<string | number, string>()
  return {
    admits(message) {
      if (!('method' in message) || !('id' in message) || !ASKING.has(message.method)) return true
      const text = JSON.stringify([message.method, message.params])
      if (open.has(message.id) || responded.get(message.id) === text) {
        log.write('warning', `The request ${message.method} came twice; it was handled once.`)
        return false
      }
      keep(open, message.id, text)
      return true
    },
    sent(message) {
      if ('method' in message || message.id === undefined) return
      const text = open.get(message.id)
      if (text === undefined) return
      open.delete(message.id)
      keep(responded, message.id, text)
    },
  }
}

function keep(known: Map<string | number, string>, id: string | number, text: string): void {
  known.set(id, text)
  if (known.size <= MAX_KNOWN) return
  const oldest = known.keys().next()
  if (!oldest.done) known.delete(oldest.value)
}
