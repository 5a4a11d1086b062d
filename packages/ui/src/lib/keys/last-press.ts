let isEnter = false

/** Remembers what was pressed last in this window, for a field that was not there yet. */
export function watchPresses(): () => void {
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (!isModifier(key)) isEnter = key === 'Enter'
  }
  const onPointerDown = (): void => {
    isEnter = false
  }
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('keydown', onKeyDown, options)
  window.addEventListener('pointerdown', onPointerDown, options)
  return () => {
    listening.abort()
    isEnter = false
  }
}

/** True if the last press was Enter: the present change may be its effect. */
export function wasEnterPressed(): boolean {
  return isEnter
}

/** A key that does nothing by itself: what it is held for comes after it. */
export function isModifier(key: string): boolean {
  return /^(?:Shift|Control|Alt|AltGraph|Meta)$/.test(key)
}
