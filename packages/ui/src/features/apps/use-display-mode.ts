import type { AppDisplayMode } from '@gatehouse/domain/apps'
import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react'

export interface DisplayModeOfView {
  mode: AppDisplayMode
  /** Changes it, unless a question is open: nothing may stand above its card. */
  change: (mode: AppDisplayMode) => void
  /** CSS pixels of the row while the view is above it. */
  rowHeight: number | undefined
}

/** Parts of the app that a small view could cover. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/**
 * Draws a view inline, in the whole window or small above the transcript, on the same element, a popover: a frame that
 * moves in the document would load again. It returns into its row when a question or a dialog opens, or the keyboard
 * leaves a view that fills the window.
 */
export function useDisplayMode(
  home: RefObject<HTMLElement | null>,
  { isOpen, isAsking }: { isOpen: boolean; isAsking: boolean },
): DisplayModeOfView {
  const [wanted, setWanted] = useState<AppDisplayMode>('inline')
  const [rowHeight, setRowHeight] = useState<number>()
  const mode = isOpen && !isAsking ? wanted : 'inline'
  if (mode !== wanted) setWanted(mode)
  useLayoutEffect(() => {
    const element = home.current
    if (!element || mode === 'inline') return undefined
    // The top layer: rows are moved by transforms, within which nothing is fixed to the window.
    element.showPopover()
    return () => {
      if (element.matches(':popover-open')) element.hidePopover()
    }
  }, [home, mode])
  useEffect(() => {
    if (mode === 'inline') return undefined
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || home.current?.contains(target) !== false) return
      if (mode === 'fullscreen' || target.closest(OVERLAYS)) setWanted('inline')
    }
    window.addEventListener('focusin', onFocus)
    return () => window.removeEventListener('focusin', onFocus)
  }, [home, mode])
  const change = useCallback(
    (next: AppDisplayMode) => {
      if (isAsking) return
      setRowHeight((before) => (mode === 'inline' ? home.current?.offsetHeight : before))
      setWanted(next)
    },
    [home, isAsking, mode],
  )
  return { mode, change, rowHeight: mode === 'inline' ? undefined : rowHeight }
}
