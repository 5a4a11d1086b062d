import type { ReactNode } from 'react'
import { CountBadge } from '../marks/badge.tsx'
import { classNames } from '../class-names.ts'
import { Icon, type IconType } from '../marks/icon.tsx'
import { ariaKeyShortcuts } from '../marks/kbd.tsx'
import { useKit } from '../kit-labels.ts'
import { useTooltip } from '../overlays/tooltip.tsx'

export interface RailItemProps {
  icon: IconType
  label: string
  keys?: string | undefined
  selected?: boolean | undefined
  /** Number to show, with the words that say it ('2 waiting for you'). */
  badge?: { count: number; label: string } | undefined
  onClick: () => void
}

export function RailItem({ icon, label, keys, selected = false, badge, onClick }: RailItemProps) {
  const { platform } = useKit()
  const [trigger, tooltip] = useTooltip({ content: label, keys, side: 'right' })
  return (
    <>
      <button
        {...trigger}
        type="button"
        aria-label={badge && badge.count > 0 ? `${label}, ${badge.label}` : label}
        aria-current={selected ? 'page' : undefined}
        aria-keyshortcuts={keys ? ariaKeyShortcuts(keys, platform) : undefined}
        onClick={onClick}
        className={classNames(
          'relative flex size-9 items-center justify-center rounded-lg transition-colors duration-100',
          selected ? 'bg-card text-fg shadow-1' : 'text-fg-2 hover:bg-hover hover:text-fg',
        )}
      >
        <Icon icon={icon} size={18} />
        {badge && (
          <CountBadge
            count={badge.count}
            label={badge.label}
            className="absolute top-0.5 right-0.5 ring-2 ring-rail"
          />
        )}
      </button>
      {tooltip}
    </>
  )
}

export interface RailProps {
  /** Accessible name of the navigation. */
  label: string
  logo: ReactNode
  children: ReactNode
  foot?: ReactNode | undefined
}

/** The 52 px bar of sections. */
export function Rail({ label, logo, children, foot }: RailProps) {
  return (
    <nav
      aria-label={label}
      className="flex w-rail shrink-0 flex-col items-center gap-1 border-r border-line bg-rail py-2.5"
    >
      <div className="mb-2.5">{logo}</div>
      {children}
      {foot && <div className="mt-auto flex flex-col gap-1">{foot}</div>}
    </nav>
  )
}
