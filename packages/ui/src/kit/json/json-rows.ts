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
  /** Number of pages of a long node that are shown. */
  pages: ReadonlyMap<string, number>
  expandDepth: number
  /** Children of a node on one page; a hundred unless given. */
  pageSize?: number
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
    const limit = (state.pageSize ?? jsonPageSize) * (state.pages.get(path) ?? 1)
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

/** Lines of a value that is open everywhere; counts no further than `limit`. */
export function countJsonRows(root: unknown, limit: number): number {
  let count = 0
  const open = [root]
  while (open.length > 0 && count < limit) {
    count += 1
    for (const [, child] of childrenOf(open.pop()) ?? []) open.push(child)
  }
  return count + open.length
}

/** Number of pages of each path that were in view at some time. */
export type SeenPages = ReadonlyMap<string, number>

/** The containers that are open in these lines, with as many pages as were drawn, added to `seen`. */
export function addSeen(seen: SeenPages, rows: readonly JsonRow[], pages: SeenPages): SeenPages {
  let next: Map<string, number> | undefined
  for (const row of rows) {
    if (!row.expanded) continue
    const drawn = pages.get(row.path) ?? 1
    if ((next ?? seen).get(row.path) === undefined || ((next ?? seen).get(row.path) ?? 0) < drawn)
      next = (next ?? new Map(seen)).set(row.path, drawn)
  }
  return next ?? seen
}

/** Values (leaves, and containers without children) that were never in view. */
export function countUnseenValues(root: unknown, seen: SeenPages): number {
  let count = 0
  const open = [{ value: root, path: '', hidden: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, hidden } = next
    const children = childrenOf(value)
    if (!children || children.length === 0) {
      if (hidden) count += 1
      continue
    }
    const drawn = hidden ? 0 : (seen.get(path) ?? 0) * jsonPageSize
    for (const [index, [key, child]] of children.entries())
      open.push({
        value: child,
        path: hidden ? '' : `${path}/${escapePointer(key)}`,
        hidden: hidden || index >= drawn,
      })
  }
  return count
}
