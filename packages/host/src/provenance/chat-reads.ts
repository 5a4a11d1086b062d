import type { Entry, Turn } from '@gatehouse/domain'
import type { TurnStore } from '../ports/index.ts'
import type { Yielder } from '../yielder.ts'
import type { EarlierCall } from './argument-texts.ts'
import { readsOf, readsOfImported, type EntryReads, type ReadText } from './read-texts.ts'

/** What a chat read along the branch that it shows, oldest first. */
export interface ChatReads {
  texts: (ReadText & { turnId: string })[]
  /** The person's own words. */
  own: string[]
  /** Calls that went to servers, or may. */
  sent: (EarlierCall & { serverId: string; entryId: string })[]
  /** The beginning of the branch is further away than is looked at. */
  isCut: boolean
}

interface TurnReads extends Omit<ChatReads, 'isCut'> {
  parentId: string | null
  /** Changes with what the turn holds. */
  stamp: number
  /** Of its texts, about. */
  bytes: number
}

/** Turns of a branch that are looked at, and of all chats that are remembered. */
const MAX_TURNS = 5000
const MAX_KEPT = 2000
/** Bytes of the texts of turns that are remembered, about. */
const MAX_BYTES = 16 * 1024 * 1024

/** Finds what was read; of turns that are over it remembers that, as long as there is room. */
export class ChatReader {
  readonly #kept = new Map<string, TurnReads>()
  readonly #turns: Pick<TurnStore, 'get' | 'size'>
  #bytes = 0

  constructor(turns: Pick<TurnStore, 'get' | 'size'>) {
    this.#turns = turns
  }

  /** With the turn as it is now. */
  async read(turn: Turn, pause: Yielder): Promise<ChatReads> {
    const all: TurnReads[] = [turnReads(turn, 0)]
    let parentId = turn.parentId
    while (parentId !== null && all.length < MAX_TURNS) {
      const reads = this.#earlier(parentId)
      if (!reads) break
      all.push(reads)
      parentId = reads.parentId
      const later = pause()
      if (later) await later
    }
    all.reverse()
    return {
      texts: all.flatMap(({ texts }) => texts),
      own: all.flatMap(({ own }) => own),
      sent: all.flatMap(({ sent }) => sent),
      isCut: parentId !== null,
    }
  }

  #earlier(turnId: string): TurnReads | null {
    const stamp = this.#turns.size(turnId)
    const known = this.#kept.get(turnId)
    if (known?.stamp === stamp) return known
    const turn = this.#turns.get(turnId)
    if (!turn) return null
    const reads = turnReads(turn, stamp)
    this.#forget(turnId)
    this.#kept.set(turnId, reads)
    this.#bytes += reads.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT && this.#bytes <= MAX_BYTES) break
      this.#forget(oldest)
    }
    return reads
  }

  #forget(turnId: string): void {
    this.#bytes -= this.#kept.get(turnId)?.bytes ?? 0
    this.#kept.delete(turnId)
  }
}

/** An entry is never changed, only replaced; many calls of a turn look at the same ones. */
const known = new WeakMap<Entry, EntryReads>()

function entryReads(entry: Entry): EntryReads {
  const reads = known.get(entry) ?? readsOf(entry)
  known.set(entry, reads)
  return reads
}

function turnReads(turn: Turn, stamp: number): TurnReads {
  const { imported } = turn
  const entries =
    imported === undefined
      ? turn.entries.map(entryReads)
      : turn.entries.map((entry) => readsOfImported(entry, imported))
  const texts = entries.flatMap((entry) =>
    entry.texts.map((text) => ({ ...text, turnId: turn.id })),
  )
  const own = entries.flatMap((entry) => entry.own)
  const sent = entries.flatMap((entry) => (entry.sent ? [entry.sent] : []))
  const bytes = bytesOf([
    ...own,
    ...texts.flatMap(({ parts }) => parts.map((part) => (typeof part === 'string' ? part : ''))),
    ...sent.flatMap((call) => call.texts.flatMap(({ text, path, kind }) => [text, path, kind])),
  ])
  return { parentId: turn.parentId, stamp, bytes, texts, own, sent }
}

/** What an object takes beside its text. */
const OVERHEAD = 64

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + OVERHEAD + 2 * text.length, 0)
