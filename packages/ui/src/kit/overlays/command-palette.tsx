import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { Fragment, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { popupItem } from '../fields/control-styles.ts'
import { Icon } from '../marks/icon.tsx'
import { Kbd } from '../marks/kbd.tsx'
import { useKit } from '../kit-labels.ts'
import { HighlightedMatch } from '../lists/highlighted-match.tsx'
import { filterPalette, type PaletteGroup, type PaletteItem } from './palette-items.ts'
import { HueMark } from '../marks/server-name.tsx'

export interface PaletteSearchProps {
  onOpenChange: (open: boolean) => void
  groups: readonly PaletteGroup[]
  /** Accessible name of the dialog. */
  label: string
  placeholder: string
  /** For items that come from elsewhere as one types (search across chats). */
  onQueryChange?: ((query: string) => void) | undefined
  /** No items are on their way; without it so when none come from elsewhere. */
  isWhole?: boolean | undefined
  /** Text typed before the field was there. */
  initialQuery?: string | undefined
  footer?: ReactNode | undefined
}

export interface CommandPaletteProps extends PaletteSearchProps {
  open: boolean
}

interface BaseGroup {
  value: string
  items: PaletteItem[]
}

/** Items that are drawn at a time; typing finds the others. */
const MAX_SHOWN = 100
function PaletteRow({
  item,
  query,
  onPick,
}: {
  item: PaletteItem
  query: string
  onPick: (item: PaletteItem) => void
}) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => onPick(item)}
      className={classNames(popupItem, 'min-h-8 text-fg')}
    >
      {item.icon && <Icon icon={item.icon} className="text-fg-2" />}
      {item.hue !== undefined && <HueMark hue={item.hue} />}
      <span
        className={classNames('min-w-0 truncate', item.description ? 'w-2/5 shrink-0' : 'flex-1')}
      >
        <HighlightedMatch text={item.label} query={query} />
      </span>
      {item.description && (
        <span className="min-w-0 flex-1 truncate text-small text-fg-3">
          <HighlightedMatch text={item.description} query="" />
        </span>
      )}
      {item.facts && <span className="shrink-0 text-small text-fg-3">{item.facts}</span>}
      {item.detail && (
        <span className="truncate text-small text-fg-3">
          <HighlightedMatch text={item.detail} query="" />
        </span>
      )}
      {item.keys && <Kbd keys={item.keys} />}
    </Autocomplete.Item>
  )
}

/** A palette whose items are there before it is opened. */
export function CommandPalette({ open, ...search }: CommandPaletteProps) {
  const { onOpenChange, onQueryChange, label } = search
  return (
    <PaletteDialog
      {...{ open, onOpenChange, label }}
      onClosed={onQueryChange && (() => onQueryChange(''))}
    >
      <PaletteSearch {...search} />
    </PaletteDialog>
  )
}

interface PaletteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed?: (() => void) | undefined
  label: string
  /** A `PaletteSearch`, made when it is opened. */
  children: ReactNode
}

/** The place of a palette over the window. */
export function PaletteDialog({
  open,
  onOpenChange,
  onClosed,
  label,
  children,
}: PaletteDialogProps) {
  const { labels } = useKit()
  // It can be opened again before its closing is over, and is a new one then.
  const [openings, setOpenings] = useState(0)
  const [wasOpen, setWasOpen] = useState(open)
  const popup = useRef<HTMLDivElement>(null)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpenings(openings + 1)
  }
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="motion-fade fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center px-6 pt-[12vh] pb-6">
          <BaseDialog.Popup
            ref={popup}
            initialFocus={() => focusField(popup.current)}
            onKeyDownCapture={open ? undefined : dropKey}
            aria-label={label}
            className="motion-popup flex max-h-[min(26rem,100%)] w-full max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-card shadow-3 outline-none"
          >
            <Fragment key={openings}>{children}</Fragment>
            <BaseDialog.Close className="sr-only">{labels.close}</BaseDialog.Close>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** At once: keys of the next frame would still go to the field that had the focus. */
function focusField(popup: HTMLElement | null): boolean {
  const field = popup?.querySelector('input')
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
  return true
}

/** The field has the focus until its closing has been drawn; only what is the window's own still counts. */
function dropKey(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

/** The groups that the list is given are what fits; it must leave out nothing more. */
const isAlreadyFiltered = (): boolean => true

/** The field, and what it finds of `groups`. */
export function PaletteSearch(props: PaletteSearchProps) {
  const { onOpenChange, groups, label, placeholder, onQueryChange, footer } = props
  // What is searched for elsewhere is on its way while one types.
  const { isWhole = onQueryChange === undefined } = props
  const { labels } = useKit()
  const [query, setQuery] = useState(props.initialQuery ?? '')
  const items = useMemo<BaseGroup[]>(
    () =>
      filterPalette(groups, query, isWhole).map((group) => ({
        value: group.label,
        items: [...group.items],
      })),
    [groups, query, isWhole],
  )
  const change = (next: string) => {
    setQuery(next)
    onQueryChange?.(next)
  }
  const isPicked = useRef(false)
  const pick = (item: PaletteItem) => {
    if (isPicked.current) return
    isPicked.current = true
    onOpenChange(false)
    item.onSelect()
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={items}
      value={query}
      onValueChange={(next, details) => details.reason !== 'item-press' && change(next)}
      filter={isAlreadyFiltered}
      limit={MAX_SHOWN}
      itemToStringValue={(item: PaletteItem) => item.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 px-3.5">
        <Icon icon={Search} className="text-fg-3" />
        <Autocomplete.Input
          aria-label={label}
          placeholder={placeholder}
          className="h-11 w-full min-w-0 bg-transparent text-title text-fg outline-none"
        />
        <Kbd keys="Escape" />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Autocomplete.Empty>
          <div className="px-4 py-6 text-center text-note text-fg-3">{labels.noMatches}</div>
        </Autocomplete.Empty>
        <Autocomplete.List className="scroll-py-1 p-1.5 empty:p-0">
          {(group: BaseGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-small font-medium text-fg-3 select-none">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: PaletteItem) => (
                  <PaletteRow key={item.id} item={item} query={query} onPick={pick} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
      {items.reduce((sum, group) => sum + group.items.length, 0) > MAX_SHOWN && (
        <div className="border-t border-line px-3.5 py-1.5 text-small text-fg-3">
          {labels.typeToFind(MAX_SHOWN)}
        </div>
      )}
      {footer && (
        <div className="border-t border-line bg-sunken px-3.5 py-2 text-small text-fg-3">
          {footer}
        </div>
      )}
    </Autocomplete.Root>
  )
}
