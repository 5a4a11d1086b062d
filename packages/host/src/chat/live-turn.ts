import { reduceTurn, type Entry, type Turn, type TurnEvent } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/** Milliseconds at most between a partial answer being shown and being on disk. */
const SAVE_PARTIAL_MS = 250

/** A turn that changes: every change is on disk before it is told, partial text soon after. */
export interface LiveTurn {
  readonly state: Turn
  /** Throws `store/…` when the disk refuses; nothing was told then. */
  apply(event: TurnEvent): void
  /** Writes what is pending and stops the timer. */
  flush(): void
}

export function createLiveTurn(
  initial: Turn,
  deps: Pick<HostDependencies, 'stores' | 'events' | 'timers'>,
): LiveTurn {
  let state = initial
  const partial = new Set<string>()
  let cancelSave: (() => void) | null = null

  function flush(): void {
    cancelSave?.()
    cancelSave = null
    for (const entry of state.entries)
      if (partial.has(entry.id)) deps.stores.turns.saveEntry(state.id, entry)
    partial.clear()
  }

  function savePartialSoon(entryId: string): void {
    partial.add(entryId)
    cancelSave ??= deps.timers.after(SAVE_PARTIAL_MS, () => {
      cancelSave = null
      flush()
    })
  }

  function persist(before: Turn, after: Turn): void {
    if (headChanged(before, after)) deps.stores.turns.saveTurn(after)
    after.entries.forEach((entry: Entry, index) => {
      if (before.entries[index] === entry) return
      deps.stores.turns.saveEntry(after.id, entry)
      partial.delete(entry.id)
    })
  }

  return {
    get state() {
      return state
    },
    apply(event) {
      const told = withOffset(state, event)
      const next = reduceTurn(state, told)
      if (next === state && event.type !== 'turn-started') return
      switch (event.type) {
        case 'text-delta':
        case 'reasoning-delta':
        case 'tool-call-progressed':
          state = next
          savePartialSoon(event.entryId)
          break
        case 'tool-input-delta':
          state = next
          break
        case 'turn-started':
          deps.stores.turns.saveTurn(next)
          for (const entry of next.entries) deps.stores.turns.saveEntry(next.id, entry)
          state = next
          break
        default:
          persist(state, next)
          state = next
      }
      deps.events.emit('turn.events', {
        conversationId: state.conversationId,
        turnId: state.id,
        events: [told],
      })
    },
    flush,
  }
}

/** Says where a delta begins, so that whoever hears it beside a snapshot can tell what it repeats. */
function withOffset(turn: Turn, event: TurnEvent): TurnEvent {
  if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') return event
  const entry = turn.entries.findLast((candidate) => candidate.id === event.entryId)
  if (entry?.kind !== 'assistant-message') return event
  const text = event.type === 'text-delta' ? entry.text : entry.reasoning
  return { ...event, offset: text.length }
}

function headChanged(before: Turn, after: Turn): boolean {
  return (
    before.status !== after.status ||
    before.step !== after.step ||
    before.stepLimit !== after.stepLimit ||
    before.failure !== after.failure ||
    before.superseded !== after.superseded ||
    before.leftOutTools !== after.leftOutTools ||
    before.endedAt !== after.endedAt
  )
}
