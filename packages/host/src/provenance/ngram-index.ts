/** Characters that two texts must have in common, one after the other. */
export const GRAM = 12

/** A unit that no folded text has: it parts texts that lie behind each other. */
export const SEPARATOR = 0

/** Characters of earlier calls that are looked at to find what a piece belongs to. */
const MAX_EARLIER = 64

/** Bytes. */
const MAX_FILTER = 2 * 1024 * 1024

type Units = Uint8Array | Uint16Array

/** Odd, and another one in each run: no one can choose texts that fall together. */
const BASE = (Math.random() * 0x7fff_ffff) | 0 | 1

/** `BASE` to the power of `GRAM - 1`. */
const HIGH = Array.from({ length: GRAM - 1 }).reduce<number>((all) => Math.imul(all, BASE), 1)

function hashOf(units: Units, at: number): number {
  let hash = 0
  for (let step = 0; step < GRAM; step += 1)
    hash = (Math.imul(hash, BASE) + (units[at + step] ?? 0)) | 0
  return hash
}

const rolled = (hash: number, gone: number, next: number): number =>
  (Math.imul((hash - Math.imul(gone, HIGH)) | 0, BASE) + next) | 0

/** A stretch that a text has in common with the one of the table. */
export interface CommonRun {
  /** Where it begins in the table's text, at its first occurrence. */
  at: number
  /** Where it begins in the other text. */
  from: number
  length: number
}

/**
 * All stretches of {@link GRAM} characters of one text, by a rolling hash (Karp and Rabin 1987), to be looked for in
 * others. Both take time in proportion to the texts; what the hash finds is compared.
 */
export class NgramIndex {
  readonly #units: Uint16Array
  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #hashes: Int32Array
  /** The first place with the same stretch; -1 = none begins here. */
  readonly #first: Int32Array
  readonly #isIgnored: Uint8Array
  /** A bit for each of many hashes: small enough to be near the processor, so that most places need no other look. */
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

  /** Takes in up to so many places more; false once all are. Stretches for which `skip` holds are left out. */
  addMore(count: number, skip: (at: number) => boolean): boolean {
    const units = this.#units
    const last = units.length - GRAM
    const end = Math.min(last, this.#added + count - 1)
    let parted = -1
    for (let at = Math.max(0, this.#added - GRAM); at < this.#added + GRAM - 1; at += 1)
      if (units[at] === SEPARATOR) parted = at
    for (let at = this.#added; at <= end; at += 1) {
      if (units[at + GRAM - 1] === SEPARATOR) parted = at + GRAM - 1
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

  /** The first place of this stretch; -1 = there is none. */
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
    for (let step = 0; step < GRAM; step += 1)
      if (this.#units[at + step] !== units[from + step]) return false
    return true
  }

  /** The stretches of a run are known: they are not reported any more. */
  ignore({ at, length }: CommonRun): void {
    for (let place = at; place <= at + length - GRAM; place += 1) {
      const first = this.#first[place] ?? -1
      if (first >= 0) this.#isIgnored[first] = 1
    }
  }

  /** The run from its first to its last stretch that is new; `null` = none is. */
  newPart({ at, from, length }: CommonRun): CommonRun | null {
    const isNew = (place: number): boolean => {
      const first = this.#first[place] ?? -1
      return first >= 0 && this.#isIgnored[first] === 0
    }
    let begin = at
    let end = at + length - GRAM
    while (begin <= end && !isNew(begin)) begin += 1
    while (end > begin && !isNew(end)) end -= 1
    if (begin > end) return null
    return { at: begin, from: from + begin - at, length: end - begin + GRAM }
  }

  /** The run with what is before it of earlier calls, whose stretches were left out. */
  withEarlier({ at, from, length }: CommonRun, units: Units): CommonRun {
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
   * Reports the runs that begin in a stretch of another text, each as long as it continues; resolves with where to
   * continue. `from` to `to` are at most some ten thousand apart, so that the caller can let others run meanwhile.
   */
  scan(
    units: Units,
    { from, to }: { from: number; to: number },
    onMatch: (run: CommonRun) => void,
  ): number {
    const last = Math.min(to, units.length - GRAM + 1)
    if (from >= last) return to
    let at = from
    let hash = hashOf(units, at)
    while (at < last) {
      const found = this.find(hash, units, at)
      if (found >= 0) {
        const length = this.#lengthOf(found, units, at)
        onMatch({ at: found, from: at, length })
        at += length - GRAM + 1
        if (at < last) hash = hashOf(units, at)
        continue
      }
      hash = rolled(hash, units[at] ?? 0, units[at + GRAM] ?? 0)
      at += 1
    }
    return at
  }

  #lengthOf(at: number, units: Units, from: number): number {
    const most = Math.min(this.#units.length - at, units.length - from)
    let length = GRAM
    while (length < most) {
      const unit = units[from + length]
      if (unit === SEPARATOR || unit !== this.#units[at + length]) break
      length += 1
    }
    return length
  }
}
