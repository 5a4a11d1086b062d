import type { HostDependencies } from './dependencies.ts'

/** Changes that belong together: all of them are kept and announced, or none when one of them throws. */
export type Transaction = <T>(work: () => T) => T

/** The same with a way to change things `transaction`: their events are emitted at the end, or not at all. */
export function withTransactions<Parts extends Pick<HostDependencies, 'stores' | 'events'>>(
  parts: Parts,
): Parts & { transaction: Transaction } {
  const { stores, events } = parts
  let waiting: (() => void)[] | null = null
  return {
    ...parts,
    events: {
      emit(name, payload) {
        if (waiting) waiting.push(() => events.emit(name, payload))
        else events.emit(name, payload)
      },
    },
    transaction(work) {
      if (waiting) return work()
      const emits: (() => void)[] = []
      waiting = emits
      let result
      try {
        result = stores.transaction(work)
      } finally {
        waiting = null
      }
      for (const emit of emits) emit()
      return result
    },
  }
}
