import type { Yielder } from '@gatehouse/base'
import type { DataFlow } from '@gatehouse/domain'
import type { ArgumentReadings } from './argument-readings.ts'
import { isWordStart, unitsToText, type FoldedText } from './fold-text.ts'
import { NGRAM_LENGTH, NgramIndex, type CommonSubstring } from './ngram-index.ts'
import type { ShortValue } from './short-values.ts'
import { isSignificantMatch, type MatchInSource } from './significant-match.ts'
import { WordTable } from './word-table.ts'

/** Places that are looked at between two looks at the time. */
const CHUNK = 16_384
/** Characters of runs that overlap in the source, which are weighed together. */
const MAX_ROW = 256
/** Words of the person that are remembered. */
const MAX_ORDINARY = 20_000

/** A text that is looked through. */
export interface SearchedSource<From> {
  from: From
  turnId: string
  entryId: string
  label: string
}

type IsSignificant = (source: FoldedText, match: MatchInSource) => boolean

type Found<From> = Omit<DataFlow, 'from'> & { from: From }

/** One search for what is sent, in one text after the other. `From`: who gave a text. */
export class FlowSearch<From> {
  readonly #searched: ArgumentReadings
  readonly #table: NgramIndex
  readonly #ordinary = new Set<string>()
  /** Links, addresses and keys of fewer characters, which count as a whole, between other words. */
  readonly #short: WordTable<ShortValue>
  /** By source and argument: the longest match. */
  readonly #found = new Map<string, Found<From>>()
  readonly #isSignificant: IsSignificant
  readonly pause: Yielder

  /** `isSignificant`: whether a common substring says something; absent: by the words in it. */
  constructor(searched: ArgumentReadings, pause: Yielder, isSignificant?: IsSignificant) {
    this.#isSignificant =
      isSignificant ??
      ((source, match) => isSignificantMatch(source, match, (word) => this.#ordinary.has(word)))
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

  async look(source: SearchedSource<From>, folded: FoldedText): Promise<void> {
    const seen = new Map<number, number>()
    const weigh = (match: CommonSubstring, longest: CommonSubstring): void => {
      if (this.#isSignificant(folded, match)) this.#note(source, longest, match.length)
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

  #note(source: SearchedSource<From>, { at, length }: CommonSubstring, characters: number): void {
    this.#keep(source, { ...this.#searched.describe(at, length), characters })
  }

  #keep(
    { from, turnId, entryId, label }: SearchedSource<From>,
    found: Pick<DataFlow, 'path' | 'how' | 'excerpt' | 'characters'>,
  ): void {
    const key = JSON.stringify([from, entryId, found.path])
    const known = this.#found.get(key)
    if (known && known.characters >= found.characters) return
    this.#found.set(key, { from, turnId, entryId, label, ...found })
  }

  /** The longest of each source first; a reading of several arguments only where no argument has it by itself. */
  flows(): Found<From>[] {
    const all = [...this.#found.values()].sort((one, other) => other.characters - one.characters)
    const placeOf = ({ from, entryId, label }: Found<From>): string =>
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
