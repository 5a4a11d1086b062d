import type { EventSink } from './ports/index.ts'

/**
 * Events whose listeners fail alone. They are emitted once a change is on disk: an error that reached who made it would
 * pass for a change that was not made, and leave undone what follows it.
 */
export function containErrors(
  events: EventSink,
  onError: (error: unknown) => void = () => undefined,
): EventSink {
  return {
    emit(name, payload) {
      try {
        events.emit(name, payload)
      } catch (error) {
        onError(error)
      }
    },
  }
}
