import type { SimilarTool, Tool } from '@gatehouse/domain'
import { confusableKeys } from '@gatehouse/domain/text'
import type { ManagedServer } from '../../../servers/managed-server.ts'

/** Results that are listed, and tools that are compared at a time. */
const MAX_FOUND = 5
const MAX_COMPARED = 20_000

type Offering = Pick<ManagedServer, 'config' | 'tools'>

/** Each name is looked at once: a list may have thousands. */
const known = new WeakMap<Tool, readonly string[]>()

function looks(tool: Tool): readonly string[] {
  const found = known.get(tool) ?? confusableKeys(tool.name)
  known.set(tool, found)
  return found
}

/** The tools of servers by what their names look like. */
export class ToolNames {
  readonly #found = new Map<string, { serverId: string; tool: SimilarTool }[]>()

  constructor(servers: Iterable<Offering>) {
    let left = MAX_COMPARED
    for (const server of servers) {
      const { id, name } = server.config
      for (const tool of server.tools().slice(0, left)) {
        left -= 1
        const entry = { serverId: id, tool: { serverName: name, toolName: tool.name } }
        for (const look of looks(tool)) {
          const same = this.#found.get(look)
          if (same) same.push(entry)
          else this.#found.set(look, [entry])
        }
      }
    }
  }

  /** Tools of other servers whose name is the same, or looks like it. */
  similar(serverId: string, tool: Tool): SimilarTool[] {
    const all = looks(tool).flatMap((look) => this.#found.get(look) ?? [])
    const others = new Set(all.filter((one) => one.serverId !== serverId).map((one) => one.tool))
    return [...others].slice(0, MAX_FOUND)
  }
}

interface Listed {
  serverName: string
  tools: readonly Tool[]
}

function isSameList(one: Listed, other: Listed | undefined): boolean {
  return one.tools === other?.tools && one.serverName === other.serverName
}

/**
 * The names of all servers, built again only when a list of tools or a server's name changes: many calls ask for
 * them at once.
 */
export class LatestToolNames {
  #lists: readonly Listed[] = []
  #names = new ToolNames([])

  of(servers: readonly Offering[]): ToolNames {
    const lists = servers
      .map((server) => ({ serverName: server.config.name, tools: server.tools() }))
      .filter(({ tools }) => tools.length > 0)
    const isSame =
      lists.length === this.#lists.length &&
      lists.every((list, at) => isSameList(list, this.#lists[at]))
    if (!isSame) this.#names = new ToolNames(servers)
    this.#lists = lists
    return this.#names
  }
}

/** The tools of one server that look like those of others. */
export function similarTools(
  serverId: string,
  servers: readonly Offering[],
): { toolName: string; others: SimilarTool[] }[] {
  const names = new ToolNames(servers)
  const own = servers.find(({ config }) => config.id === serverId)
  return (own?.tools() ?? []).flatMap((tool) => {
    const others = names.similar(serverId, tool)
    return others.length > 0 ? [{ toolName: tool.name, others }] : []
  })
}
