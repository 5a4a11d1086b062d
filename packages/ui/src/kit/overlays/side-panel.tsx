import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface SidePanelProps {
  label: string | undefined
  closeLabel: string
  children: ReactNode
  /** With it the panel lies over the main pane, which cannot be used until the panel is closed. */
  onClose: (() => void) | undefined
}

/** The right panel: a column of its own, or over the main pane of a narrow window. */
export function SidePanel({ label, closeLabel, children, onClose }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  const isOver = onClose !== undefined
  useLayoutEffect(() => {
    if (!isOver) return undefined
    // Only from there: a dialog, or the list, keeps what it has.
    const opener = document.querySelector('main')?.querySelector<HTMLElement>(':focus')
    if (!opener) return undefined
    panel.current?.querySelector('button')?.focus()
    // The main pane takes no focus before this change of the page is done.
    return () => queueMicrotask(() => opener.focus())
  }, [isOver])
  useEffect(() => {
    const node = panel.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose?.()
    }
    node?.addEventListener('keydown', onKeyDown)
    return () => node?.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <div className={isOver ? 'absolute inset-y-0 right-0 left-rail z-20 flex' : 'contents'}>
      {isOver && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={closeLabel}
          onClick={onClose}
          className="flex-1 bg-scrim"
        />
      )}
      <aside
        ref={panel}
        aria-label={label}
        tabIndex={-1}
        className={classNames(
          'flex w-side flex-col border-l border-line bg-panel',
          isOver ? 'max-w-full shadow-3' : 'shrink-0',
        )}
      >
        {children}
      </aside>
    </div>
  )
}
