import {
  reduceTurn,
  type StoredResult,
  type ProviderParts,
  type ToolResult,
  type TranscriptTurn,
  type Turn,
  type TurnEvent,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { StreamedDelta } from '../../ports/index.ts'
import { blobsOfChat } from '../conversations/blobs-of-chat.ts'
import { filesSizeOf, isFull, storeLargeParts } from '../tool-results/store-large-parts.ts'
import { isTurnFull, storedSizeOf } from '../tool-results/stored-size.ts'

/** Milliseconds at most between a partial answer being shown and being on disk. */
const SAVE_PARTIAL_MS = 250

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'timers'>

/** A turn that changes: every change is saved before its event is emitted, partial text soon after. */
export class LiveTurn {
  #state: Turn
  /** By entry, the text that streamed since the last write: it is appended, the whole is never written again. */
  readonly #pieces = new Map<string, StreamedDelta>()
  #cancelSave: (() => void) | null = null
  #saveError: Error | null = null
  readonly #deps: Dependencies
  /** Bytes of its results in files, pending writes included. */
  #filed: number

  constructor(turn: Turn, deps: Dependencies) {
    this.#state = turn
    this.#deps = deps
    this.#filed = filesSizeOf(turn)
  }

  get state(): Turn {
    return this.#state
  }

  /** Throws `store/…` when the disk refuses; no event was emitted then. */
  apply(change: TurnEvent): void {
    this.#throwSaveError()
    const event = placed(this.#state, change)
    const next = reduceTurn(this.#state, event)
    if (next === this.#state) return
    switch (event.type) {
      case 'text-delta':
        this.#appendSoon(event.entryId, { text: event.text, reasoning: '' })
        break
      case 'reasoning-delta':
        this.#appendSoon(event.entryId, { text: '', reasoning: event.text })
        break
      // Of use only while it is shown; the call's end saves the last of it.
      case 'tool-call-progressed':
      case 'tool-input-delta':
        break
      default:
        this.#persist(this.#state, next)
    }
    this.#state = next
    this.#emit(event)
  }

  /** A result of one of its calls, its large parts on disk; to be applied with `tool-call-finished`. */
  async storePartsOf(result: ToolResult): Promise<StoredResult> {
    const filed = this.#filed
    this.#filed += storedSizeOf(result)
    const { conversationId } = this.#state
    return storeLargeParts(result, {
      blobs: blobsOfChat(this.#deps.stores.blobs, conversationId),
      filed,
    })
  }

  /** True if the turn is too large to continue with another step. */
  get isFull(): boolean {
    return isTurnFull(this.#state) || isFull(this.#filed)
  }

  /** Saves a new turn and emits it. */
  begin(): void {
    const turn = this.#state
    const { stores } = this.#deps
    stores.transaction(() => {
      stores.turns.saveTurn(turn)
      for (const entry of turn.entries) stores.turns.saveEntry(turn.id, entry)
    })
    const versions = stores.turns.versions(turn.id)
    this.#emit({ type: 'turn-started', turn, ...(versions ? { versions } : {}) })
  }

  /** Writes what is pending and stops the timer. */
  flush(): void {
    this.#cancelSave?.()
    this.#cancelSave = null
    for (const [entryId, piece] of this.#pieces) {
      this.#deps.stores.turns.appendText(this.#state.id, entryId, piece)
      this.#pieces.delete(entryId)
    }
  }

  /** Saves one entry as it is: for what no one keeps in memory, such as a task's progress. */
  keep(entryId: string): void {
    const entry = this.#state.entries.find(({ id }) => id === entryId)
    if (entry) this.#deps.stores.turns.saveEntry(this.#state.id, entry)
  }

  /** Keeps what the provider of a message wants back. It is not announced. */
  keepParts(entryId: string, parts: ProviderParts): void {
    this.#deps.stores.turns.saveProviderParts(this.#state.id, entryId, parts)
  }

  #emit(event: TurnEvent): void {
    const { conversationId, id } = this.#state
    this.#deps.events.emit('turn.events', { conversationId, turnId: id, events: [event] })
  }

  #appendSoon(entryId: string, { text, reasoning }: StreamedDelta): void {
    const known = this.#pieces.get(entryId)
    this.#pieces.set(entryId, {
      text: (known?.text ?? '') + text,
      reasoning: (known?.reasoning ?? '') + reasoning,
    })
    this.#cancelSave ??= this.#deps.timers.after(SAVE_PARTIAL_MS, () => {
      this.#cancelSave = null
      try {
        this.flush()
      } catch (error) {
        this.#saveError = error instanceof Error ? error : new Error(String(error))
      }
    })
  }

  /** An error of the disk that came between two calls is thrown by the next one. */
  #throwSaveError(): void {
    const error = this.#saveError
    this.#saveError = null
    if (error !== null) throw error
  }

  /** Head and entries together: a turn that is over has no entry that still runs. */
  #persist(before: Turn, after: Turn): void {
    const { stores } = this.#deps
    const changed = after.entries.filter((entry, index) => before.entries[index] !== entry)
    stores.transaction(() => {
      if (headChanged(before, after)) stores.turns.saveTurn(after)
      for (const entry of changed) stores.turns.saveEntry(after.id, entry)
    })
    for (const { id } of changed) this.#pieces.delete(id)
  }
}

/** Adds its start position to a delta, so that a window that loaded the turn in between does not add it twice. */
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
    before.usage !== after.usage ||
    before.cost !== after.cost ||
    before.leftOutTools !== after.leftOutTools ||
    before.leftOutParameters !== after.leftOutParameters ||
    before.changedParameters !== after.changedParameters ||
    before.leftOutTurns !== after.leftOutTurns ||
    before.leftOutPinned !== after.leftOutPinned ||
    before.contextRefused !== after.contextRefused ||
    before.resultsShortened !== after.resultsShortened ||
    before.providerDataLeftOut !== after.providerDataLeftOut ||
    before.request !== after.request ||
    before.endedAt !== after.endedAt
  )
}

/** A part of the turn that runs, with what is not on disk yet. */
export function withLiveEntries(part: TranscriptTurn, live: Turn): TranscriptTurn {
  const now = new Map(live.entries.map((entry) => [entry.id, entry]))
  return { ...part, ...live, entries: part.entries.map((entry) => now.get(entry.id) ?? entry) }
}
