import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { VList, type VListHandle } from 'virtua'
import { List } from './list.tsx'

/** Rows up to which a list may draw all of them. */
export const MAX_WITHOUT_VIRTUAL = 100

export interface VirtualListProps<Item> {
  label: string
  rows: readonly Item[]
  /** Draws one row; it needs a key. */
  draw: (row: Item) => ReactElement
  /** The row that is scrolled to when it becomes another one, and stays drawn. */
  current?: { key: string; index: number } | undefined
}

/** Rows of which only those in view are drawn; Home and End reach the others. */
export function VirtualList<Item>({ label, rows, draw, current }: VirtualListProps<Item>) {
  const list = useRef<VListHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const { key, index } = current ?? {}
  const scrolledTo = useRef<string>(undefined)
  useEffect(() => {
    // Another order of the same rows is no reason to scroll.
    if (key === scrolledTo.current || index === undefined) return
    scrolledTo.current = key
    list.current?.scrollToIndex(index, { align: 'nearest' })
  }, [key, index])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    event.stopPropagation()
    const last = event.key === 'End'
    list.current?.scrollToIndex(last ? rows.length - 1 : 0, { align: last ? 'end' : 'start' })
    // The row at that end is drawn only after the scroll.
    setTimeout(() => {
      const drawn = [...(box.current?.querySelectorAll<HTMLElement>('[data-list-row]') ?? [])]
      drawn.at(last ? -1 : 0)?.focus()
    }, 50)
  }
  return (
    <div ref={box} onKeyDownCapture={onKeyDown} className="min-h-0 flex-1">
      <List label={label} className="h-full">
        <VList ref={list} data={rows} {...(current && { keepMounted: [current.index] })}>
          {draw}
        </VList>
      </List>
    </div>
  )
}
