import { PanelLeft, X } from 'lucide-react'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { IconButton } from '../marks/icon-button.tsx'
import { useKit } from '../kit-labels.ts'
import { SidePanel } from '../overlays/side-panel.tsx'

interface FrameContextValue {
  listFolded: boolean
  listOpen: boolean
  setListOpen: (open: boolean) => void
  /** While the right panel lies over the main pane. */
  closeSide: (() => void) | undefined
}

const FrameContext = createContext<FrameContextValue>({
  listFolded: false,
  listOpen: false,
  setListOpen: () => undefined,
  closeSide: undefined,
})

/** Which columns are folded away, and opens or closes them over the main pane. */
function useFrame(): FrameContextValue {
  return useContext(FrameContext)
}

export interface AppLayoutProps {
  rail: ReactNode
  /** Second column; leave it out for sections without one. */
  list?: ReactNode | undefined
  /** The list stays beside the main pane down to the smallest window, unless text is larger than normal there. */
  keepsList?: boolean | undefined
  /** Accessible names of the columns, wanted with list and side. */
  listLabel?: string | undefined
  sideLabel?: string | undefined
  children: ReactNode
  /** Right panel; leave it out (or null) while it is closed. */
  side?: ReactNode | undefined
  /** Wanted with side: closes it where it lies over the main pane. */
  onCloseSide?: (() => void) | undefined
}

/**
 * The window: rail 52, list 264 (200 beside a main pane of less than 564), main, right panel 340. The list folds into
 * an overlay at 1000 px (1180 px beside an open right panel, below 640 px where `keepsList`), the right panel below
 * 880 px. Choosing a row closes the overlay.
 */
export function AppLayout(props: AppLayoutProps) {
  const { labels } = useKit()
  const { rail, list, listLabel, children, side, sideLabel, onCloseSide } = props
  const besideSide = side ? 73.75 : 62.5
  const rems = useRems()
  const narrow = rems <= (props.keepsList ? 39.99 : besideSide)
  const sideOver = rems <= 55 && Boolean(side)
  const [listOpen, setListOpen] = useState(false)
  const opener = useRef<Element | null>(null)
  const folded = narrow && Boolean(list)
  const changeListOpen = useCallback((open: boolean) => {
    if (open) opener.current = document.activeElement
    setListOpen(open)
    if (!open && opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  const closeList = useCallback(() => changeListOpen(false), [changeListOpen])
  const closeSide = sideOver ? onCloseSide : undefined
  const value = useMemo(
    () => ({
      listFolded: folded,
      listOpen: folded && listOpen,
      setListOpen: changeListOpen,
      closeSide,
    }),
    [folded, listOpen, changeListOpen, closeSide],
  )
  return (
    <FrameContext value={value}>
      <div className="relative flex h-full min-h-0 w-full overflow-hidden bg-bg text-body text-fg">
        {rail}
        {!folded && list && (
          <aside
            aria-label={listLabel}
            tabIndex={-1}
            className="flex w-list shrink-0 flex-col border-r border-line bg-panel max-[55rem]:w-[min(12.5rem,32vw)]"
          >
            {list}
          </aside>
        )}
        <main
          tabIndex={-1}
          inert={closeSide !== undefined}
          className="relative flex min-w-0 flex-1 flex-col"
        >
          {children}
        </main>
        {side && (
          <SidePanel label={sideLabel} closeLabel={labels.close} onClose={closeSide}>
            {side}
          </SidePanel>
        )}
        {folded && listOpen && (
          <ListOverlay label={listLabel} onClose={closeList}>
            {list}
          </ListOverlay>
        )}
      </div>
    </FrameContext>
  )
}

interface ListOverlayProps {
  label: string | undefined
  children: ReactNode
  onClose: () => void
}

function ListOverlay({ label, children, onClose }: ListOverlayProps) {
  const { labels } = useKit()
  const overlay = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = overlay.current
    const selected = node?.querySelector<HTMLElement>('[aria-current=true]')
    const target = selected ?? node?.querySelector<HTMLElement>('input, button')
    target?.focus()
  }, [])
  useEffect(() => {
    const node = overlay.current
    if (!node) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    const onClick = (event: MouseEvent) => {
      const isInside = event.composedPath().includes(node)
      if (isInside && event.target instanceof Element && event.target.closest('[data-list-row]'))
        onClose()
    }
    node.addEventListener('keydown', onKeyDown)
    // After the row itself was told: a list that is gone by then would have nothing chosen.
    document.addEventListener('click', onClick)
    return () => {
      node.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('click', onClick)
    }
  }, [onClose])
  return (
    <div ref={overlay} className="absolute inset-y-0 right-0 left-rail z-30 flex">
      <aside
        aria-label={label}
        className="flex h-full w-list flex-col border-r border-line bg-panel shadow-3"
      >
        {children}
      </aside>
      <button
        type="button"
        tabIndex={-1}
        aria-label={labels.close}
        onClick={onClose}
        className="flex-1 bg-scrim"
      />
    </div>
  )
}

/** The button that closes a right panel over the main pane; PaneHeader draws it by itself. */
export function SideClose() {
  const { closeSide } = useFrame()
  const { labels } = useKit()
  if (!closeSide) return null
  return <IconButton icon={X} label={labels.close} onClick={closeSide} />
}

/** The button that brings a folded list back; PaneHeader draws it by itself. */
export function ListToggle() {
  const { listFolded, listOpen, setListOpen } = useFrame()
  const { labels } = useKit()
  if (!listFolded) return null
  return (
    <IconButton
      icon={PanelLeft}
      label={labels.showList}
      aria-expanded={listOpen}
      onClick={() => setListOpen(!listOpen)}
      className="-ml-1.5"
    />
  )
}

const remsOfWindow = (): number =>
  innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Width of the window in `rem`. Those of a media query know nothing of the size of its text. */
function useRems(): number {
  const [rems, setRems] = useState(remsOfWindow)
  useEffect(() => {
    const observer = new ResizeObserver(() => setRems(remsOfWindow()))
    // The rail is as wide as some letters.
    for (const one of document.querySelectorAll('html, nav')) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return rems
}
