import { classNames } from '../class-names.ts'
import { useKit } from '../kit-labels.ts'

export interface SpinnerProps {
  size?: 12 | 16 | 20 | undefined
  /** Name of the pending work; without it the universal 'Loading' is announced. */
  label?: string | undefined
  /** Announces nothing: an element around it says that something is busy. */
  decorative?: boolean | undefined
  className?: string | undefined
}

const sizes = { 12: 'size-3', 16: 'size-4', 20: 'size-5' } as const

export function Spinner({ size = 16, label, decorative = false, className }: SpinnerProps) {
  const { labels } = useKit()
  return (
    <svg
      viewBox="0 0 16 16"
      className={classNames('shrink-0 animate-spin', sizes[size], className)}
      {...(decorative
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': label ?? labels.loading })}
    >
      <circle
        cx="8"
        cy="8"
        r="6.25"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.22"
        strokeWidth="1.75"
      />
      <path
        d="M8 1.75a6.25 6.25 0 0 1 6.25 6.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  )
}
