import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconType } from './icon.tsx'
import { useKit } from '../kit-labels.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'hue'

export interface BadgeProps {
  children: ReactNode
  tone?: Tone | undefined
  icon?: IconType | undefined
  /** Data in JetBrains Mono (a path, a name on the wire). */
  mono?: boolean | undefined
  /** Server hue 0-7; only with tone 'hue'. */
  hue?: number | undefined
  /** Sits in running text without making its line taller. */
  inline?: boolean | undefined
  title?: string | undefined
  className?: string | undefined
}

const tones: Record<Tone, string> = {
  neutral: 'border-line-strong bg-sunken text-fg-2',
  accent: 'border-transparent bg-accent-soft text-accent',
  success: 'border-transparent bg-success-soft text-success',
  warning: 'border-transparent bg-warning-soft text-warning',
  danger: 'border-transparent bg-danger-soft text-danger',
  hue: 'border-transparent bg-hue-chip text-hue',
}

/** A small fact about the thing beside it. Not interactive. */
export function Badge({
  children,
  tone = 'neutral',
  icon,
  mono,
  hue,
  inline,
  title,
  className,
}: BadgeProps) {
  return (
    <span
      title={title}
      data-hue={tone === 'hue' ? (hue ?? 0) : undefined}
      className={classNames(
        'inline-flex max-w-full shrink-0 items-center gap-1 rounded-sm border px-1.5 text-micro font-medium whitespace-nowrap',
        inline ? '-my-1 h-[1.6em]' : 'h-5',
        mono && 'font-mono font-normal',
        tones[tone],
        className,
      )}
    >
      {icon && <Icon icon={icon} size={12} />}
      <span className="truncate">{children}</span>
    </span>
  )
}

export interface CountBadgeProps {
  count: number
  /** The counted things, for screen readers: '2 waiting'. */
  label: string
  className?: string | undefined
}

/** The round number on a rail icon. Draws nothing at 0. */
export function CountBadge({ count, label, className }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={classNames(
        'inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-micro leading-none font-semibold text-on-accent tabular-nums',
        className,
      )}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

export interface ChipProps {
  children: ReactNode
  icon?: IconType | undefined
  /** With it the chip can be removed; the text names it for screen readers. */
  onRemove?: (() => void) | undefined
  removeLabel?: string | undefined
  /** With it the chip is a button. */
  onClick?: (() => void) | undefined
  /** Pill for things of the chat's frame (workspace, servers); box for attachments. */
  shape?: 'box' | 'pill' | undefined
  /** As many lines as its text needs: nothing of it is cut. */
  whole?: boolean | undefined
  className?: string | undefined
}

/** A thing one can point at, open or take away: an attachment, a mention, the workspace of a chat. */
export function Chip({
  children,
  icon,
  onRemove,
  removeLabel,
  onClick,
  shape = 'box',
  whole = false,
  className,
}: ChipProps) {
  const { labels } = useKit()
  const Body = onClick ? 'button' : 'span'
  const body = (
    <>
      {icon && <Icon icon={icon} size={14} className="text-fg-2" />}
      <span
        className={classNames(
          'min-w-0',
          whole ? 'wrap-anywhere' : 'flex items-center gap-1.5 truncate',
        )}
      >
        {children}
      </span>
    </>
  )
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center border bg-card text-fg-2 transition-colors duration-100',
        shape === 'pill'
          ? 'h-6 rounded-full border-line-strong text-small'
          : 'min-h-5 rounded-sm border-line-strong text-small',
        onClick && 'hover:bg-sunken hover:text-fg',
        className,
      )}
    >
      <Body
        {...(onClick ? { type: 'button' as const, onClick } : {})}
        className={classNames(
          'inline-flex min-h-full min-w-0 items-center gap-1.5 rounded-[inherit] font-medium',
          shape === 'pill' ? 'px-2.5' : 'px-1.5',
        )}
      >
        {body}
      </Body>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel ?? labels.remove}
          onClick={onRemove}
          className="mr-0.5 -ml-1 flex size-4 shrink-0 items-center justify-center rounded-sm text-fg-3 hover:bg-active hover:text-fg"
        >
          <Icon icon={X} size={12} />
        </button>
      )}
    </span>
  )
}
