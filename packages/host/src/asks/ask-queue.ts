import {
  GatehouseError,
  reduceAsk,
  type Ask,
  type AskAnswer,
  type AskEvent,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/** Everything that waits for a person, in main, so that a closed or killed window loses nothing. */
export interface AskQueue {
  /** Oldest first. */
  pending(): Ask[]
  /**
   * Puts an ask before the person and resolves with the answer. Rejects with `ask/withdrawn` when
   * `signal` is aborted first.
   */
  ask(ask: Ask, signal: AbortSignal): Promise<AskAnswer>
  /** Throws `ask/not-pending` when it was answered or withdrawn, `ask/wrong-kind` on another kind's answer. */
  answer(id: string, answer: AskAnswer): void
}

interface Waiting {
  ask: Ask
  settle(event: AskEvent): void
}

export function createAskQueue(deps: Pick<HostDependencies, 'events' | 'clock'>): AskQueue {
  const waiting = new Map<string, Waiting>()

  function settle(id: string, event: AskEvent): void {
    const entry = waiting.get(id)
    if (!entry) return
    waiting.delete(id)
    deps.events.emit('ask.changed', reduceAsk(entry.ask, event))
    entry.settle(event)
  }

  return {
    pending: () => [...waiting.values()].map((entry) => entry.ask),

    ask(ask, signal) {
      return new Promise((resolve, reject) => {
        const withdrawn = (): GatehouseError =>
          new GatehouseError('ask/withdrawn', 'The request was withdrawn before it was answered.')
        if (signal.aborted) {
          reject(withdrawn())
          return
        }
        const onAbort = (): void =>
          settle(ask.id, { type: 'withdrawn', at: deps.clock.now(), reason: 'stopped' })
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(ask.id, {
          ask,
          settle(event) {
            signal.removeEventListener('abort', onAbort)
            if (event.type === 'answered') resolve(event.answer)
            else reject(withdrawn())
          },
        })
        deps.events.emit('ask.changed', ask)
      })
    },

    answer(id, answer) {
      const entry = waiting.get(id)
      if (!entry)
        throw new GatehouseError(
          'ask/not-pending',
          'This request was answered or withdrawn already. Nothing was changed.',
        )
      if (entry.ask.kind !== answer.kind)
        throw new GatehouseError('ask/wrong-kind', 'The answer does not fit this request.')
      settle(id, { type: 'answered', at: deps.clock.now(), answer })
    },
  }
}
