import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconType } from '../marks/icon.tsx'

export interface EmptyStateProps {
  icon?: IconType | undefined
  title: ReactNode
  /** Description of the missing content, and the way to get it. */
  description?: ReactNode | undefined
  actions?: ReactNode | undefined
  /** A dashed frame for a drop target. */
  framed?: boolean | undefined
  className?: string | undefined
}

export function EmptyState({
  icon,
  title,
  description,
  actions,
  framed,
  className,
}: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'flex flex-col items-center justify-center px-6 py-8 text-center',
        framed && 'rounded-xl border border-dashed border-line-strong bg-card/60',
        className,
      )}
    >
      {icon && <Icon icon={icon} size={20} className="mb-2.5 text-fg-3" />}
      <p className="text-body font-medium text-fg">{title}</p>
      {description && (
        <p className="mt-1 max-w-sm text-note text-balance text-fg-3">{description}</p>
      )}
      {actions && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-2">{actions}</div>
      )}
    </div>
  )
}
