import { useCallback } from 'react'
import { useUi, useUiStore } from '../ui-store.tsx'

/**
 * As `useState`, for what a person fills in: kept in this window under a place of its own, so that it is
 * there again after other tabs and sections. `undefined` until something is kept, and once it is forgotten.
 */
export function useRetainedState<Value>(
  place: string,
): [Value | undefined, (next: Value | undefined) => void] {
  const store = useUiStore()
  const value = useUi((ui) => ui.kept[place]) as Value | undefined
  const keep = useCallback(
    (next: Value | undefined) => store.getState().keep(place, next),
    [store, place],
  )
  return [value, keep]
}
