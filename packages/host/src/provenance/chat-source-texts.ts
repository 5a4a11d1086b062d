import type { Yielder } from '@gatehouse/base'
import type { Entry, Turn } from '@gatehouse/domain'
import type { TurnStore } from '../ports/index.ts'
import type { EarlierCall } from './argument-texts.ts'
import {
  sourceTextsOf,
  sourceTextsOfImported,
  type EntrySourceTexts,
  type SourceText,
} from './source-texts.ts'

/** The texts that a chat read along its shown branch, oldest first. */
export interface ChatSourceTexts {
  texts: (SourceText & { turnId: string })[]
  /** The person's own words. */
  own: string[]
  /** The answers of models. */
  said: string[]
  /** Calls that went to servers, or may. */
  sent: (EarlierCall & { serverId: string; entryId: string })[]
  /** The beginning of the branch is further away than is looked at. */
  isCut: boolean
}

interface TurnSourceTexts extends Omit<ChatSourceTexts, 'isCut'> {
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
  readonly #kept = new Map<string, TurnSourceTexts>()
  readonly #turns: Pick<TurnStore, 'get' | 'size'>
  #bytes = 0

  constructor(turns: Pick<TurnStore, 'get' | 'size'>) {
    this.#turns = turns
  }

  /** With the turn as it is now. */
  async read(turn: Turn, pause: Yielder): Promise<ChatSourceTexts> {
    const all: TurnSourceTexts[] = [turnSourceTexts(turn, 0)]
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
      said: all.flatMap(({ said }) => said),
      sent: all.flatMap(({ sent }) => sent),
      isCut: parentId !== null,
    }
  }

  #earlier(turnId: string): TurnSourceTexts | null {
    const stamp = this.#turns.size(turnId)
    const known = this.#kept.get(turnId)
    if (known?.stamp === stamp) return known
    const turn = this.#turns.get(turnId)
    if (!turn) return null
    const reads = turnSourceTexts(turn, stamp)
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

interface KnownSourceTexts extends EntrySourceTexts {
  turnId: string
  texts: ChatSourceTexts['texts']
  /** Of its texts, about. */
  bytes: number
}

/** An entry is never changed, only replaced; many calls of a turn look at the same ones. */
const known = new WeakMap<Entry, KnownSourceTexts>()

function entrySourceTexts(entry: Entry, { id: turnId, imported }: Turn): KnownSourceTexts {
  const found = known.get(entry)
  if (found?.turnId === turnId) return found
  const reads =
    imported === undefined ? sourceTextsOf(entry) : sourceTextsOfImported(entry, imported)
  const texts = reads.texts.map((text) => ({ ...text, turnId }))
  const bytes = bytesOf([
    ...reads.own,
    reads.said ?? '',
    ...texts.flatMap(({ parts }) => parts.map((part) => (typeof part === 'string' ? part : ''))),
    ...(reads.sent?.texts ?? []).flatMap(({ text, path, kind }) => [text, path, kind]),
  ])
  const all = { ...reads, turnId, texts, bytes }
  known.set(entry, all)
  return all
}

function turnSourceTexts(turn: Turn, stamp: number): TurnSourceTexts {
  const entries = turn.entries.map((entry) => entrySourceTexts(entry, turn))
  return {
    parentId: turn.parentId,
    stamp,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    texts: entries.flatMap(({ texts }) => texts),
    own: entries.flatMap(({ own }) => own),
    said: entries.flatMap(({ said }) => said ?? []),
    sent: entries.flatMap(({ sent }) => sent ?? []),
  }
}

/** Bytes of an object beside its text. */
const OVERHEAD = 64

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + OVERHEAD + 2 * text.length, 0)
