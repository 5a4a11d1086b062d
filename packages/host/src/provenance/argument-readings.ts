import type { Yielder } from '@gatehouse/base'
import type { JsonObject } from '@gatehouse/domain'
import {
  argumentTexts,
  groupByArgument,
  LONG_PIECE,
  MAX_ARGUMENT_NAMES,
  fragmentSequences,
  type EarlierCall,
  type FragmentSequence,
} from './argument-texts.ts'
import { decodings } from './decode-text.ts'
import { TextFolder } from './fold-text.ts'
import { NGRAM_LENGTH, SEPARATOR } from './ngram-index.ts'
import { shortValues, type ShortValue } from './short-values.ts'

/** Characters that all ways of reading the arguments may have together. */
const MAX_UNITS = 4 * 1024 * 1024
/** Longer texts are decoded in overlapping chunks, so that none blocks main. */
const CHUNK = 16_384
const OVERLAP = 128

/** The form in which a value was found. */
export type MatchForm = 'plain' | 'encoded' | 'reversed' | 'split'

/** One way of reading a part of the arguments. */
interface Reading {
  begin: number
  end: number
  how: MatchForm
  path: string
  /** The text that `origins` are positions in. */
  text: string
  origins: Uint32Array
  /** In joined pieces: ranges that came with earlier calls, and not with this one. */
  foreign: readonly { from: number; to: number }[]
}

/** All that is looked for: what a call sends, read in every way, one behind the other. */
export interface ArgumentReadings {
  units: Uint16Array
  /** True if an n-gram that begins here is ignored. */
  skip(at: number): boolean
  /** Describes a place: its reading, its path, and the readable characters from there. */
  describe(at: number, length: number): { how: MatchForm; path: string; excerpt: string }
  /** Links, addresses and the like that are shorter than an n-gram. */
  short: readonly ShortValue[]
  /** There was more than is looked for. */
  isCut: boolean
}

const MAX_EXCERPT = 160

/** Reads the arguments of a call in every way that is tried. `limit`: characters of all of them together. */
export async function argumentReadings(
  call: { toolName: string; arguments: JsonObject },
  before: readonly EarlierCall[],
  { pause, limit = MAX_UNITS }: { pause: Yielder; limit?: number },
): Promise<ArgumentReadings> {
  const builder = new SearchBuilder(limit)
  const texts = argumentTexts(call.arguments)
  for (const { text, path } of texts) {
    builder.add({ text, how: 'plain', path })
    const turn = pause()
    if (turn) await turn
  }
  if (groupByArgument(texts).size > MAX_ARGUMENT_NAMES) builder.isCut = true
  const budget = { left: limit }
  for (const { text, path } of texts) await addDecoded({ text, path })
  for (const row of fragmentSequences({ toolName: call.toolName, texts }, before)) {
    if (budget.left < 0) break
    builder.addSequence(row)
    // A long piece was decoded by itself: only its ends can continue in another.
    const pieces = row.pieces.map(({ text }) => endsOf(text).join('\0'))
    for (const between of ['', ' ']) await addDecoded({ text: pieces.join(between), path: '' })
    await pause()
  }

  async function addDecoded({ text, path }: { text: string; path: string }): Promise<void> {
    if (text.length < NGRAM_LENGTH) return
    for (let from = 0; from < text.length && budget.left >= 0; from += CHUNK)
      for (const one of decodings(text.slice(from, from + CHUNK + OVERLAP), budget)) {
        builder.add({ ...one, path })
        const turn = pause()
        if (turn) await turn
      }
    if (budget.left < 0) builder.isCut = true
  }
  const { tokens, isCut } = await shortValues(texts, pause)
  if (isCut) builder.isCut = true
  return builder.finish(tokens)
}

const BACKSLASH = '\\'

/** A backslash can begin an escape of JSON, or stand before a letter only to hide it. */
const readsOfEscapes = (text: string): readonly boolean[] =>
  text.includes(BACKSLASH) ? [true, false] : [true]

