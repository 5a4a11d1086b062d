import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { hasHidden, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { whenIdle } from '../../../lib/windows/when-idle.ts'
import type { Formula } from './formula-rules.ts'

/** Formulas of one text that are drawn; those after stay source. */
const MAX_DRAWN = 100

function createBudget() {
  let drawn = 0
  return {
    /** False once as many are drawn as may be. */
    take: () => drawn < MAX_DRAWN && (drawn += 1) > 0,
    release: () => void (drawn -= 1),
  }
}

const Budget = createContext(createBudget())

/** Counts the formulas of the text within. */
export function FormulaBudget({ children }: { children: ReactNode }) {
  const [budget] = useState(createBudget)
  return <Budget value={budget}>{children}</Budget>
}

/** A formula: its source at first, drawn when the window has time. What cannot be drawn stays source. */
export function MathFormula({ source, isDisplay }: Formula) {
  const t = useT('chat')
  const place = useRef<HTMLSpanElement>(null)
  const [drawn, setDrawn] = useState<string>()
  const budget = useContext(Budget)
  useEffect(() => {
    if (hasHidden(source) || !budget.take()) return undefined
    const gone = new AbortController()
    const draw = async (): Promise<void> => {
      const { drawMath } = await import('./draw-math.ts')
      if (gone.signal.aborted || !place.current) return
      if (drawMath(place.current, { source, isDisplay })) setDrawn(source)
    }
    // Where the code does not load, the source stays.
    const stopWaiting = whenIdle(() => void draw().catch(() => undefined))
    return () => {
      budget.release()
      stopWaiting()
      gone.abort()
    }
  }, [source, isDisplay, budget])
  const isDrawn = drawn === source
  const isWide = useIsWide(place, isDrawn && !isDisplay)
  // What is too wide is reached by scrolling, in a line too, and lies over nothing else. As a flex box it keeps its
  // place on the line.
  const box = isDisplay ? 'my-2 block' : isDrawn ? 'inline-flex max-w-full' : ''
  return (
    <>
      <span
        ref={place}
        data-testid="formula"
        hidden={!isDrawn}
        data-formula={source}
        data-display={isDisplay || undefined}
        className={`${box} ${isDisplay || isWide ? 'overflow-x-auto overflow-y-hidden' : 'overflow-clip'}`}
        {...(isDisplay || isWide
          ? { role: 'group', tabIndex: 0, 'aria-label': t('transcript.formula') }
          : {})}
      />
      {!isDrawn && (
        <code
          data-formula={source}
          data-display={isDisplay || undefined}
          className="font-mono text-[0.88em] break-words"
        >
          <RevealText text={source} />
        </code>
      )}
    </>
  )
}

/** Pixels by which a sign may lean out of its box. */
const OVERHANG = 4

/** True if an element has more than it shows at once, and so has to be reached by the keyboard. */
function useIsWide(place: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || !isWatched) return undefined
    const observer = new ResizeObserver(() => {
      setIsWide(element.scrollWidth > element.clientWidth + OVERHANG)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, isWatched])
  return isWide && isWatched
}
