import type { ServerView } from '@gatehouse/domain'
import type { CompletionFieldProps } from './completion-field.tsx'

/** Fields of a form that are drawn at first, and by each press. */
export const FIELDS = { first: 20, step: 20 }

/** Values that were filled in; an empty field is an argument that is not given. */
export function withoutEmpty(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** What a completed field needs to know of its server. */
export function completingServer(view: ServerView): CompletionFieldProps['server'] {
  const { id, name } = view.config
  return { id, name, completes: hasCapability(view, 'completions') }
}

/** Whether a running server announced it. */
export function hasCapability({ connection }: ServerView, name: string): boolean {
  return connection.status === 'ready' && connection.info.capabilities[name] !== undefined
}

/** Brings the first field that is wrong into view, once it is drawn as such. */
export function focusInvalid(formId: string): void {
  requestAnimationFrame(() => {
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
}
