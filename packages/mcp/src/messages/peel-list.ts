import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/** Where the entries of a list are kept on their way through the client; never on the wire. */
const ENTRIES = 'gatehouse/list-entries'
const FIELDS = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const

/**
 * A page of a list as one that the client takes whatever its entries are: in the modern era it refuses
 * the whole page for one bad entry. The host judges the entries one by one.
 */
export function peelList(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message)) return message
  const { result } = message
  const field = FIELDS.find((name) => Array.isArray(result[name]))
  if (field === undefined) return message
  const _meta = { ...result._meta, [ENTRIES]: result[field] }
  return { ...message, result: { ...result, [field]: [], _meta } }
}

/** The entries that a page was peeled of; `undefined` for any other answer. */
export function peeledEntries(page: {
  _meta?: Record<string, unknown> | undefined
}): unknown[] | undefined {
  const entries = page._meta?.[ENTRIES]
  return Array.isArray(entries) ? entries : undefined
}
