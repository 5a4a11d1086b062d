import type { CallFlows, DataFlow, FlowSource, JsonObject, Tool, Turn } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { createYielder, type Yielder } from '../yielder.ts'
import { ChatReader, type ChatSourceTexts } from './chat-source-texts.ts'
import { commonPhrases } from './common-words.ts'
import { isWordStart, unitsToText, type FoldedText } from './fold-text.ts'
import { foldTextYielding, FoldedTexts } from './folded-texts.ts'
import { NGRAM_LENGTH, NgramIndex, type CommonSubstring } from './ngram-index.ts'
import { isSignificantMatch } from './significant-match.ts'
import type { SourceText } from './source-texts.ts'
import { argumentReadings, type ArgumentReadings } from './argument-readings.ts'
import type { ShortValue } from './short-values.ts'
import { WordTable } from './word-table.ts'

/** Places that are looked at between two looks at the time. */
const CHUNK = 16_384
/** Characters of all that a chat read which are compared with one call. */
const MAX_COMPARED = 96 * 1024 * 1024
/** Characters of the person's and the receiver's texts that are indexed. */
const MAX_KNOWN = 32 * 1024 * 1024
/** Flows that are listed; beyond that, one of each source. */
const MAX_FLOWS = 12
/** Calls before, in which pieces may have gone. */
const MAX_BEFORE = 64
/** Characters of runs that overlap in the source, which are weighed together. */
const MAX_ROW = 256
/** Words of the person that are remembered. */
const MAX_ORDINARY = 20_000

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'timers'>

/** Characters; each as large as it needs to be where it is absent. */
export interface FlowLimits {
  /** Characters of the person's and the receiver's texts that are indexed. */
  known?: number
  /** Of all ways of reading the arguments. */
  searched?: number
}

/** A call that waits to be decided. */
export interface CheckedCall {
  turn: Turn
  entryId: string
  serverId: string
  tool: Tool
  arguments: JsonObject
}

/**
 * Finds text in the arguments of a call that another server gave, or that a file has which the person attached.
 * What the person wrote themselves, and what the receiver gave itself, is no flow. It works in turns of the event
 * loop, in time that grows with the texts and not with their product.
 */
export class FlowFinder {
  readonly #deps: Dependencies
  readonly #limits: FlowLimits
  readonly #reader: ChatReader
  readonly #folded: FoldedTexts
  /** Resolves when no search runs any more. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: Dependencies, limits: FlowLimits = {}) {
    this.#deps = deps
    this.#limits = limits
    this.#reader = new ChatReader(deps.stores.turns)
    this.#folded = new FoldedTexts(deps.stores.blobs)
  }

  /**
   * Checks one call after the other: a hundred at once would take a hundred times the memory and time. Once `signal`
   * is aborted it resolves at once, and reports that nothing was compared.
   */
  async find(call: CheckedCall, signal?: AbortSignal): Promise<CallFlows> {
    const before = this.#last
    const search = (async () => {
      await before
      return this.#find(call, endedBy(signal, createYielder(this.#deps)))
    })()
    this.#last = search.catch(() => undefined)
    return signal ? unlessAborted(search, signal) : search
  }

