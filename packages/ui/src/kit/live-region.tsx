import type { ReactNode } from 'react'

export interface LiveRegionProps {
  children: ReactNode
  /** 'assertive' interrupts what is being read: for failures only. */
  urgency?: 'polite' | 'assertive' | undefined
}

/** Announces its text whenever it changes. Mount it empty first, then fill it. */
export function LiveRegion({ children, urgency = 'polite' }: LiveRegionProps) {
  return (
    <div
      className="sr-only"
      role={urgency === 'assertive' ? 'alert' : 'status'}
      aria-live={urgency}
      aria-atomic
    >
      {children}
    </div>
  )
}
