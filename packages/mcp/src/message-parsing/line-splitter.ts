/** Number of bytes that are kept of the start of an overlong line. */
const KEPT_HEAD = 8192

/** A line longer than the limit: its first bytes and its whole length. */
export interface LongLine {
  head: Buffer
  bytes: number
}

export interface LineSplitterOptions {
  /** Longest line, in bytes without its end, that is given whole. */
  maxBytes: number
  onLine(line: Buffer): void
  onLongLine(line: LongLine): void
  /** Each part of a line that is longer, from its begin on, before `onLongLine`; kept by no one else. */
  onLongPart?(part: Buffer): void
}

export interface LineSplitter {
  push(chunk: Buffer): void
  /** Gives a last line that has no end. */
  end(): void
}

/** Cuts a byte stream into lines in bounded memory. Line ends are `\n` or `\r\n`. */
export function createLineSplitter(options: LineSplitterOptions): LineSplitter {
  let parts: Buffer[] = []
  let size = 0
  let long: LongLine | undefined

  function keep(part: Buffer): void {
    if (part.length === 0) return
    size += part.length
    if (long) {
      long = { ...long, bytes: size }
      options.onLongPart?.(part)
      return
    }
    parts.push(part)
    if (size <= options.maxBytes) return
    const head = Buffer.concat(parts.map((one) => one.subarray(0, KEPT_HEAD)))
    long = { head: Buffer.from(head.subarray(0, KEPT_HEAD)), bytes: size }
    for (const one of parts) options.onLongPart?.(one)
    parts = []
  }

  function finish(): void {
    const line = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    const ended = long
    parts = []
    size = 0
    long = undefined
    if (ended) options.onLongLine(ended)
    else options.onLine(line.at(-1) === 13 ? line.subarray(0, -1) : line)
  }

  return {
    push(chunk) {
      let start = 0
      for (;;) {
        const end = chunk.indexOf(10, start)
        if (end === -1) break
        keep(chunk.subarray(start, end))
        finish()
        start = end + 1
      }
      keep(chunk.subarray(start))
    },
    end() {
      if (size > 0) finish()
    },
  }
}
