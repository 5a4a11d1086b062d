/** One visible line of a JSON tree. */
export interface JsonRow {
  /** JSON Pointer (RFC 6901), '' for the root. */
  path: string
  depth: number
  /** Key or index in the parent; null for the root. */
  name: string | null
  value: unknown
  kind: 'object' | 'array' | 'leaf' | 'more'
  /** Number of children; of those not shown yet for 'more'. */
  size: number
  expanded: boolean
}

/** Children of one node that are shown before 'show more' is asked for. */
export const jsonPageSize = 100

export interface JsonOpenState {
  /** Paths that were opened or closed by hand. */
  toggled: ReadonlyMap<string, boolean>
  /** How many pages of a long node are shown. */
  pages: ReadonlyMap<string, number>
  expandDepth: number
}

function childrenOf(value: unknown): [string, unknown][] | null {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [String(index), item])
  if (typeof value === 'object' && value !== null) return Object.entries(value)
  return null
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Flattens what is open of a value into lines, so that keys and screen readers see one flat order. */
export function listJsonRows(root: unknown, state: JsonOpenState): JsonRow[] {
  const rows: JsonRow[] = []
  const visit = (
    value: unknown,
    at: { name: string | null; path: string; depth: number },
  ): void => {
    const { path, depth } = at
    const children = childrenOf(value)
    if (!children) {
      rows.push({ ...at, value, kind: 'leaf', size: 0, expanded: false })
      return
    }
    const kind = Array.isArray(value) ? 'array' : 'object'
    const expanded = children.length > 0 && (state.toggled.get(path) ?? depth < state.expandDepth)
    rows.push({ ...at, value, kind, size: children.length, expanded })
    if (!expanded) return
    const limit = jsonPageSize * (state.pages.get(path) ?? 1)
    for (const [key, child] of children.slice(0, limit)) {
      visit(child, { name: key, path: `${path}/${escapePointer(key)}`, depth: depth + 1 })
    }
    if (children.length > limit) {
      const size = children.length - limit
      rows.push({
        path: `${path}/…`,
        depth: depth + 1,
        name: null,
        value: path,
        kind: 'more',
        size,
        expanded: false,
      })
    }
  }
  visit(root, { name: null, path: '', depth: 0 })
  return rows
}
