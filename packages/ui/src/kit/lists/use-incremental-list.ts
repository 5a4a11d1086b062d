import { useState } from 'react'
import { useUnseenPart } from '../text/unseen-parts.tsx'

export interface IncrementalList {
  /** Number of shown items. */
  shown: number
  /** Number of items that the next press adds; 0 when all are shown. */
  next: number
  left: number
  more: () => void
  /** Shows at least as much as this place of the list. */
  showTo: (index: number) => void
}

interface StepSizes {
  first: number
  step: number
}

/** Shows a long list a stretch at a time, so that its length costs nothing. */
export function useIncrementalList(total: number, { first, step }: StepSizes): IncrementalList {
  const [wanted, setWanted] = useState(first)
  const shown = Math.min(total, wanted)
  const left = total - shown
  return {
    shown,
    left,
    next: Math.min(step, left),
    more: () => setWanted(shown + step),
    showTo: (index) => setWanted(Math.max(shown, index + 1)),
  }
}

/** The same where a person decides on the list: what is left counts as unseen, and opens with the rest. */
export function useSeenIncrementalList(total: number, { first, step }: StepSizes): IncrementalList {
  const [{ wanted, opened }, setState] = useState({ wanted: first, opened: 0 })
  const shown = Math.min(total, wanted)
  const left = total - shown
  const opening = useUnseenPart(left)
  if (opening > opened) setState({ wanted: shown + 2 * step, opened: opening })
  const show = (count: number) => setState({ wanted: Math.max(shown, count), opened })
  return {
    shown,
    left,
    next: Math.min(step, left),
    more: () => show(shown + step),
    showTo: (index) => show(index + 1),
  }
}
