import type { JsonRow } from './json-rows.ts'

/** Command of a key to a JSON tree. */
export type TreeCommand =
  | { kind: 'focus'; index: number }
  | { kind: 'toggle'; row: JsonRow }
  | { kind: 'copy'; row: JsonRow }

interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Reads a key by the tree pattern of WAI-ARIA; null leaves it to the elements around. */
export function readTreeKey(
  event: PressedKey,
  rows: readonly JsonRow[],
  current: number,
): TreeCommand | null {
  const row = rows[current]
  if (!row) return null
  if (event.ctrlKey || event.metaKey) {
    // A selection made by hand is what the person wants to copy.
    const selected = typeof getSelection === 'function' && getSelection()?.toString()
    return event.key === 'c' && !selected ? { kind: 'copy', row } : null
  }
  const focus = (index: number): TreeCommand => ({
    kind: 'focus',
    index: Math.min(rows.length - 1, Math.max(0, index)),
  })
  const toggle: TreeCommand = { kind: 'toggle', row }
  switch (event.key) {
    case 'ArrowDown':
      return focus(current + 1)
    case 'ArrowUp':
      return focus(current - 1)
    case 'Home':
      return focus(0)
    case 'End':
      return focus(rows.length - 1)
    case 'ArrowRight':
      return row.size > 0 && !row.expanded ? toggle : focus(current + 1)
    case 'ArrowLeft':
      if (row.expanded) return toggle
      return focus(rows.findLastIndex((other, at) => at < current && other.depth < row.depth))
    case 'Enter':
    case ' ':
      return toggle
    default:
      return null
  }
}
