/** Fields of a form that are drawn at first, and by each press. */
export const FIELDS = { first: 20, step: 20 }

/** Values that were filled in; an empty field is an argument that is not given. */
export function withoutEmpty(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Brings the first field that is wrong into view, once it is drawn as such. */
export function focusInvalid(formId: string): void {
  requestAnimationFrame(() => {
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
}
