import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { revealed } from '../text/reveal-text.tsx'

export interface ListProps {
  label: string
  children: ReactNode
  className?: string | undefined
}

const rowSelector = '[data-list-row]'

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(rowSelector)]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  if (current < 0) return
  const targets: Record<string, number> = {
    ArrowDown: Math.min(current + 1, rows.length - 1),
    ArrowUp: Math.max(current - 1, 0),
    Home: 0,
    End: rows.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  rows[target]?.focus()
}

/** The rows of a second column, with the gutter of the scrollbar at their right. Arrow keys, Home and End move between them. */
export function List({ label, children, className }: ListProps) {
  return (
    <nav
      aria-label={label}
      onKeyDown={moveFocus}
      className={classNames('flex flex-col pl-1.5', className)}
    >
      {children}
    </nav>
  )
}

export interface ListSectionProps {
  label: ReactNode
  children: ReactNode
}

/** 'Today', 'Yesterday': a quiet heading over some rows. */
export function ListSection({ label, children }: ListSectionProps) {
  return (
    <div className="flex flex-col">
      <ListHeading>{label}</ListHeading>
      {children}
    </div>
  )
}

export function ListHeading({ children }: { children: ReactNode }) {
  return <h3 className="px-2 pt-3 pb-1 text-small font-semibold text-fg-3">{children}</h3>
}

export interface ListRowProps {
  title: ReactNode
  /** Right after the title in quieter words ('stdio'). */
  note?: ReactNode | undefined
  /** A second line; the row grows to two lines. */
  detail?: ReactNode | undefined
  leading?: ReactNode | undefined
  /** At the right edge: a time, a count, a state. */
  trailing?: ReactNode | undefined
  /** Buttons that take the place of trailing on hover and focus; each needs its own label. */
  actions?: ReactNode | undefined
  selected?: boolean | undefined
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  onDoubleClick?: (() => void) | undefined
  className?: string | undefined
}

export function ListRow(props: ListRowProps) {
  const {
    title,
    note,
    detail,
    leading,
    trailing,
    actions,
    selected = false,
    onClick,
    onDoubleClick,
  } = props
  return (
    <div className={classNames('group relative', props.className)}>
      <button
        type="button"
        data-list-row
        aria-current={selected ? 'true' : undefined}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        className={classNames(
          'flex min-h-8 w-full items-center gap-2.5 rounded-lg border px-2 text-left text-body focus-visible:-outline-offset-2',
          detail ? 'py-1.5' : 'py-1',
          selected
            ? 'border-line bg-card text-fg'
            : 'border-transparent text-fg-2 hover:bg-hover hover:text-fg',
        )}
      >
        {leading && (
          <span className={classNames('flex shrink-0', detail && 'self-start pt-1.5')}>
            {leading}
          </span>
        )}
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex min-w-0 items-baseline gap-1.5">
            <span className={classNames('truncate', note && 'max-w-[calc(100%-2.5rem)] shrink-0')}>
              {revealed(title)}
            </span>
            {note && (
              <span className="min-w-0 truncate text-small text-fg-3 group-hover:text-fg-2">
                {note}
              </span>
            )}
          </span>
          {detail && (
            <span className="truncate text-small text-fg-3 group-hover:text-fg-2">
              {revealed(detail)}
            </span>
          )}
        </span>
        {trailing && (
          <span
            className={classNames(
              'flex shrink-0 items-center text-micro text-fg-3 tabular-nums group-hover:text-fg-2',
              actions && 'group-focus-within:invisible group-hover:invisible',
            )}
          >
            {trailing}
          </span>
        )}
      </button>
      {actions && (
        <div className="absolute inset-y-0 right-1.5 flex items-center gap-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          {actions}
        </div>
      )}
    </div>
  )
}
