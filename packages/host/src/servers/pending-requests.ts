import type { ToolCallProgress } from '@gatehouse/domain'
import type { EventSink } from '../ports/index.ts'

/** Requests that the window waits for: each can be cancelled and reports its progress. */
export interface PendingRequests {
  /** Runs `task`; an earlier one with the same id is cancelled. Without an id it cannot be cancelled. */
  run<T>(
    id: string | undefined,
    task: (onProgress: (progress: ToolCallProgress) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T>
  /** Does nothing when that request is over. */
  cancel(id: string): void
}

export function createPendingRequests(events: EventSink): PendingRequests {
  const running = new Map<string, AbortController>()
  const cancel = (id: string): void => running.get(id)?.abort('Cancelled by the user')
  return {
    async run(id, task) {
      const controller = new AbortController()
      if (id === undefined) return task(() => undefined, controller.signal)
      cancel(id)
      running.set(id, controller)
      const { signal } = controller
      try {
        return await task((progress) => {
          if (!signal.aborted) events.emit('server.request-progress', { requestId: id, progress })
        }, signal)
      } finally {
        if (running.get(id) === controller) running.delete(id)
      }
    },
    cancel,
  }
}
