import { Progress as BaseProgress } from '@base-ui/react/progress'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useKit } from '../kit-labels.ts'

export interface ProgressBarProps {
  /** Accessible name: what is under way. */
  label: string
  /** 0 to 1; null while the end is unknown. */
  value: number | null
  /** The server's progress message. */
  message?: ReactNode | undefined
  /** Already formatted ('12 s'). */
  elapsed?: ReactNode | undefined
  className?: string | undefined
}

export function ProgressBar({ label, value, message, elapsed, className }: ProgressBarProps) {
  const { labels } = useKit()
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <BaseProgress.Root
      value={percent}
      aria-label={label}
      className={classNames('flex flex-col gap-1.5', className)}
    >
      {(message || elapsed) && (
        <div className="flex items-baseline gap-2 text-small text-fg-2">
          <span className="min-w-0 flex-1 truncate">{message}</span>
          {percent !== null && <span className="text-fg-3 tabular-nums">{percent}%</span>}
          {elapsed && (
            <span className="text-fg-3 tabular-nums">
              <span className="sr-only">{labels.elapsed} </span>
              {elapsed}
            </span>
          )}
        </div>
      )}
      <BaseProgress.Track className="h-1 overflow-hidden rounded-full bg-active">
        {percent === null ? (
          <div className="motion-indeterminate h-full w-2/5 rounded-full bg-accent" />
        ) : (
          <BaseProgress.Indicator className="h-full rounded-full bg-accent transition-[width] duration-200" />
        )}
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}
