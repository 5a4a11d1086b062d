import { canonicalJson, isVisibleToModel, toolDisplayName, type Tool } from '@gatehouse/domain'
import { isToolOff, type ChatSetup } from '@gatehouse/domain/chats'
import type { Digest, ModelTool } from '../../ports/index.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'

const MAX_NAME = 64
/** Enough that no one finds two names with the same one. */
const HASH_LENGTH = 16
const ENDS_IN_HASH = /_[0-9a-f]{16}$/

export interface CatalogEntry {
  modelName: string
  server: ManagedServer
  /** The identity of the server when its tools were offered. */
  identity: string
  tool: Tool
  /** The tool as it is offered to a model. */
  offered: ModelTool
}

/** The tools of one model step, and the two-way map between their names. */
export interface ToolCatalog {
  tools: ModelTool[]
  /** In the same order. */
  entries: readonly CatalogEntry[]
  find(modelName: string): CatalogEntry | undefined
}

/**
 * Names are `server__tool`, at most 64 characters of `[A-Za-z0-9_-]`, with a server's name in which the
 * first `__` cannot be mistaken. Whatever does not fit gets a hash of both names, so that a name never
 * depends on the order or on other servers, and no two tools have the same.
 */
export function createToolCatalog(
  servers: ManagedServer[],
  digest: Digest,
  setup: ChatSetup = {},
): ToolCatalog {
  const entries = new Map<string, CatalogEntry>()
  for (const server of servers) {
    const { identity } = server
    for (const tool of server.tools()) {
      const named = { serverId: server.config.id, tool: tool.name }
      if (!isVisibleToModel(tool) || isToolOff(setup, named)) continue
      const modelName = modelToolName(server.config.name, tool.name, digest)
      const offered: ModelTool = {
        name: modelName,
        description: tool.description ?? `${toolDisplayName(tool)} (${server.config.name})`,
        inputSchema: tool.inputSchema,
      }
      entries.set(modelName, { modelName, server, identity, tool, offered })
    }
  }
  const ordered = [...entries.values()].sort((a, b) => (a.modelName < b.modelName ? -1 : 1))
  return {
    tools: ordered.map(({ offered }) => offered),
    entries: ordered,
    find: (modelName) => entries.get(modelName),
  }
}

export function modelToolName(serverName: string, toolName: string, digest: Digest): string {
  const clean = (text: string): string => text.replace(/[^A-Za-z0-9_-]+/g, '_')
  const full = `${serverName}__${toolName}`
  const name = clean(full)
  const isClear = !serverName.includes('__') && !serverName.endsWith('_')
  const fits = name === full && name.length <= MAX_NAME && !ENDS_IN_HASH.test(name)
  if (isClear && fits) return name
  const hash = digest.sha256(JSON.stringify([serverName, toolName])).slice(0, HASH_LENGTH)
  return `${name.slice(0, MAX_NAME - HASH_LENGTH - 1)}_${hash}`
}

/** Each definition is hashed once: it may be a megabyte, and each call compares it several times. */
const hashes = new WeakMap<Digest, WeakMap<Tool, string>>()

/** The hash that a grant is bound to: of everything in a tool's definition that a person may have relied on. */
export function definitionHash(tool: Tool, digest: Digest): string {
  const known = hashes.get(digest) ?? new WeakMap<Tool, string>()
  hashes.set(digest, known)
  const hash = known.get(tool) ?? digest.sha256(definitionText(tool))
  known.set(tool, hash)
  return hash
}

/** The text that is hashed. */
export function definitionText(tool: Tool): string {
  // How a call is carried out does not change what it does. What `_meta` holds may: views, templates.
  const { taskSupport: _taskSupport, ...definition } = tool
  return canonicalJson(definition)
}
