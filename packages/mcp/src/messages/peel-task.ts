import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/** Where a task handle is kept on its way through the client; never on the wire. */
const HANDLE = 'gatehouse/task-handle'

/**
 * An answer with `resultType: "task"` as one that the client takes: it knows only the kinds of the core
 * protocol. Whatever else such an answer lacks makes it invalid for every request but `tools/call`.
 */
export function peelTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['resultType'] !== 'task') return message
  const { _meta, ...task } = message.result
  return {
    ...message,
    result: { resultType: 'complete', content: [], _meta: { ..._meta, [HANDLE]: task } },
  }
}

/** The handle that an answer was peeled to, if it was one. */
export function peeledTask(result: { _meta?: Record<string, unknown> | undefined }): unknown {
  return result._meta?.[HANDLE]
}
