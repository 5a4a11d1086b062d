/**
 * Members whose value is data of a tool, a person or a model: null means something in it
 * (MCP 2025-11-25, server/tools, "Structured Content"; client/sampling; server/utilities/logging).
 */
const DATA = new Set(['structuredContent', 'input', 'data'])
/** Members that hold a JSON schema. */
const SCHEMAS = new Set(['inputSchema', 'outputSchema', 'requestedSchema'])
/** Keywords whose value is data: null is a value there (JSON Schema 2020-12, validation, 6.1, 9.2, 9.5). */
const VALUE_KEYWORDS = new Set(['default', 'const', 'examples'])
/** Keywords that hold schemas by name; the names are no keywords. */
const NAMED_SCHEMAS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
])

type Reader = (name: string, value: unknown) => unknown
type Members = Record<string, unknown>

/**
 * The value without members that are null: a server that writes null for an optional member means that it is absent.
 * Data stays as it is: `structuredContent`, `input`, log `data`, and in schemas `default`, `const`, `enum`,
 * `examples`. Returns the same value when there is nothing to omit. Recurses: only for JSON within `MESSAGE_BUDGET`.
 */
export function omitNulls(value: unknown): unknown {
  return readMembers(value, readMember)
}

/** The same for a value that is a JSON schema. */
function omitNullKeywords(schema: unknown): unknown {
  return readMembers(schema, readKeyword)
}

/** The value without members that are null, at any depth, whatever their names. */
export function omitAllNulls(value: unknown): unknown {
  return readMembers(value, (_name, member) => omitAllNulls(member))
}

function readMember(name: string, value: unknown): unknown {
  if (DATA.has(name)) return value
  return SCHEMAS.has(name) ? omitNullKeywords(value) : omitNulls(value)
}

function readKeyword(name: string, value: unknown): unknown {
  if (VALUE_KEYWORDS.has(name) || name === 'enum') return value
  if (!NAMED_SCHEMAS.has(name)) return omitNullKeywords(value)
  // A schema that is null sets no rule; its name stays known.
  return readNamed(value)
}

function readNamed(value: unknown): unknown {
  if (!isMembers(value)) return value
  let changed: Members | undefined
  for (const [name, schema] of Object.entries(value)) {
    const read = schema === null ? {} : omitNullKeywords(schema)
    if (read !== schema) (changed ??= { ...value })[name] = read
  }
  return changed ?? value
}

/** Lists keep their nulls: an entry is not a member, and its place counts. */
function readMembers(value: unknown, read: Reader): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    let changed: unknown[] | undefined
    for (const [index, item] of value.entries()) {
      const kept = readMembers(item, read)
      if (kept !== item) (changed ??= [...(value as unknown[])])[index] = kept
    }
    return changed ?? value
  }
  let changed: Members | undefined
  for (const [name, member] of Object.entries(value)) {
    const isKeptNull = member === null && VALUE_KEYWORDS.has(name) && read === readKeyword
    const kept = member === null && !isKeptNull ? undefined : read(name, member)
    if (kept === member) continue
    changed ??= { ...(value as Members) }
    if (kept === undefined) delete changed[name]
    else changed[name] = kept
  }
  return changed ?? value
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