  async #find(call: CheckedCall, pause: Yielder): Promise<CallFlows> {
    await pause()
    const reads = await this.#reader.read(call.turn, pause)
    const others = reads.texts.filter(({ from }) => isOther(from, call.serverId))
    if (others.length === 0) return reads.isCut ? { flows: [], isIncomplete: true } : { flows: [] }
    const before = reads.sent.filter(
      ({ serverId, entryId }) => serverId === call.serverId && entryId !== call.entryId,
    )
    const asked = { toolName: call.tool.name, arguments: call.arguments }
    const { searched: limit } = this.#limits
    const searched = await argumentReadings(asked, before.slice(-MAX_BEFORE), {
      pause,
      ...(limit === undefined ? {} : { limit }),
    })
    const search = new Search(searched, pause)
    await search.prepare()
    const isAllKnown = await this.#ignoreKnown(search, { call, reads })
    return this.#search(search, others, reads.isCut || !isAllKnown)
  }

  /**
   * Ignores text of the person, text of the receiver, and common phrases; false when it is too much to index, which
   * keeps the latest.
   */
  async #ignoreKnown(
    search: Search,
    { call, reads }: { call: CheckedCall; reads: ChatSourceTexts },
  ): Promise<boolean> {
    for (const text of [...commonPhrases, JSON.stringify(call.tool)])
      await search.ignore(await foldTextYielding(text, search.pause))
    let left = this.#limits.known ?? MAX_KNOWN
    for (const text of reads.own.toReversed()) {
      if (left <= 0) return false
      const folded = await foldTextYielding(text, search.pause)
      left -= folded.units.length
      await search.ignore(folded)
      await search.noteOrdinary(folded)
    }
    for (const text of reads.texts.toReversed()) {
      if (isOther(text.from, call.serverId)) continue
      if (left <= 0) return false
      const { folded } = await this.#folded.of(text, search.pause)
      left -= folded.units.length
      await search.ignore(folded)
    }
    return true
  }

  async #search(
    search: Search,
    others: ChatSourceTexts['texts'],
    isCut: boolean,
  ): Promise<CallFlows> {
    let left = MAX_COMPARED
    let isIncomplete = isCut || search.isCut
    let isUnread = false
    // The latest first: should it be too much, it is the beginning of the chat that is left out.
    for (const text of others.toReversed()) {
      if (left <= 0) {
        isIncomplete = true
        break
      }
      const { folded, ...read } = await this.#folded.of(text, search.pause)
      if (read.isUnread) isUnread = true
      left -= folded.units.length
      await search.look(text, folded)
    }
    const all = search.flows()
    const flows = listed(all)
    return {
      flows,
      ...(all.length > flows.length ? { more: all.length - flows.length } : {}),
      ...(isIncomplete ? { isIncomplete } : {}),
      ...(isUnread ? { isUnread } : {}),
    }
  }
}

/** A yielder that throws at the next pause once the signal is aborted. */
function endedBy(signal: AbortSignal | undefined, pause: Yielder): Yielder {
  return () => {
    signal?.throwIfAborted()
    return pause()
  }
}

