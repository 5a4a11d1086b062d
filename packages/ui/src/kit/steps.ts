import { useState } from 'react'

export interface Steps {
  /** How many are shown now. */
  shown: number
  /** How many more the next press shows; 0 when all are. */
  next: number
  left: number
  more: () => void
}

interface StepSizes {
  first: number
  step: number
}

/** Shows a long list a stretch at a time, so that its length costs nothing. */
export function useSteps(total: number, { first, step }: StepSizes): Steps {
  const [wanted, setWanted] = useState(first)
  const shown = Math.min(total, wanted)
  const left = total - shown
  return { shown, left, next: Math.min(step, left), more: () => setWanted(shown + step) }
}
