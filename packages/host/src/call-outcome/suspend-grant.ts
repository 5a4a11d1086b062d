import type { ToolCall } from '@gatehouse/domain'
import { declaredEffect } from '@gatehouse/domain/approvals'
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
  const trust = grants.findTrust(call.serverId, call.toolName)
  // A call that only reads may be made again, if its declaration is true.
  const { annotations } = call
  if (trust && declaredEffect({ annotations, mark: trust.mark }) !== 'read-only')
    grants.save({ ...trust, unknownCall: call.id })
  const grantId = call.decision?.grantId
  if (grantId === undefined || call.decision?.by === 'mode') return
  if (found.some(({ id }) => id === grantId)) return
  // The chat left the workspace that it was allowed in; other chats are there still.
  for (const { uses: _uses, lastUsedAt: _at, ...grant } of grants.list())
    if (grant.id === grantId) grants.save({ ...grant, unknownCall: call.id })
}
