import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'

/** Counts what is folded, paged or closed below it, and opens it when asked to. */
interface PartsCounter {
  report: (id: string, count: number) => void
  drop: (id: string) => void
  /** Grows each time that everything is to be opened. */
  opening: number
}

const Counter = createContext<PartsCounter | null>(null)

export interface UnseenParts {
  /** Number of parts that were never opened since the card was drawn. */
  count: number
  openAll: () => void
  /** Around everything that is counted. */
  wrap: (children: ReactNode) => ReactNode
}

/** For a card whose answer lets out what it shows: nothing may go out that was not in view. */
export function useUnseenParts(): UnseenParts {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const [opening, setOpening] = useState(0)
  const counter = useMemo<PartsCounter>(
    () => ({
      opening,
      report: (id, count) =>
        setCounts((before) =>
          (before.get(id) ?? 0) === count ? before : new Map(before).set(id, count),
        ),
      drop: (id) =>
        setCounts((before) => {
          if (!before.has(id)) return before
          const after = new Map(before)
          after.delete(id)
          return after
        }),
    }),
    [opening],
  )
  let count = 0
  for (const one of counts.values()) count += one
  return {
    count,
    openAll: () => setOpening(opening + 1),
    wrap: (children) => <Counter value={counter}>{children}</Counter>,
  }
}

/** Excludes content that the answer does not let out: its folds need not be opened. */
export function ExcludeFromUnseenParts({ children }: { children: ReactNode }) {
  return <Counter value={null}>{children}</Counter>
}

/** True if a card counts the parts that are drawn here. */
export function useCountsUnseenParts(): boolean {
  return useContext(Counter) !== null
}

/**
 * Reports to the card how many parts of this one were never in view; returns a number that grows when the
 * part is to open itself. Does nothing outside of such a card.
 */
export function useUnseenPart(count: number): number {
  const id = useId()
  const counter = useContext(Counter)
  const report = counter?.report
  const drop = counter?.drop
  useLayoutEffect(() => report?.(id, count), [report, id, count])
  useLayoutEffect(() => (drop ? () => drop(id) : undefined), [drop, id])
  return counter?.opening ?? 0
}

/** A fold that counts as one part until it was open once, and opens with all others. */
export function useUnseenFold(openAtFirst: boolean, count = 1) {
  const [state, setState] = useState({ open: openAtFirst, seen: openAtFirst, opening: 0 })
  const opening = useUnseenPart(state.seen ? 0 : count)
  if (opening > state.opening) setState({ open: true, seen: true, opening })
  const setOpen = (open: boolean) => setState({ ...state, open, seen: state.seen || open })
  return { open: state.open, setOpen }
}
