import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { RevealText } from '../text/reveal-text.tsx'

/** Number of hues that the tokens define; a server's hue is kept modulo this. */
export const hueCount = 8

export interface HueMarkProps {
  hue: number
  className?: string | undefined
}

/** The small square in a server's hue. Decorative: the name stands beside it. */
export function HueMark({ hue, className }: HueMarkProps) {
  return (
    <span
      aria-hidden
      data-hue={hue % hueCount}
      className={classNames('inline-block size-2 shrink-0 rounded-[2px] bg-hue', className)}
    />
  )
}

export interface ServerNameProps {
  hue: number
  children: ReactNode
  className?: string | undefined
}

/** A server's name in its hue behind its square, the same everywhere; nothing in it is hidden. */
export function ServerName({ hue, children, className }: ServerNameProps) {
  return (
    <span
      data-hue={hue % hueCount}
      className={classNames(
        'inline-flex min-w-0 items-center gap-1.5 font-semibold text-hue',
        className,
      )}
    >
      <HueMark hue={hue} />
      <span className="truncate">
        {typeof children === 'string' ? <RevealText text={children} wrap={false} /> : children}
      </span>
    </span>
  )
}
