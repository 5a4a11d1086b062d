import { useEffect, useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { popupBox, popupItem } from './control-styles.ts'
import { Icon } from '../marks/icon.tsx'
import { HighlightedMatch } from '../lists/highlighted-match.tsx'
import type { PaletteGroup, PaletteItem } from '../overlays/palette-items.ts'
import { hueCount, ServerName } from '../marks/server-name.tsx'

export interface OptionListProps {
  /** Id of the listbox: the field that has the focus names it in `aria-controls`. */
  id: string
  label: string
  groups: readonly PaletteGroup[]
  /** Id of the item that the keys of the field act on. */
  activeId: string | undefined
  /** The typed query: marked in the names. */
  query: string
  onActive: (item: PaletteItem) => void
  /** Instead of the list: nothing fits, or it is on its way. */
  empty?: ReactNode | undefined
  footer?: ReactNode | undefined
  className?: string | undefined
  style?: CSSProperties | undefined
}

/**
 * Id of a row by its item, for `aria-activedescendant`: another row that comes to the same place is another
 * id, so that it is read out. White space, which no id may have, is written as its code.
 */
export function optionId(listId: string, itemId: string): string {
  const word = itemId.replaceAll(/[\s_]/g, (character) => `_${character.charCodeAt(0)}_`)
  return `${listId}-option-${word}`
}

/**
 * A list over a field that keeps the focus: the field receives the keys and shows with `activeId` which row they
 * act on. A press on a row takes it and leaves the focus where it is.
 */
export function OptionList(props: OptionListProps) {
  const { id, label, groups, activeId, query, onActive, empty, footer, className, style } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeId === undefined) return
    const row = list.current?.querySelector('[aria-selected=true]')
    // A first row comes with its heading.
    if (row?.matches('[role=group]:first-child > :nth-child(2)')) list.current?.scrollTo({ top: 0 })
    else row?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const itemAt = ({ target }: MouseEvent): PaletteItem | undefined => {
    const row = target instanceof Element ? target.closest('[data-item]') : null
    const itemId = row?.getAttribute('data-item')
    return groups.flatMap(({ items }) => items).find((one) => one.id === itemId)
  }
  return (
    <div
      role="presentation"
      // The field keeps the focus, also where the list is scrolled by its bar.
      onMouseDown={(event) => event.preventDefault()}
      // Not on entering: a row that is scrolled under the pointer was not chosen by it.
      onMouseMove={(event) => {
        const item = itemAt(event)
        if (item && item.id !== activeId) onActive(item)
      }}
      onClick={(event) => itemAt(event)?.onSelect()}
      style={style}
      className={classNames(popupBox, 'flex flex-col overflow-hidden', className)}
    >
      {empty && <div className="px-3.5 py-3 text-note text-fg-3">{empty}</div>}
      <div
        ref={list}
        role="listbox"
        id={id}
        aria-label={label}
        tabIndex={-1}
        className="min-h-0 scroll-py-1 overflow-y-auto p-1.5 outline-none empty:p-0"
      >
        {groups.map(({ label: heading, items }, group) => (
          <Group
            key={items[0]?.id ?? heading}
            id={`${id}-group-${group}`}
            heading={heading}
            items={items}
          >
            {(item) => (
              <Row
                key={item.id}
                id={optionId(id, item.id)}
                item={item}
                query={query}
                active={item.id === activeId}
              />
            )}
          </Group>
        ))}
      </div>
      {footer && (
        <div className="flex items-center gap-3 border-t border-line bg-sunken px-3.5 py-1.5 text-small text-fg-3">
          {footer}
        </div>
      )}
    </div>
  )
}

interface GroupProps {
  id: string
  heading: string
  items: readonly PaletteItem[]
  children: (item: PaletteItem) => ReactNode
}

function Group({ id, heading, items, children }: GroupProps) {
  const [first] = items
  if (!first) return null
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className="flex px-2 pt-1.5 pb-1 text-small font-medium text-fg-3 select-none">
        {first.hue === undefined ? (
          <HighlightedMatch text={heading} query="" />
        ) : (
          <ServerName hue={first.hue}>{heading}</ServerName>
        )}
      </div>
      {items.map((item) => children(item))}
    </div>
  )
}

interface RowProps {
  id: string
  item: PaletteItem
  query: string
  active: boolean
}

function Row({ id, item, query, active }: RowProps) {
  const { label, detail, description, icon, hue } = item
  return (
    <div
      role="option"
      id={id}
      data-item={item.id}
      aria-selected={active}
      data-highlighted={active ? '' : undefined}
      className={classNames(
        popupItem,
        'min-h-8 cursor-default text-fg',
        // A hundred rows of hidden characters are laid out as they come into view.
        '[contain-intrinsic-height:auto_2rem] [content-visibility:auto]',
      )}
    >
      {icon && (
        <span data-hue={hue === undefined ? undefined : hue % hueCount} className="flex text-hue">
          <Icon icon={icon} />
        </span>
      )}
      <span className="max-w-[45%] min-w-0 shrink-0 truncate">
        <HighlightedMatch text={label} query={query} />
      </span>
      {detail && (
        <span className="max-w-[45%] min-w-0 shrink-0 truncate font-mono text-small text-fg-2">
          <HighlightedMatch text={detail} query={query} />
        </span>
      )}
      {description && (
        <span className="min-w-0 flex-1 truncate text-small text-fg-3">
          <HighlightedMatch text={description} query="" />
        </span>
      )}
    </div>
  )
}
