/**
 * Replaces a stretch of what is typed in a field, as typing does: the field receives an `input` event, and undo
 * takes it back. Leaves the focus in the field and the caret behind the new text.
 */
export function replaceText(
  area: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
  text: string,
): void {
  area.focus({ preventScroll: true })
  area.setSelectionRange(start, end)
  if (start === end && text === '') return
  const command = text === '' ? 'delete' : 'insertText'
  const { ownerDocument } = area
  // Deprecated for rich text, and the only way into the undo history of a plain field.
  if (ownerDocument.execCommand?.(command, false, text)) return
  writeText(area, { start, end }, text)
}

/** The same without the focus, and without a way to undo it. */
export function writeText(
  area: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
  text: string,
): void {
  const next = area.value.slice(0, start) + text + area.value.slice(end)
  // React notices a value that did not come through its own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(area), 'value')?.set?.call(area, next)
  area.setSelectionRange(start + text.length, start + text.length)
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
