import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconType } from '../marks/icon.tsx'
import { useKit } from '../kit-labels.ts'

export interface CalloutProps {
  tone?: 'info' | 'success' | 'warning' | 'danger' | undefined
  title?: ReactNode | undefined
  children?: ReactNode | undefined
  icon?: IconType | undefined
  /** The next step, as small buttons. */
  actions?: ReactNode | undefined
  onDismiss?: (() => void) | undefined
  /** Announces it when it appears: 'alert' for a failure just now, 'status' otherwise. */
  role?: 'alert' | 'status' | undefined
  className?: string | undefined
}

const looks = {
  info: { box: 'border-line bg-sunken', icon: 'text-fg-2', glyph: Info },
  success: { box: 'border-success/25 bg-success-soft', icon: 'text-success', glyph: CircleCheck },
  warning: { box: 'border-warning/25 bg-warning-soft', icon: 'text-warning', glyph: TriangleAlert },
  danger: { box: 'border-danger/25 bg-danger-soft', icon: 'text-danger', glyph: CircleX },
} as const

export function Callout(props: CalloutProps) {
  const { tone = 'info', title, children, icon, actions, onDismiss, role, className } = props
  const { labels } = useKit()
  const look = looks[tone]
  return (
    <div
      role={role}
      className={classNames(
        'flex items-start gap-2.5 rounded-lg border px-3 py-2.5',
        look.box,
        className,
      )}
    >
      <Icon icon={icon ?? look.glyph} className={classNames('mt-0.5', look.icon)} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        {title && <div className="text-body font-medium break-words text-fg">{title}</div>}
        {children && <div className="text-note break-words text-fg-2">{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {onDismiss && (
        <button
          type="button"
          aria-label={labels.dismiss}
          onClick={onDismiss}
          className="-my-0.5 -mr-1 flex size-6 shrink-0 items-center justify-center rounded-md text-fg-2 hover:bg-hover hover:text-fg"
        >
          <Icon icon={X} size={14} />
        </button>
      )}
    </div>
  )
}
