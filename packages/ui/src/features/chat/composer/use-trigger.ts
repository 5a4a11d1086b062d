import { useMemo, useRef, useState, type RefObject } from 'react'
import { findTrigger, isInText, type Trigger } from './trigger.ts'

export interface OpenTrigger extends Trigger {
  /** Where what a button typed begins: closing takes it out again. */
  typedFrom: number | null
}

/** Handlers that follow the text and the caret of the field. */
export interface TriggerFieldProps {
  onInput: () => void
  onSelect: () => void
  onBlur: () => void
  onCompositionStart: () => void
  onCompositionEnd: () => void
}

interface TriggerState {
  trigger: OpenTrigger | null
  setTrigger: (trigger: OpenTrigger | null) => void
  /** Spread on the field. */
  field: TriggerFieldProps
}

/**
 * The word that is typed behind a mark. It begins when the mark is typed, continues with what is typed behind it,
 * and ends when the caret leaves the word. An input method neither begins nor ends it.
 */
export function useTrigger(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
): TriggerState {
  const [state, setTrigger] = useState<OpenTrigger | null>(null)
  const composing = useRef(false)
  const field = useMemo(() => {
    const follow = (begins: boolean): void => {
      const node = area.current
      if (!node || composing.current) return
      const { value, selectionStart, selectionEnd } = node
      const found = selectionStart === selectionEnd ? findTrigger(value, selectionStart) : null
      setTrigger((before) => {
        if (found && before?.start === found.start && before.kind === found.kind)
          return before.query === found.query ? before : { ...before, ...found }
        return found && begins && found.query === '' ? { ...found, typedFrom: null } : null
      })
    }
    return {
      onInput: () => follow(true),
      onSelect: () => follow(false),
      // A window that loses the keyboard loses no list.
      onBlur: () => void (document.hasFocus() && setTrigger(null)),
      onCompositionStart: () => void (composing.current = true),
      onCompositionEnd() {
        composing.current = false
        follow(false)
      },
    }
  }, [area])
  // The draft may be sent, or another chat be open.
  return { trigger: state && isInText(text, state) ? state : null, setTrigger, field }
}
