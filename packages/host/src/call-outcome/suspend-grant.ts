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
  const found = grants.find(conversationId, call.serverId, call.toolName)
  for (const grant of found) grants.save({ ...grant, unknownCall: call.id })
  const grantId = call.decision?.grantId
  if (grantId === undefined || found.some(({ id }) => id === grantId)) return
  // The chat left the workspace that it was allowed in; other chats are there still.
  for (const { uses: _uses, lastUsedAt: _at, ...grant } of grants.list())
    if (grant.id === grantId) grants.save({ ...grant, unknownCall: call.id })
}
