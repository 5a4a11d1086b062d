import { useRef, useState, type ReactNode } from 'react'
import { useIsNearView } from '../../../kit/index.ts'

/** Draws its content once it comes near the view, and keeps it drawn: typed text stays. */
export function DrawNearView({
  atOnce = false,
  children,
}: {
  atOnce?: boolean
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useIsNearView(box)
  const [isDrawn, setDrawn] = useState(atOnce)
  if ((isNear || atOnce) && !isDrawn) setDrawn(true)
  return (
    <div ref={box} className={isDrawn ? undefined : 'min-h-96'}>
      {isDrawn && children}
    </div>
  )
}
