import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/** `_meta` key of a task on its way through the client; never sent. */
const TASK = 'gatehouse/task-handle'
/** `_meta` key of the entries of a list on their way through the client; never sent. */
const ENTRIES = 'gatehouse/list-entries'
const LISTS = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const

/**
 * Something that was moved to the metadata here. A server writes JSON, and no JSON is an instance of
 * this: what it puts under these keys itself is not read.
 */
class Moved {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

type WithMeta = { _meta?: Record<string, unknown> | undefined }

/** A response in the form that the SDK's client accepts. Requests and notifications pass unchanged. */
export function adaptResult(message: JSONRPCMessage): JSONRPCMessage {
  return splitOffEntries(splitOffTask(withResultType(message)))
}

/** The task that {@link adaptResult} moved to the metadata of a result, if there was one. */
export function stashedTask(result: WithMeta): unknown {
  return movedTo(result, TASK)
}

/** The list entries that {@link adaptResult} moved to the metadata; `undefined` for other results. */
export function stashedEntries(page: WithMeta): unknown[] | undefined {
  const entries = movedTo(page, ENTRIES)
  return Array.isArray(entries) ? entries : undefined
}

function movedTo({ _meta }: WithMeta, key: string): unknown {
  const moved = _meta?.[key]
  return moved instanceof Moved ? moved.value : undefined
}

/**
 * A result without `resultType` is complete (MCP 2026-07-28, basic, "Results"). Older servers leave it
 * out, but the client requires it in the modern era; in the legacy era it drops the member again.
 */
function withResultType(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['resultType'] !== undefined) return message
  return { ...message, result: { resultType: 'complete', ...message.result } }
}

/**
 * Moves a task to the metadata: the client knows only the result types of the core protocol. The rest
 * of the result is then invalid for every request except `tools/call`.
 */
function splitOffTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['resultType'] !== 'task') return message
  const { _meta, ...task } = message.result
  return {
    ...message,
    result: { resultType: 'complete', content: [], _meta: { ..._meta, [TASK]: new Moved(task) } },
  }
}

/**
 * Moves the entries of a list page to the metadata: in the modern era the client rejects the whole page
 * for one invalid entry, while the host checks entries one by one.
 */
function splitOffEntries(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message)) return message
  const { result } = message
  const field = LISTS.find((name) => Array.isArray(result[name]))
  if (field === undefined) return message
  const _meta = { ...result._meta, [ENTRIES]: new Moved(result[field]) }
  return { ...message, result: { ...result, [field]: [], _meta } }
}
