import { ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { readTreeKey } from './json-keys.ts'
import { countJsonRows, type JsonRow } from './json-rows.ts'
import { useKit } from '../kit-labels.ts'
import { RevealText } from '../text/reveal-text.tsx'
import { useCountsUnseenParts } from '../text/unseen-parts.tsx'
import { useJsonRows } from './use-json-rows.ts'

/** Lines and levels up to which a value is open at once on a card that counts what was seen. */
const SMALL_ROWS = 150
const SMALL_DEPTH = 8

export interface JsonTreeProps {
  value: unknown
  /** Accessible name of the tree. */
  label: string
  /** Levels open at first; 2 shows the fields of the root's objects. */
  expandDepth?: number | undefined
  className?: string | undefined
  /** Of many trees on a card not each may open by itself. */
  openSmall?: boolean | undefined
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') {
    return (
      <span className="min-w-0 text-fg">
        <span aria-hidden className="text-fg-3">
          "
        </span>
        <RevealText text={value} />
        <span aria-hidden className="text-fg-3">
          "
        </span>
      </span>
    )
  }
  if (value === null) return <span className="shrink-0 text-fg-3">null</span>
  if (typeof value === 'boolean')
    return <span className="shrink-0 text-warning">{String(value)}</span>
  return <span className="shrink-0 text-accent tabular-nums">{JSON.stringify(value)}</span>
}

function RowBody({ row }: { row: JsonRow }) {
  const { labels } = useKit()
  if (row.kind === 'more') {
    return (
      <span className="font-sans text-small text-accent">
        {labels.showMore} ({row.size})
      </span>
    )
  }
  const brackets = row.kind === 'array' ? '[]' : '{}'
  return (
    <>
      {row.name !== null && (
        <span
          className={classNames(
            'text-fg-2',
            typeof row.value === 'string' ? 'max-w-[60%] shrink-0' : 'min-w-0',
          )}
        >
          <RevealText text={row.name} />
          <span className="text-fg-3">:</span>
        </span>
      )}
      {row.kind === 'leaf' ? (
        <Leaf value={row.value} />
      ) : (
        <span className="shrink-0 text-fg-3">
          {row.size === 0
            ? brackets
            : `${brackets[0]}${row.expanded ? '' : ` ${row.size} `}${row.expanded ? '' : brackets[1]}`}
        </span>
      )}
    </>
  )
}

function copyRow(row: JsonRow): void {
  const text = typeof row.value === 'string' ? row.value : JSON.stringify(row.value, null, 2)
  void navigator.clipboard.writeText(text).catch(() => undefined)
}

interface JsonLineProps {
  row: JsonRow
  current: boolean
  onFocus: () => void
  onToggle: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function JsonLine({ row, current, onFocus, onToggle, onKeyDown }: JsonLineProps) {
  const openable = (row.kind === 'object' || row.kind === 'array') && row.size > 0
  return (
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={openable ? row.expanded : undefined}
      aria-selected={current}
      tabIndex={current ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (!getSelection()?.toString()) onToggle()
      }}
      style={{ paddingLeft: `${Math.min(row.depth, 12)}rem` }}
      className="flex items-baseline gap-1.5 rounded-sm py-px hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon
        icon={ChevronRight}
        size={12}
        className={classNames(
          'mt-1 self-start text-fg-3',
          row.expanded && 'rotate-90',
          !openable && 'invisible',
        )}
      />
      <RowBody row={row} />
    </div>
  )
}

/** A JSON value as a tree: arrow keys walk and open, Ctrl or Cmd C copies the line's value. */
export function JsonTree(props: JsonTreeProps) {
  const { value, label, expandDepth = 2, className, openSmall = true } = props
  const isCounted = useCountsUnseenParts()
  // Where all must be seen, what is small is open at once.
  const isSmall = isCounted && openSmall && countJsonRows(value, SMALL_ROWS) < SMALL_ROWS
  const { rows, toggle } = useJsonRows(value, isSmall ? SMALL_DEPTH : expandDepth)
  const [focused, setFocused] = useState('')
  const tree = useRef<HTMLDivElement>(null)
  const found = rows.findIndex((row) => row.path === focused)
  const current = Math.max(0, found)

  const onKeyDown = (event: KeyboardEvent) => {
    const command = readTreeKey(event, rows, current)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    if (command.kind === 'toggle') toggle(command.row)
    else if (command.kind === 'copy') copyRow(command.row)
    else {
      setFocused(rows[command.index]?.path ?? '')
      tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[command.index]?.focus()
    }
  }

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      tabIndex={-1}
      className={classNames('font-mono text-small', className)}
    >
      {rows.map((row, index) => (
        <JsonLine
          key={row.path}
          row={row}
          current={index === current}
          onFocus={() => setFocused(row.path)}
          onToggle={() => toggle(row)}
          onKeyDown={onKeyDown}
        />
      ))}
    </div>
  )
}
