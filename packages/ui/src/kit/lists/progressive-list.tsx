import { useEffect, useState, type ReactNode } from 'react'
import { useUnseenPart } from '../text/unseen-parts.tsx'

export interface ProgressiveListItem {
  key: string
  /** Cost of drawing it, in characters of plain text. */
  size: number
  /** Stays the same element as long as it shows the same. */
  drawn: ReactNode
}

/** Characters that a window draws without being felt to stop. */
const AT_ONCE = 24_000

/**
 * A long list, drawn part after part with a pause in which the window stays responsive. On a card or window that
 * lets out what it shows, what is not drawn yet counts as unseen.
 */
export function ProgressiveList({ items }: { items: readonly ProgressiveListItem[] }) {
  const [state, setState] = useState(() => ({ shown: nextEnd(items, 0), opening: 0 }))
  const left = Math.max(0, items.length - state.shown)
  const opening = useUnseenPart(left)
  if (opening > state.opening) setState({ shown: items.length, opening })
  useEffect(() => {
    if (left === 0) return undefined
    // A frame for what was drawn, and a turn for keys and clicks.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setState((at) => ({ ...at, shown: nextEnd(items, at.shown) })))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [items, left])
  return items.slice(0, state.shown).map(({ key, drawn }) => <Drawn key={key}>{drawn}</Drawn>)
}

function Drawn({ children }: { children: ReactNode }) {
  return children
}

function nextEnd(items: readonly ProgressiveListItem[], from: number): number {
  let end = from
  let size = 0
  while (end < items.length && (end === from || size < AT_ONCE)) {
    size += items[end]?.size ?? 0
    end += 1
  }
  return end
}
