import { reduceTurn, type Turn, type TurnEvent } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/** Milliseconds at most between a partial answer being shown and being on disk. */
const SAVE_PARTIAL_MS = 250

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'timers'>

/** A turn that changes: every change is on disk before it is told, partial text soon after. */
export class LiveTurn {
  #state: Turn
  readonly #partial = new Set<string>()
  #cancelSave: (() => void) | null = null
  readonly #deps: Dependencies

  constructor(turn: Turn, deps: Dependencies) {
    this.#state = turn
    this.#deps = deps
  }

  get state(): Turn {
    return this.#state
  }

  /** Throws `store/…` when the disk refuses; nothing was told then. */
  apply(change: TurnEvent): void {
    const event = placed(this.#state, change)
    const next = reduceTurn(this.#state, event)
    if (next === this.#state) return
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-call-progressed':
        this.#savePartialSoon(event.entryId)
        break
      case 'tool-input-delta':
        break
      default:
        this.#persist(this.#state, next)
    }
    this.#state = next
    this.#tell(event)
  }

  /** Saves a new turn whole and tells of it. */
  begin(): void {
    const turn = this.#state
    this.#deps.stores.turns.saveTurn(turn)
    for (const entry of turn.entries) this.#deps.stores.turns.saveEntry(turn.id, entry)
    this.#tell({ type: 'turn-started', turn })
  }

  /** Writes what is pending and stops the timer. */
  flush(): void {
    this.#cancelSave?.()
    this.#cancelSave = null
    for (const entry of this.#state.entries)
      if (this.#partial.has(entry.id)) this.#deps.stores.turns.saveEntry(this.#state.id, entry)
    this.#partial.clear()
  }

  #tell(event: TurnEvent): void {
    const { conversationId, id } = this.#state
    this.#deps.events.emit('turn.events', { conversationId, turnId: id, events: [event] })
  }

  #savePartialSoon(entryId: string): void {
    this.#partial.add(entryId)
    this.#cancelSave ??= this.#deps.timers.after(SAVE_PARTIAL_MS, () => {
      this.#cancelSave = null
      this.flush()
    })
  }

  #persist(before: Turn, after: Turn): void {
    if (headChanged(before, after)) this.#deps.stores.turns.saveTurn(after)
    after.entries.forEach((entry, index) => {
      if (before.entries[index] === entry) return
      this.#deps.stores.turns.saveEntry(after.id, entry)
      this.#partial.delete(entry.id)
    })
  }
}

/** Says of a delta where it begins, so that a window which asked meanwhile does not add it twice. */
function placed(turn: Turn, event: TurnEvent): TurnEvent {
  if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') return event
  const entry = turn.entries.find((candidate) => candidate.id === event.entryId)
  if (entry?.kind !== 'assistant-message') return event
  const known = event.type === 'text-delta' ? entry.text : entry.reasoning
  return { ...event, offset: known.length }
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
