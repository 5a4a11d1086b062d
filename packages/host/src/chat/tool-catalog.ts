import { canonicalJson, toolDisplayName, type Tool } from '@gatehouse/domain'
import type { Digest, ModelTool } from '../ports/index.ts'
import type { ManagedServer } from '../servers/managed-server.ts'

const MAX_NAME = 64
const HASH_LENGTH = 8

export interface CatalogEntry {
  modelName: string
  server: ManagedServer
  tool: Tool
}

/** The tools of one model step, and the two-way map between their names. */
export interface ToolCatalog {
  tools: ModelTool[]
  find(modelName: string): CatalogEntry | undefined
}

/**
 * Names are `server__tool`, at most 64 characters of `[A-Za-z0-9_-]`. Whatever does not fit gets a hash
 * of the full name, so that a name never depends on the order or on other servers.
 */
export function createToolCatalog(servers: ManagedServer[], digest: Digest): ToolCatalog {
  const entries = new Map<string, CatalogEntry>()
  for (const server of servers)
    for (const tool of server.tools()) {
      const modelName = modelToolName(server.config.name, tool.name, digest)
      entries.set(modelName, { modelName, server, tool })
    }
  const ordered = [...entries.values()].sort((a, b) => (a.modelName < b.modelName ? -1 : 1))
  return {
    tools: ordered.map(({ modelName, server, tool }) => ({
      name: modelName,
      description: tool.description ?? `${toolDisplayName(tool)} (${server.config.name})`,
      inputSchema: tool.inputSchema,
    })),
    find: (modelName) => entries.get(modelName),
  }
}

export function modelToolName(serverName: string, toolName: string, digest: Digest): string {
  const clean = (text: string): string => text.replace(/[^A-Za-z0-9_-]+/g, '_')
  const full = `${serverName}__${toolName}`
  const name = clean(full)
  if (name === full && name.length <= MAX_NAME) return name
  const hash = digest.sha256(full).slice(0, HASH_LENGTH)
  return `${name.slice(0, MAX_NAME - HASH_LENGTH - 1)}_${hash}`
}

/** What a grant is bound to: everything of a tool's definition that a person may have relied on. */
export function definitionHash(tool: Tool, digest: Digest): string {
  // How a call is carried out says nothing of what it does.
  const { _meta, taskSupport: _taskSupport, ...definition } = tool
  return digest.sha256(canonicalJson(definition))
}
