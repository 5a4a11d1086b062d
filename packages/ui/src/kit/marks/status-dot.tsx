import { classNames } from '../class-names.ts'

export interface StatusDotProps {
  tone: 'success' | 'warning' | 'danger' | 'accent' | 'neutral'
  /** Something is under way (starting, connecting). */
  pulsing?: boolean | undefined
  /** Names the state; leave it out when words beside the dot name it. */
  label?: string | undefined
  className?: string | undefined
}

const fills = {
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  accent: 'bg-accent',
  neutral: 'bg-fg-3',
} as const

export function StatusDot({ tone, pulsing, label, className }: StatusDotProps) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
      className={classNames(
        'inline-block size-2 shrink-0 rounded-full',
        fills[tone],
        pulsing && 'motion-pulse',
        className,
      )}
    />
  )
}
