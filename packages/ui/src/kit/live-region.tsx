import type { ReactNode } from 'react'

export interface LiveRegionProps {
  children: ReactNode
  /** 'assertive' interrupts what is being read: for failures only. */
  urgency?: 'polite' | 'assertive' | undefined
  /** 'additions': of several texts only those that are new. Default: all of it. */
  reads?: 'all' | 'additions' | undefined
}

/** Announces its text whenever it changes. Mount it empty first, then fill it. */
export function LiveRegion({ children, urgency = 'polite', reads = 'all' }: LiveRegionProps) {
  return (
    <div
      className="sr-only"
      role={urgency === 'assertive' ? 'alert' : 'status'}
      aria-live={urgency}
      aria-atomic={reads === 'all'}
    >
      {children}
    </div>
  )
}
