import { useState, type ReactNode } from 'react'
import { countJsonRows } from './json-rows.ts'
import { ExcludeFromUnseenParts, useUnseenPart } from '../text/unseen-parts.tsx'

/** Beyond so many lines "open all" shows the raw text: a tree of them would hold up the window. */
const MAX_OPEN_ROWS = 1000

/**
 * A value as a tree or as raw text, which is always whole: once it was shown, nothing below is unseen.
 * `counted` goes around the tree.
 */
export function useRawView(value: unknown) {
  const [state, setState] = useState({ value, raw: false, seen: false, opening: 0 })
  const seen = state.seen && state.value === value
  const opening = useUnseenPart(0)
  if (opening > state.opening) {
    const isLarge = countJsonRows(value, MAX_OPEN_ROWS) >= MAX_OPEN_ROWS
    setState({ value, raw: isLarge || state.raw, seen: isLarge || seen, opening })
  }
  return {
    raw: state.raw,
    setRaw: (raw: boolean) => setState({ ...state, value, raw, seen: seen || raw }),
    counted: (tree: ReactNode): ReactNode =>
      seen ? <ExcludeFromUnseenParts>{tree}</ExcludeFromUnseenParts> : tree,
  }
}
