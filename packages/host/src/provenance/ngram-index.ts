/** Consecutive characters that two texts must have in common. */
export const NGRAM_LENGTH = 12

/** A unit that no folded text contains: it separates texts that are joined. */
export const SEPARATOR = 0

/** Characters of earlier calls by which a match may be extended backwards. */
const MAX_EARLIER = 64

/** Bytes. */
const MAX_FILTER = 2 * 1024 * 1024

type Units = Uint8Array | Uint16Array

/** Odd, and chosen anew at each start: no one can prepare texts whose hashes collide. */
const BASE = (Math.random() * 0x7fff_ffff) | 0 | 1

/** `BASE` to the power of `NGRAM_LENGTH - 1`. */
const HIGH = Array.from({ length: NGRAM_LENGTH - 1 }).reduce<number>(
  (all) => Math.imul(all, BASE),
  1,
)

function hashOf(units: Units, at: number): number {
  let hash = 0
  for (let step = 0; step < NGRAM_LENGTH; step += 1)
    hash = (Math.imul(hash, BASE) + (units[at + step] ?? 0)) | 0
  return hash
}

const rolled = (hash: number, gone: number, next: number): number =>
  (Math.imul((hash - Math.imul(gone, HIGH)) | 0, BASE) + next) | 0

/** A substring that a text has in common with the indexed text. */
export interface CommonSubstring {
  /** Where it begins in the indexed text, at its first occurrence. */
  at: number
  /** Where it begins in the other text. */
  from: number
  length: number
}

/**
 * Indexes the n-grams of {@link NGRAM_LENGTH} characters of one text by a rolling hash (Karp and Rabin 1987), to find
 * them in other texts. Both take time linear in the texts; what the hash finds is compared.
 */
export class NgramIndex {
  readonly #units: Uint16Array
  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #hashes: Int32Array
  /** The first place with the same n-gram; -1 = none begins here. */
  readonly #first: Int32Array
  readonly #isIgnored: Uint8Array
  /** A Bloom filter of the hashes: small enough for the cache of the processor, and enough for most places. */
  readonly #filter: Uint8Array
  #added = 0
  #mask: number

  constructor(units: Uint16Array) {
    this.#units = units
    const count = Math.max(1, units.length)
    let size = 16
    while (size < 2 * count) size *= 2
    this.#mask = size - 1
    this.#filter = new Uint8Array(Math.min(size, MAX_FILTER))
    this.#heads = new Int32Array(size).fill(-1)
    this.#next = new Int32Array(count).fill(-1)
    this.#hashes = new Int32Array(count)
    this.#first = new Int32Array(count).fill(-1)
    this.#isIgnored = new Uint8Array(count)
  }

  /** Indexes up to `count` more places; false once all are. N-grams for which `skip` holds are left out. */
  addMore(count: number, skip: (at: number) => boolean): boolean {
    const units = this.#units
    const last = units.length - NGRAM_LENGTH
    const end = Math.min(last, this.#added + count - 1)
    let parted = -1
    for (
      let at = Math.max(0, this.#added - NGRAM_LENGTH);
      at < this.#added + NGRAM_LENGTH - 1;
      at += 1
    )
      if (units[at] === SEPARATOR) parted = at
    for (let at = this.#added; at <= end; at += 1) {
      if (units[at + NGRAM_LENGTH - 1] === SEPARATOR) parted = at + NGRAM_LENGTH - 1
      if (parted >= at || skip(at)) continue
      this.#add(at)
    }
    this.#added = end + 1
    return end < last
  }

  #add(at: number): void {
    const hash = hashOf(this.#units, at)
    const found = this.find(hash, this.#units, at)
    this.#first[at] = found < 0 ? at : found
    if (found >= 0) return
    this.#hashes[at] = hash
    const slot = (hash ^ (hash >>> 15)) & this.#mask
    const bit = (hash >>> 3) & (this.#filter.length - 1)
    this.#filter[bit] = (this.#filter[bit] ?? 0) | (1 << (hash & 7))
    this.#next[at] = this.#heads[slot] ?? -1
    this.#heads[slot] = at
  }

  /** The first place of this n-gram; -1 = there is none. */
  find(hash: number, units: Units, from: number): number {
    const bits = this.#filter[(hash >>> 3) & (this.#filter.length - 1)] ?? 0
    if ((bits & (1 << (hash & 7))) === 0) return -1
    let at = this.#heads[(hash ^ (hash >>> 15)) & this.#mask] ?? -1
    while (at >= 0) {
      if (this.#hashes[at] === hash && this.#isSame(at, units, from)) return at
      at = this.#next[at] ?? -1
    }
    return -1
  }

  #isSame(at: number, units: Units, from: number): boolean {
    for (let step = 0; step < NGRAM_LENGTH; step += 1)
      if (this.#units[at + step] !== units[from + step]) return false
    return true
  }

  /** Ignores the n-grams of a match from now on. */
  ignore({ at, length }: CommonSubstring): void {
    for (let place = at; place <= at + length - NGRAM_LENGTH; place += 1) {
      const first = this.#first[place] ?? -1
      if (first >= 0) this.#isIgnored[first] = 1
    }
  }

  /** The match from its first to its last n-gram that is not ignored; `null` = all are. */
  newPart({ at, from, length }: CommonSubstring): CommonSubstring | null {
    const isNew = (place: number): boolean => {
      const first = this.#first[place] ?? -1
      return first >= 0 && this.#isIgnored[first] === 0
    }
    let begin = at
    let end = at + length - NGRAM_LENGTH
    while (begin <= end && !isNew(begin)) begin += 1
    while (end > begin && !isNew(end)) end -= 1
    if (begin > end) return null
    return { at: begin, from: from + begin - at, length: end - begin + NGRAM_LENGTH }
  }

  /** The match, extended backwards by text of earlier calls, whose n-grams were left out. */
  withEarlier({ at, from, length }: CommonSubstring, units: Units): CommonSubstring {
    let back = 0
    while (
      back < MAX_EARLIER &&
      at - back > 0 &&
      from - back > 0 &&
      this.#first[at - back - 1] === -1 &&
      this.#units[at - back - 1] !== SEPARATOR &&
      this.#units[at - back - 1] === units[from - back - 1]
    )
      back += 1
    return { at: at - back, from: from - back, length: length + back }
  }

  /**
   * Reports the matches that begin in a range of another text, each at its full length; returns where to continue.
   * `from` and `to` are at most some ten thousand apart, so that the caller can yield in between.
   */
  scan(
    units: Units,
    { from, to }: { from: number; to: number },
    onMatch: (match: CommonSubstring) => void,
  ): number {
    const last = Math.min(to, units.length - NGRAM_LENGTH + 1)
    if (from >= last) return to
    let at = from
    let hash = hashOf(units, at)
    while (at < last) {
      const found = this.find(hash, units, at)
      if (found >= 0) {
        const length = this.#lengthOf(found, units, at)
        onMatch({ at: found, from: at, length })
        at += length - NGRAM_LENGTH + 1
        if (at < last) hash = hashOf(units, at)
        continue
      }
      hash = rolled(hash, units[at] ?? 0, units[at + NGRAM_LENGTH] ?? 0)
      at += 1
    }
    return at
  }

  #lengthOf(at: number, units: Units, from: number): number {
    const most = Math.min(this.#units.length - at, units.length - from)
    let length = NGRAM_LENGTH
    while (length < most) {
      const unit = units[from + length]
      if (unit === SEPARATOR || unit !== this.#units[at + length]) break
      length += 1
    }
    return length
  }
}
