import type { Tool } from '@gatehouse/domain'
import type { GrantStore } from '../ports/index.ts'
import { definitionText } from './tool-catalog.ts'
import { readDefinition, withoutSpaces } from './tool-changes.ts'

/** Grants of one server that are looked at. */
const MAX_COMPARED = 500

/**
 * The name under which the person allowed a tool of this server that is the same but for its name: a tool
 * that is renamed, or offered twice, is none that nobody knows. `null`: none.
 */
export function findFormerTool(
  tool: Tool,
  serverId: string,
  grants: Pick<GrantStore, 'list' | 'definition'>,
): string | null {
  const own = bodyOf(tool)
  const names = new Set<string>()
  for (const grant of grants.list().slice(0, MAX_COMPARED)) {
    if (grant.serverId !== serverId || grant.toolName === tool.name || names.has(grant.toolName))
      continue
    names.add(grant.toolName)
    const kept = readDefinition(grants.definition(grant.id))
    if (kept && bodyOf(kept) === own) return grant.toolName
  }
  return null
}

/** All of a definition but what it is called. */
function bodyOf(tool: Tool): string {
  const { title: _title, annotations = {}, ...rest } = withoutSpaces(tool)
  const { title: _claimed, ...hints } = annotations
  return definitionText({ ...rest, annotations: hints, name: '-' })
}
