import type { ToolCall } from '@gatehouse/domain'
import type { Stores } from '../ports/index.ts'

/**
 * A call may have run without its outcome being known: what was allowed before does not run the tool
 * again in this chat until the person allows it anew.
 */
export function suspendGrant(
  { grants }: Pick<Stores, 'grants'>,
  conversationId: string,
  call: ToolCall,
): void {
  if (call.serverId === null) return
  const grant = grants.find(conversationId, call.serverId, call.toolName)
  if (grant) grants.save({ ...grant, unknownCall: call.id })
}
