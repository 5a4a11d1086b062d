import { useMemo, useRef, type KeyboardEvent } from 'react'
import { isModifier, wasEnterPressed } from '../../../lib/keys/last-press.ts'

/** Nobody looks at where the focus went and decides to send what stands there in less, in milliseconds. */
const SECOND_PRESS_MS = 300

export interface SecondPress {
  /** Spread on the field: it gets the focus, or the person goes on in it. */
  field: { onFocus: () => void; onPointerDown: () => void; onInputCapture: () => void }
  /** Expects a second Enter after an item was chosen by Enter. */
  expect: () => void
  forget: () => void
  /** For each key of the field. */
  is: (event: KeyboardEvent) => boolean
}

/**
 * Tells an Enter that sends from the second press of one that was meant for something else: for an edit that was
 * sent, an item that was chosen, a button that went away. What they hand the focus to is a draft half written.
 */
export function useSecondPress(): SecondPress {
  const expectedSince = useRef<number>(null)
  return useMemo(() => {
    const forget = (): void => {
      expectedSince.current = null
    }
    const expect = (): void => {
      expectedSince.current = wasEnterPressed() ? performance.now() : null
    }
    return {
      field: { onFocus: expect, onPointerDown: forget, onInputCapture: forget },
      expect,
      forget,
      is({ key }) {
        if (key !== 'Enter' && !isModifier(key)) forget()
        const since = expectedSince.current
        return since !== null && performance.now() - since < SECOND_PRESS_MS
      },
    }
  }, [])
}
