import type { JsonObject, JsonValue } from '@gatehouse/domain'

const KEY = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const TYPES = new Set(['string', 'integer', 'boolean'])

/**
 * Returns the reason for which a tool's `x-mcp-header` annotations are invalid, or `undefined`. A client must not
 * offer such a tool over HTTP in the modern era (MCP 2026-07-28, "Custom headers from tool parameters").
 */
export function invalidHeaderParameter(inputSchema: JsonObject): string | undefined {
  const names = new Set<string>()
  return visit(inputSchema, { reachable: true, top: true }, names)
}

/** True if a call of the tool mirrors any argument into a header. */
export function hasHeaderParameters(inputSchema: JsonObject): boolean {
  return JSON.stringify(inputSchema).includes(`"${KEY}":`)
}

function visit(
  node: JsonValue,
  place: { reachable: boolean; top: boolean },
  names: Set<string>,
): string | undefined {
  if (Array.isArray(node)) return visitAll(node, names)
  if (node === null || typeof node !== 'object') return undefined
  const fault = KEY in node ? judge(node, place, names) : undefined
  if (fault !== undefined) return fault
  for (const [key, child] of Object.entries(node)) {
    if (key === 'properties' && isObject(child)) {
      const found = visitProperties(child, place.reachable, names)
      if (found !== undefined) return found
    } else if (!['const', 'enum', 'default', 'examples'].includes(key)) {
      const found = visit(child, { reachable: false, top: false }, names)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function visitProperties(
  properties: JsonObject,
  reachable: boolean,
  names: Set<string>,
): string | undefined {
  for (const child of Object.values(properties)) {
    const found = visit(child, { reachable, top: false }, names)
    if (found !== undefined) return found
  }
  return undefined
}

function visitAll(nodes: JsonValue[], names: Set<string>): string | undefined {
  for (const node of nodes) {
    const found = visit(node, { reachable: false, top: false }, names)
    if (found !== undefined) return found
  }
  return undefined
}

function judge(
  node: JsonObject,
  place: { reachable: boolean; top: boolean },
  names: Set<string>,
): string | undefined {
  const name = node[KEY]
  if (!place.reachable || place.top) return `${KEY} stands where it is not allowed`
  if (typeof name !== 'string' || !TOKEN.test(name)) return `${KEY} is not a header name`
  if (typeof node['type'] !== 'string' || !TYPES.has(node['type']))
    return `${KEY} "${name}" is on a property that is not a string, integer or boolean`
  if (names.has(name.toLowerCase())) return `${KEY} "${name}" is used twice`
  names.add(name.toLowerCase())
  return undefined
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
