/**
 * Elements that act when Enter or Space is pressed on them. A field and a list of choices have keys of their own.
 */
const PRESSED =
  'button, summary, [role=button], [role=switch], [role=checkbox], [role=radio], [role^=menuitem]'

/**
 * A key that is held presses a button once: not again, and not the one that comes under the focus meanwhile, be it
 * the next row's or that of a question.
 */
export function ignoreHeldPresses(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.repeat && isPress(event)) event.preventDefault()
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
}

function isPress({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  // Space on a link turns the page.
  if (key === 'Enter') return target.matches(`${PRESSED}, a[href]`)
  return key === ' ' && target.matches(PRESSED)
}
