import type { Tool } from '@gatehouse/domain'
import type { HostDependencies } from '../../../dependencies.ts'
import type { GrantStore } from '../../../ports/index.ts'
import { definitionText } from '../../tool-offers/tool-catalog.ts'
import { readDefinition, withoutSpaces } from './tool-changes.ts'

/** Grants of one server that are looked at. */
const MAX_COMPARED = 500
/** Digests that are remembered. */
const MAX_KNOWN = 5000

interface Dependencies {
  grants: Pick<GrantStore, 'tools' | 'definition'>
  digest: HostDependencies['digest']
}

/** Finds tools that the person allowed under another name; each definition is read once. */
export class RenamedTools {
  readonly #deps: Dependencies
  readonly #offered = new WeakMap<Tool, string>()
  /** By grant, whose definition changes at most in white space; `null`: it cannot be read. */
  readonly #allowed = new Map<string, string | null>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * The name under which the person allowed a tool of this server that is the same but for its name: a tool
   * that is renamed, or offered twice, is none that no one knows. `null`: none.
   */
  find(tool: Tool, serverId: string): string | null {
    const names = new Set<string>()
    for (const { id, toolName } of this.#deps.grants.tools(serverId, MAX_COMPARED)) {
      if (toolName === tool.name || names.has(toolName)) continue
      names.add(toolName)
      if (this.#bodyOfGrant(id) === this.#bodyOf(tool)) return toolName
    }
    return null
  }

  #bodyOf(tool: Tool): string {
    const body = this.#offered.get(tool) ?? this.#deps.digest.sha256(bodyText(tool))
    this.#offered.set(tool, body)
    return body
  }

  #bodyOfGrant(id: string): string | null {
    const known = this.#allowed.get(id)
    if (known !== undefined) return known
    const kept = readDefinition(this.#deps.grants.definition(id))
    const body = kept && this.#deps.digest.sha256(bodyText(kept))
    if (this.#allowed.size >= MAX_KNOWN) this.#allowed.clear()
    this.#allowed.set(id, body)
    return body
  }
}

/** All of a definition but what it is called. */
function bodyText(tool: Tool): string {
  const { title: _title, annotations = {}, ...rest } = withoutSpaces(tool)
  const { title: _claimed, ...hints } = annotations
  return definitionText({ ...rest, annotations: hints, name: '-' })
}
