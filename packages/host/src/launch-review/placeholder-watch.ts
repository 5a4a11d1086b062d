import type { EventSink } from '../ports/index.ts'

/** Events that may change the folder that launches are filled in with. */
const CHANGES: ReadonlySet<string> = new Set([
  'chat.changed',
  'chat.removed',
  'workspace.changed',
  'workspace.removed',
])

/** Events that are passed to `events`; `onChange` is called after each that may change what placeholders stand for. */
export function createPlaceholderWatch(events: EventSink) {
  let notify = (): void => undefined
  const watched: EventSink = {
    emit(name, payload) {
      events.emit(name, payload)
      if (CHANGES.has(name)) notify()
    },
  }
  return {
    events: watched,
    onChange(listener: () => void): void {
      notify = listener
    },
  }
}
