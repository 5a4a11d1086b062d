import type { ToolCall } from '@gatehouse/domain'
import type { Stores } from '../ports/index.ts'

/**
 * A call may have run without its outcome being known: what was allowed before, here or everywhere, does
 * not run the tool again until the person allows it again.
 */
export function suspendGrant(
  { grants }: Pick<Stores, 'grants'>,
  conversationId: string,
  call: ToolCall,
): void {
  if (call.serverId === null) return
  for (const grant of grants.find(conversationId, call.serverId, call.toolName))
    grants.save({ ...grant, unknownCall: call.id })
}
