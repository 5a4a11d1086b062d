import { isSpecType } from '@modelcontextprotocol/client'

/** `_meta` key of the server's own result on its way through the client; never sent. */
const GIVEN = 'gatehouse/given-result'

/**
 * A result as the server sent it. A server writes JSON, and no JSON is an instance of this: what it puts under the
 * key itself is not read.
 */
class Given {
  readonly result: Members

  constructor(result: Members) {
    this.result = result
  }

  /** In a text, such as an error of the client, it has no place: the server never sent it. */
  toJSON(): undefined {
    return undefined
  }
}

type Members = Record<string, unknown>

/** MCP 2026-07-28, caching: lists and contents carry it; older servers and many newer ones do not. */
const NOT_CACHED = { ttlMs: 0, cacheScope: 'private' }

/** The least that the client accepts as the result of a request that the host reads by itself. */
const LEAST: Record<string, Members> = {
  'tools/list': { tools: [], ...NOT_CACHED },
  'tools/call': { content: [] },
  'prompts/list': { prompts: [], ...NOT_CACHED },
  'prompts/get': { messages: [] },
  'resources/list': { resources: [], ...NOT_CACHED },
  'resources/templates/list': { resourceTemplates: [], ...NOT_CACHED },
  'resources/read': { contents: [], ...NOT_CACHED },
  'completion/complete': { completion: { values: [] } },
}

/**
 * A result in the form that the SDK's client accepts: its schemas reject a whole result for one member, while the
 * host reads member by member ({@link givenResult}). A result without `resultType` is complete (MCP 2026-07-28,
 * basic, "Results"); a result that asks for input is left to the client.
 */
export function adaptResult(method: string, result: Members): Members {
  const { resultType = 'complete' } = result
  const isTask = resultType === 'task' && method === 'tools/call'
  if (resultType !== 'complete' && !isTask) return result
  const least = Object.hasOwn(LEAST, method) ? LEAST[method] : undefined
  if (method === 'resources/read' && isSpecType.ReadResourceResult(result))
    return { ...NOT_CACHED, resultType, ...result }
  if (least) return { resultType: 'complete', ...least, _meta: { [GIVEN]: new Given(result) } }
  return { resultType, ...(method === 'initialize' ? usableInitialize(result) : result) }
}

/** The result as the server sent it, of a response that {@link adaptResult} adapted; otherwise the response itself. */
export function givenResult(response: Members): Members {
  const { _meta } = response
  const given = isMembers(_meta) ? _meta[GIVEN] : undefined
  return given instanceof Given ? given.result : response
}

/** `InitializeResult` without the members that cannot be used; the revision is never replaced. */
function usableInitialize(result: Members): Members {
  if (isSpecType.InitializeResult(result)) return result
  const { protocolVersion, capabilities, serverInfo, instructions } = result
  return {
    protocolVersion,
    capabilities: usableCapabilities(capabilities),
    serverInfo: usableServerInfo(serverInfo),
    ...(typeof instructions === 'string' ? { instructions } : {}),
  }
}

/** `DiscoverResult` (MCP 2026-07-28, server/discover) without the members that cannot be used. */
export function usableDiscover(result: Members): Members {
  const given = { ...NOT_CACHED, resultType: 'complete', ...result }
  if (isSpecType.DiscoverResult(given)) return given
  const { supportedVersions, capabilities, serverInfo, instructions } = result
  const versions = Array.isArray(supportedVersions)
    ? supportedVersions.filter((version) => typeof version === 'string')
    : []
  return {
    ...NOT_CACHED,
    resultType: 'complete',
    supportedVersions: versions,
    capabilities: usableCapabilities(capabilities),
    ...(isMembers(serverInfo) ? { serverInfo: usableServerInfo(serverInfo) } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
  }
}

/** A capability that is only named, as by `true`, has no details. */
function usableCapabilities(capabilities: unknown): Members {
  if (!isMembers(capabilities)) return {}
  const usable = Object.entries(capabilities).flatMap(([name, capability]): [string, Members][] => {
    if (capability === true) return [[name, {}]]
    if (!isMembers(capability)) return []
    const whole = { [name]: capability }
    return [[name, isSpecType.ServerCapabilities(whole) ? capability : flagsOf(capability)]]
  })
  return Object.fromEntries(usable)
}

function flagsOf(capability: Members): Members {
  return Object.fromEntries(Object.entries(capability).filter(([, flag]) => flag === true))
}

/** A server without a name is shown without one. */
function usableServerInfo(info: unknown): Members {
  const { name, version, title, description } = isMembers(info) ? info : {}
  return {
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