/** A search may wait behind others, and for the disk. */
async function unlessAborted(search: Promise<CallFlows>, signal: AbortSignal): Promise<CallFlows> {
  let stop = (): void => undefined
  const stopped = new Promise<CallFlows>((resolve) => {
    stop = () => resolve({ flows: [], isIncomplete: true })
    signal.addEventListener('abort', stop)
  })
  try {
    if (signal.aborted) stop()
    return await Promise.race([stopped, search])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The longest of each source, as the rules are for sources; then the longest of the others. */
function listed(all: readonly DataFlow[]): DataFlow[] {
  const sources = new Set<string | null>()
  const first: DataFlow[] = []
  const others: DataFlow[] = []
  for (const flow of all) {
    const id = flow.from.kind === 'server' ? flow.from.serverId : null
    if (sources.has(id)) others.push(flow)
    else first.push(flow)
    sources.add(id)
  }
  return [...first, ...others.slice(0, Math.max(0, MAX_FLOWS - first.length))]
}

function isOther(from: FlowSource, serverId: string): boolean {
  return from.kind === 'file' || from.serverId !== serverId
}

type Source = SourceText & { turnId: string }

/** One search for what a call sends, in one text after the other. */
class Search {
  readonly #searched: ArgumentReadings
  readonly #table: NgramIndex
  readonly #ordinary = new Set<string>()
  /** Links, addresses and keys of fewer characters, which count as a whole, between other words. */
  readonly #short: WordTable<ShortValue>
  /** By source and argument: the longest match. */
  readonly #found = new Map<string, DataFlow>()
  readonly pause: Yielder

  constructor(searched: ArgumentReadings, pause: Yielder) {
    this.#searched = searched
    this.#table = new NgramIndex(searched.units)
    this.#short = new WordTable(searched.short)
    this.pause = pause
  }

  get isCut(): boolean {
    return this.#searched.isCut
  }

  async prepare(): Promise<void> {
    while (this.#table.addMore(CHUNK, this.#searched.skip)) await this.pause()
  }

  /** Short ones too: of them only those that are news stay. */
  async ignore(text: FoldedText): Promise<void> {
    await this.#scan(text, (match) => this.#table.ignore(match))
    await this.#scanWords(text, (word) => this.#short.remove(word))
  }

  /** Words that the person brought into the chat. */
  async noteOrdinary(text: FoldedText): Promise<void> {
    let begin = 0
    for (let at = 1; at <= text.units.length; at += 1) {
      if (at % CHUNK === 0) await this.pause()
      if (at < text.units.length && !isWordStart(text, at)) continue
      if (this.#ordinary.size >= MAX_ORDINARY) return
      this.#ordinary.add(unitsToText(text.units.subarray(begin, at)))
      begin = at
    }
  }

  async look(source: Source, folded: FoldedText): Promise<void> {
    const seen = new Map<number, number>()
    const weigh = (match: CommonSubstring, longest: CommonSubstring): void => {
      if (isSignificantMatch(folded, match, (word) => this.#ordinary.has(word)))
        this.#note(source, longest, match.length)
    }
    let row: { all: CommonSubstring; longest: CommonSubstring } | undefined
    await this.#scan(folded, (match) => {
      const isKnown = (seen.get(match.at) ?? 0) >= match.length
      seen.set(match.at, Math.max(match.length, seen.get(match.at) ?? 0))
      const newPart = this.#table.newPart(match)
      if (!newPart) return
      const whole = this.#table.withEarlier(newPart, folded.units)
      if (!isKnown) weigh(whole, whole)
      // Each n-gram that lies there in the source is sent, if not in this order.
      const goesOn = row && whole.from <= row.all.from + row.all.length - NGRAM_LENGTH + 1
      if (!row || !goesOn || row.all.length > MAX_ROW) {
        row = { all: whole, longest: whole }
        return
      }
      const all = { ...row.all, length: whole.from + whole.length - row.all.from }
      row = { all, longest: whole.length > row.longest.length ? whole : row.longest }
      weigh(row.all, row.longest)
    })
    await this.#scanWords(folded, ({ units, path, text }) =>
      this.#keep(source, { path, how: 'plain', excerpt: text, characters: units.length }),
    )
  }

  #note(source: Source, { at, length }: CommonSubstring, characters: number): void {
    this.#keep(source, { ...this.#searched.describe(at, length), characters })
  }

  #keep(
    { from, turnId, entryId, label }: Source,
    found: Pick<DataFlow, 'path' | 'how' | 'excerpt' | 'characters'>,
  ): void {
    const key = JSON.stringify([from, entryId, found.path])
    const known = this.#found.get(key)
    if (known && known.characters >= found.characters) return
    this.#found.set(key, { from, turnId, entryId, label, ...found })
  }

  /** The longest of each source first; a reading of several arguments only where no argument has it by itself. */
  flows(): DataFlow[] {
    const all = [...this.#found.values()].sort((one, other) => other.characters - one.characters)
    const placeOf = ({ from, entryId, label }: DataFlow): string =>
      JSON.stringify([from, entryId, label])
    const placed = new Set(all.filter(({ path }) => path !== '').map(placeOf))
    return all.filter((flow) => flow.path !== '' || !placed.has(placeOf(flow)))
  }

  async #scanWords(text: FoldedText, onMatch: (word: ShortValue) => void): Promise<void> {
    if (this.#short.isEmpty) return
    for (let from = 0; from < text.units.length; from += CHUNK) {
      this.#short.scan(text, { from, to: from + CHUNK }, onMatch)
      const later = this.pause()
      if (later) await later
    }
  }

  async #scan({ units }: FoldedText, onMatch: (match: CommonSubstring) => void): Promise<void> {
    for (let from = 0; from < units.length;) {
      from = this.#table.scan(units, { from, to: from + CHUNK }, onMatch)
      const later = this.pause()
      if (later) await later
    }
  }
}
