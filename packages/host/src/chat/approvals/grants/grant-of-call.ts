/** Which grant allows a call, and which one the person gives with an answer. */
import type {
  Grant,
  GrantScope,
  Tool,
  ToolApprovalAnswer,
  ToolCallDecision,
  ToolChanges,
  GrantVoidReason,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../../dependencies.ts'
import { grantVoidReason } from './grant-void-reason.ts'
import { readDefinition, toolChanges } from '../tool-changes/tool-changes.ts'
import type { ToolOfChat } from '../../tool-offers/tool-of-chat.ts'

/** A grant that holds; or why one that is there does not, and what was changed. */
type FoundGrant =
  | { grant: Grant }
  | { grant?: undefined; voided?: GrantVoidReason; changed?: ToolChanges }

/** The first grant that holds, or why the first that is there does not. */
export function grantFor(
  { conversationId, server, identity, tool }: ToolOfChat,
  { digest, stores }: Pick<HostDependencies, 'digest' | 'stores'>,
): FoundGrant {
  const { grants } = stores
  const found = grants.find(conversationId, server.config.id, tool.name)
  const whyNot = (one: Grant) => grantVoidReason(one, { identity, tool }, { digest, grants })
  const grant = found.find((one) => whyNot(one) === null)
  if (grant) return { grant }
  const [first] = found
  const voided = first ? whyNot(first) : null
  if (!first || voided === null) return {}
  return changesSince({ grant: first, voided }, tool, { stores })
}

/** The reason for which a grant does not hold, with the changes of its tool since it was given. */
export function changesSince(
  { grant, voided }: { grant: Grant; voided: GrantVoidReason },
  tool: Tool,
  { stores: { grants } }: Pick<HostDependencies, 'stores'>,
): { voided: GrantVoidReason; changed?: ToolChanges } {
  const kept = voided === 'tool-changed' ? readDefinition(grants.definition(grant.id)) : null
  return kept ? { voided, changed: toolChanges(kept, tool) } : { voided }
}

/** Returns the kind of decision that this grant's scope and group stand for. */
export function kindOf({ scope, group }: Grant): ToolCallDecision['kind'] {
  if (group === 'read-only') return 'allow-read-only'
  switch (scope.kind) {
    case 'chat':
      return 'allow-in-chat'
    case 'workspace':
      return 'allow-in-workspace'
    case 'always':
      return 'allow-always'
    case 'by-mode':
      return 'allow-by-mode'
  }
}

/** The scope in which the person allowed the tool beyond this call. */
export function scopeOf(
  { decision, workspaceId }: ToolApprovalAnswer,
  conversationId: string,
): GrantScope | null {
  if (decision === 'allow-in-chat') return { kind: 'chat', conversationId }
  if (decision === 'allow-in-workspace' && workspaceId !== undefined)
    return { kind: 'workspace', workspaceId }
  return decision === 'allow-always' ? { kind: 'always' } : null
}
