/** Copies the selection into detached elements that can be read without touching the page. */

/** Controls, icons and words for screen readers, which are not part of the message, and what is folded away. */
const NOT_COPIED =
  'button:not([data-testid="message-link"]), input, textarea, select, svg, audio, video, [hidden], ' +
  '[aria-hidden="true"], [data-not-copied], .sr-only, details:not([open]) > :not(summary)'

/** The selection, where all of it is within an element and none of it in a field. */
export function selectionWithin(within: Element | null): Range | null {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  return within?.contains(range.commonAncestorContainer) ? range : null
}

/**
 * A copy of it with the elements around it, which say how it is marked, and with each hidden character that is
 * shown as a chip as the character itself.
 */
export function selectedContent(range: Range, within: Element): Element {
  const document = within.ownerDocument
  const root = document.createElement('div')
  let content: Node = range.cloneContents()
  const common = range.commonAncestorContainer
  let around = common instanceof Element ? common : common.parentElement
  for (; around !== null && around !== within; around = around.parentElement) {
    const shell = around.cloneNode(false)
    if (shell instanceof HTMLOListElement) shell.start = numberOfFirst(around, range)
    shell.appendChild(content)
    content = shell
  }
  root.appendChild(content)
  for (const chip of root.querySelectorAll('[data-code-point]')) chip.replaceWith(hiddenOf(chip))
  for (const element of root.querySelectorAll(NOT_COPIED)) element.remove()
  return root
}

/** Returns the first number of a list that is selected in part. */
function numberOfFirst(list: Element, range: Range): number {
  const start = list instanceof HTMLOListElement ? list.start : 1
  const before = [...list.children].filter((item) => !range.intersectsNode(item))
  const first = [...list.children].findIndex((item) => !before.includes(item))
  return start + Math.max(0, first)
}

/** The hidden characters that a chip stands for. */
function hiddenOf(chip: Element): string {
  const codePoint = Number(chip.getAttribute('data-code-point'))
  const count = Number(chip.getAttribute('data-count') ?? 1)
  return String.fromCodePoint(codePoint).repeat(count)
}

/** Counts the hidden characters that a selection shows as chips. */
export function countHiddenIn(range: Range): number {
  const content = range.cloneContents()
  for (const element of content.querySelectorAll(NOT_COPIED)) element.remove()
  return [...content.querySelectorAll('[data-code-point]')].reduce(
    (sum, chip) => sum + Number(chip.getAttribute('data-count') ?? 1),
    0,
  )
}
