import { useLayoutEffect, useRef, type RefObject } from 'react'

interface ChipFocus {
  /** Spread on the list; its items are the chips, each with one button that has `data-remove`. */
  ref: RefObject<HTMLUListElement | null>
  onFocus: () => void
  onBlur: () => void
}

/**
 * Keeps the keyboard in a list of chips when the button that has the focus goes with its chip, or without
 * it: it goes to the chip that comes to its place, else to the one before.
 * @param onLeave the last chip went, and the focus with it
 */
export function useChipFocus(onLeave: () => void): ChipFocus {
  const ref = useRef<HTMLUListElement>(null)
  /** Place of the chip that has the focus. What is taken out of the page does not lose it by a blur. */
  const held = useRef<number | null>(null)
  const leave = useRef(onLeave)
  const placeOfFocus = (): number =>
    [...(ref.current?.children ?? [])].findIndex((chip) => chip.contains(document.activeElement))
  useLayoutEffect(() => {
    leave.current = onLeave
    if (held.current === null) return
    const place = placeOfFocus()
    if (place >= 0) {
      held.current = place
      return
    }
    const chips = [...(ref.current?.children ?? [])]
    const next = chips[held.current] ?? chips.at(-1)
    const button = next?.querySelector<HTMLElement>('[data-remove]')
    if (button) return button.focus()
    held.current = null
    leave.current()
  })
  useLayoutEffect(
    () => () => {
      if (held.current !== null) leave.current()
    },
    [],
  )
  return {
    ref,
    onFocus: () => void (held.current = placeOfFocus()),
    onBlur: () => void (held.current = null),
  }
}
