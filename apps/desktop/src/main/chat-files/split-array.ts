const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Space, tab, line feed, return, and the bytes of a mark of order before the list. */
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/**
 * Yields the elements of a JSON array as bytes while it is read. It reads brackets and strings alone; the caller
 * parses the elements. `null` stands for an element over the limit, which is not held. Throws `SyntaxError` for a
 * text that is no array, or ends within one.
 */
export async function* splitArray(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Buffer | null> {
  const splitter = new ArraySplitter(limit)
  for await (const chunk of chunks) yield* splitter.take(chunk)
  splitter.finish()
}

class ArraySplitter {
  readonly #limit: number
  #state: 'before' | 'in' | 'after' = 'before'
  /** Lists and objects that are open within the array. */
  #depth = 0
  #isString = false
  #isEscaped = false
  #parts: Uint8Array[] = []
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  *take(chunk: Uint8Array): Generator<Buffer | null> {
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#state !== 'in') {
        this.#outside(byte)
        start = at + 1
        continue
      }
      if (!this.#ends(byte)) continue
      this.#hold(chunk.subarray(start, at))
      start = at + 1
      yield* this.#element()
    }
    if (this.#state === 'in') this.#hold(chunk.subarray(start))
  }

  finish(): void {
    if (this.#state !== 'after') throw new SyntaxError('The list has no end.')
  }

  #outside(byte: number): void {
    if (BLANK.has(byte)) return
    if (this.#state === 'after' || byte !== OPEN_LIST) throw new SyntaxError('This is no list.')
    this.#state = 'in'
  }

  /** True if an element ends before this byte. */
  #ends(byte: number): boolean {
    if (this.#isString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isString = false
      return false
    }
    if (byte === QUOTE) this.#isString = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1
    else if (byte === COMMA) return this.#depth === 0
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      this.#depth -= 1
      if (this.#depth >= 0) return false
      this.#state = 'after'
      return true
    }
    return false
  }

  #hold(part: Uint8Array): void {
    this.#length += part.length
    if (this.#length > this.#limit) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  *#element(): Generator<Buffer | null> {
    const element = this.#length > this.#limit ? null : Buffer.concat(this.#parts)
    this.#parts = []
    this.#length = 0
    // An empty list, or a comma before its end.
    if (element === null || element.some((byte) => !BLANK.has(byte))) yield element
  }
}
