import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { ListToggle, SideClose } from './app-layout.tsx'
import { Icon, type IconType } from '../marks/icon.tsx'
import { revealed } from '../text/reveal-text.tsx'

export interface PaneHeaderProps {
  title: ReactNode
  icon?: IconType | undefined
  /** Right after the title: badges, a quiet note. */
  children?: ReactNode | undefined
  /** At the right edge. */
  actions?: ReactNode | undefined
  /** 'main' has a hairline, the h1 and the list toggle; 'list' and 'side' head their columns. */
  kind?: 'main' | 'list' | 'side' | undefined
}

/** The 48 px head of a column. */
export function PaneHeader({ title, icon, children, actions, kind = 'main' }: PaneHeaderProps) {
  const Title = kind === 'main' ? 'h1' : 'h2'
  return (
    <header
      className={classNames(
        'flex h-header shrink-0 items-center gap-2.5',
        kind === 'list' ? 'pr-3 pl-3.5' : 'border-b border-line pr-3 pl-4',
      )}
    >
      {kind === 'main' && <ListToggle />}
      {icon && <Icon icon={icon} className="text-fg-2" />}
      <Title
        className={classNames(
          // Its words give way before the controls beside it do.
          'min-w-0 shrink-[99] truncate font-semibold',
          kind === 'main' ? 'text-title' : 'text-body',
        )}
      >
        {revealed(title)}
      </Title>
      {children && (
        // What does not fit wraps to a second line, which is hidden whole.
        <div className="flex h-5 min-w-0 shrink-[8] flex-wrap items-center gap-x-2.5 gap-y-3 overflow-hidden">
          {children}
        </div>
      )}
      {(actions || kind === 'side') && (
        <div className="ml-auto flex min-w-0 items-center gap-2">
          {actions}
          {kind === 'side' && <SideClose />}
        </div>
      )}
    </header>
  )
}

export interface PaneBodyProps {
  children: ReactNode
  /** Keeps the content in the 760 px text column, centred. */
  column?: boolean | undefined
  /** Accessible name; with it the body is a landmark that scrolls by keyboard. */
  label?: string | undefined
  className?: string | undefined
}

/** The scrolling part of a column. */
export function PaneBody({ children, column, label, className }: PaneBodyProps) {
  return (
    <div
      {...(label ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
      className={classNames(
        'min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2',
        column ? '[scrollbar-gutter:stable_both-edges]' : '[scrollbar-gutter:stable]',
        !column && className,
      )}
    >
      {column ? (
        <div className={classNames('mx-auto w-full max-w-column px-5', className)}>{children}</div>
      ) : (
        children
      )}
    </div>
  )
}

/** A line at the foot of a column: a summary, an offer. */
export function PaneFooter({
  children,
  className,
}: {
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <footer
      className={classNames(
        'shrink-0 border-t border-line px-3.5 py-2.5 text-small text-fg-2',
        className,
      )}
    >
      {children}
    </footer>
  )
}
