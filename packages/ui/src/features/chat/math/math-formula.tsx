import { useEffect, useRef, useState } from 'react'
import { hasHidden, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/i18n.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import type { Formula } from './mark-math.ts'

/** A formula: its source at first, drawn when the window has time. What cannot be drawn stays source. */
export function MathFormula({ source, isDisplay }: Formula) {
  const t = useT('chat')
  const place = useRef<HTMLSpanElement>(null)
  const [drawn, setDrawn] = useState<string>()
  useEffect(() => {
    if (hasHidden(source)) return undefined
    const gone = new AbortController()
    const draw = async (): Promise<void> => {
      const { drawMath } = await import('./draw-math.ts')
      if (gone.signal.aborted || !place.current) return
      if (drawMath(place.current, { source, isDisplay })) setDrawn(source)
    }
    // Where the code does not load, the source stays.
    const stopWaiting = whenIdle(() => void draw().catch(() => undefined))
    return () => {
      stopWaiting()
      gone.abort()
    }
  }, [source, isDisplay])
  const isDrawn = drawn === source
  // What a formula moves out of its place is cut: it lies over nothing else.
  const look = isDisplay
    ? 'my-2 block overflow-x-auto overflow-y-hidden'
    : 'max-w-full overflow-clip'
  return (
    <>
      <span
        ref={place}
        data-testid="formula"
        hidden={!isDrawn}
        className={isDrawn && !isDisplay ? `inline-block ${look}` : look}
        {...(isDisplay
          ? { role: 'group', tabIndex: 0, 'aria-label': t('transcript.formula') }
          : {})}
      />
      {!isDrawn && (
        <code className="font-mono text-[0.88em] break-words">
          <RevealText text={source} />
        </code>
      )}
    </>
  )
}