class SearchBuilder {
  readonly #parts: { units: Uint8Array | Uint16Array; reading: Reading }[] = []
  readonly #limit: number
  #length = 0
  isCut = false

  constructor(limit: number) {
    this.#limit = limit
  }

  add({ text, how, path }: { text: string; how: MatchForm; path: string }): void {
    for (const escapes of readsOfEscapes(text)) {
      const folder = new TextFolder({ places: true, escapes })
      folder.add(text)
      this.#keep(folder, { how, path, text, foreign: [] })
    }
  }

  addSequence({ pieces }: FragmentSequence): void {
    const isAny = pieces.some(({ text }) => text.includes(BACKSLASH))
    for (const escapes of readsOfEscapes(isAny ? BACKSLASH : '')) this.#addSequence(pieces, escapes)
  }

  #addSequence(pieces: FragmentSequence['pieces'], escapes: boolean): void {
    const folder = new TextFolder({ places: true, escapes })
    const foreign: { from: number; to: number }[] = []
    let text = ''
    for (const piece of pieces) {
      const from = folder.length
      const [begin = '', rest] = endsOf(piece.text)
      folder.add(begin)
      if (rest !== undefined) folder.part()
      folder.add(rest ?? '')
      text += begin + (rest ?? '')
      if (!piece.own) extend(foreign, { from, to: folder.length })
    }
    this.#keep(folder, { how: 'split', path: '', text, foreign })
  }

  #keep(folder: TextFolder, about: Pick<Reading, 'how' | 'path' | 'text' | 'foreign'>): void {
    if (folder.length < NGRAM_LENGTH) return
    if (this.#length + folder.length > this.#limit) {
      this.isCut = true
      return
    }
    const { units, origins } = folder.finish()
    const begin = this.#length
    this.#length += units.length + 1
    this.#parts.push({
      units,
      reading: { ...about, origins, begin, end: begin + units.length },
    })
  }

  finish(short: readonly ShortValue[]): ArgumentReadings {
    const units = new Uint16Array(this.#length)
    for (const part of this.#parts) {
      units.set(part.units, part.reading.begin)
      units[part.reading.end] = SEPARATOR
    }
    const readings = this.#parts.map(({ reading }) => reading)
    const find = (at: number): Reading | undefined => {
      let low = 0
      let high = readings.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((readings[middle]?.begin ?? 0) <= at) low = middle
        else high = middle - 1
      }
      return readings[low]
    }
    let latest: Reading | undefined
    return {
      units,
      skip(at) {
        if (!latest || at < latest.begin || at >= latest.end) latest = find(at)
        return latest !== undefined && isForeign(latest, at - latest.begin)
      },
      describe(at, length) {
        const { begin = 0, text = '', origins, how = 'plain', path = '' } = find(at) ?? {}
        const from = origins?.[at - begin] ?? 0
        const to = origins?.[at - begin + length - 1] ?? from
        return { how, path, excerpt: text.slice(from, Math.min(to + 1, from + MAX_EXCERPT)) }
      },
      short,
      isCut: this.isCut,
    }
  }
}

/** Only the ends of a long piece can be of a text that continues in the next. */
function endsOf(piece: string): string[] {
  if (piece.length <= LONG_PIECE) return [piece]
  return [piece.slice(0, LONG_PIECE / 2), piece.slice(-LONG_PIECE / 2)]
}

/** Merges ranges that touch: there are few, however many pieces there are. */
function extend(ranges: { from: number; to: number }[], next: { from: number; to: number }) {
  const last = ranges.at(-1)
  if (last?.to === next.from) last.to = next.to
  else ranges.push(next)
}

/** Wholly in what an earlier call sent. */
function isForeign({ foreign }: Reading, at: number): boolean {
  return foreign.some(({ from, to }) => from <= at && at + NGRAM_LENGTH <= to)
}
