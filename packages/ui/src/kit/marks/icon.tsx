import type { LucideIcon } from 'lucide-react'
import { classNames } from '../class-names.ts'

export type IconType = LucideIcon

export interface IconProps {
  icon: IconType
  /** Edge in px before the root font size scales it. */
  size?: 12 | 14 | 16 | 18 | 20 | undefined
  className?: string | undefined
}

const sizes = { 12: 'size-3', 14: 'size-3.5', 16: 'size-4', 18: 'size-4.5', 20: 'size-5' } as const

/** A decorative lucide icon in the kit's stroke; the words beside it (or a label) carry the meaning. */
export function Icon({ icon: Glyph, size = 16, className }: IconProps) {
  return (
    <Glyph
      aria-hidden
      focusable={false}
      strokeWidth={1.75}
      className={classNames('shrink-0', sizes[size], className)}
    />
  )
}
