import type { Grant, Tool, GrantVoidReason } from '@gatehouse/domain'
import type { Digest, GrantStore } from '../../../ports/index.ts'
import { definitionHash } from '../../tool-offers/tool-catalog.ts'
import { differInSpaceOnly, readDefinition } from '../tool-changes/tool-changes.ts'

/** The server and the tool as they are now. */
export interface CurrentDefinition {
  identity: string
  /** The tool; `null`: the server no longer has it; `undefined`: unknown. */
  tool: Tool | null | undefined
}

/** Returns the reason for which a grant no longer holds; `null` while it holds. */
export function grantVoidReason(
  grant: Grant,
  { identity, tool }: CurrentDefinition,
  deps: { digest: Digest; grants: Pick<GrantStore, 'definition'> },
): GrantVoidReason | null {
  if (grant.identity !== identity) return 'server-changed'
  if (tool === null || (tool && !isAsAllowed(grant, tool, deps))) return 'tool-changed'
  return grant.unknownCall === undefined ? null : 'outcome-unknown'
}

/** White space in a description changes nothing that was allowed; anything else may. */
function isAsAllowed(
  { id, definitionHash: allowed }: Grant,
  tool: Tool,
  { digest, grants }: Parameters<typeof grantVoidReason>[2],
): boolean {
  if (allowed === definitionHash(tool, digest)) return true
  const kept = readDefinition(grants.definition(id))
  return kept !== null && differInSpaceOnly(kept, tool)
}
