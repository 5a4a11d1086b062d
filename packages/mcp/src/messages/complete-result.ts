import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/**
 * An answer without `resultType` as the complete one that it is (MCP 2026-07-28, basic, "Results"): the
 * client refuses it in the modern era, though servers of before leave it out. It drops the member again
 * in the legacy era.
 */
export function completeResult(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['resultType'] !== undefined) return message
  return { ...message, result: { resultType: 'complete', ...message.result } }
}
