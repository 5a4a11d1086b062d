import { ChevronRight } from 'lucide-react'
import { createContext, useContext, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { hueCount } from '../marks/server-name.tsx'

export interface CardProps {
  children: ReactNode
  /** Server hue: tints the header. */
  hue?: number | undefined
  /** Waits for the person: the border takes the hue (or the accent). */
  waiting?: boolean | undefined
  /** Accessible name; makes the card a landmark-free group. */
  label?: string | undefined
  className?: string | undefined
}

const Framed = createContext(true)

/** Cards in here are parts of a larger card: they have no frame of their own. */
export function CardGroup({ joined = true, children }: { joined?: boolean; children: ReactNode }) {
  return <Framed value={!joined}>{children}</Framed>
}

/** A thing in the transcript or an inbox. Compose: CardHeader, CardSection…, CardFooter. */
export function Card({ children, hue, waiting = false, label, className }: CardProps) {
  const hued = hue !== undefined
  const framed = useContext(Framed)
  const line = waiting ? (hued ? 'border-hue-line' : 'border-accent') : 'border-line'
  return (
    <section
      {...(label ? { role: 'group', 'aria-label': label } : {})}
      data-hue={hued ? hue % hueCount : undefined}
      className={classNames(
        'overflow-hidden bg-card',
        framed && 'rounded-xl border shadow-1',
        framed && line,
        className,
      )}
    >
      {children}
    </section>
  )
}

export interface CardHeaderProps {
  children: ReactNode
  /** Badges, duration: at the right edge. */
  aside?: ReactNode | undefined
  /** With onToggle the header gets a disclosure button. */
  expanded?: boolean | undefined
  onToggle?: (() => void) | undefined
  /** Names the disclosure button ('Details of List commits'). */
  toggleLabel?: string | undefined
}

export function CardHeader({ children, aside, expanded, onToggle, toggleLabel }: CardHeaderProps) {
  return (
    <div
      className={classNames(
        'relative flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 px-3 py-1.5',
        'bg-linear-to-r from-(--hue-soft,transparent) to-transparent to-50%',
      )}
    >
      <div className="flex min-w-0 shrink grow basis-40 items-center gap-2">{children}</div>
      {(aside || onToggle) && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-fg-3">
          {aside}
          {onToggle && (
            <button
              type="button"
              aria-expanded={expanded ?? false}
              aria-label={toggleLabel}
              onClick={onToggle}
              className="-mr-1 flex size-6 items-center justify-center rounded-md text-fg after:absolute after:inset-0 hover:bg-hover"
            >
              <Icon
                icon={ChevronRight}
                className={classNames('transition-transform duration-100', expanded && 'rotate-90')}
              />
            </button>
          )}
        </div>
      )}
    </div>
  )
}

export interface CardSectionProps {
  children: ReactNode
  /** false for content that brings its own edges (KeyValues, code). */
  padded?: boolean | undefined
  className?: string | undefined
}

/** A part of a card below a hairline. */
export function CardSection({ children, padded = true, className }: CardSectionProps) {
  return (
    <div className={classNames('border-t border-line', padded && 'px-3 py-2.5', className)}>
      {children}
    </div>
  )
}

export interface CardFooterProps {
  /** Main actions, from the left. */
  children: ReactNode
  /** Who sees what, and the way out (Deny), at the right. */
  aside?: ReactNode | undefined
}

export function CardFooter({ children, aside }: CardFooterProps) {
  return (
    <div
      data-card-footer
      className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-3 py-2.5"
    >
      {children}
      {aside && (
        <div className="ml-auto flex flex-wrap items-center gap-2.5 text-small text-fg-3">
          {aside}
        </div>
      )}
    </div>
  )
}
