import { objectOfJson } from '@gatehouse/domain'
import { z } from 'zod'

/** A file in a backup, before its bytes. The first entry is `about`: facts of the whole, as JSON. */
const entryHeadSchema = z.object({
  name: z
    .string()
    .regex(
      /^(?:about|gatehouse\.db|blobs\/[0-9a-f]{2}\/[0-9a-f]{62}|authorities\/[0-9a-f]{64}\.pem)$/,
    ),
  size: z.number().int().nonnegative(),
})
export type EntryHead = z.infer<typeof entryHeadSchema>

const MAX_HEAD = 1000

/** The head of an entry: its length, then JSON. */
export function entryHead(head: EntryHead): Buffer {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text])
}

/** Reads entries one after the other, from pieces of any size. */
export class EntryReader {
  readonly #pieces: AsyncIterator<Buffer>
  /** Called at pieces that are no entry, or end in one. */
  readonly #damaged: () => Error
  #held: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterator<Buffer>, damaged: () => Error) {
    this.#pieces = pieces
    this.#damaged = damaged
  }

  /** The next entry, whose bytes must be read before the one after it; `null` at the end. */
  async next(): Promise<EntryHead | null> {
    if (!(await this.#fill())) return null
    const length = (await this.take(4)).readUInt32BE()
    if (length > MAX_HEAD) throw this.#damaged()
    const head = entryHeadSchema.safeParse(objectOfJson((await this.take(length)).toString()))
    if (!head.success) throw this.#damaged()
    return head.data
  }

  async *bytes(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (!(await this.#fill())) throw this.#damaged()
      const piece = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  /** All bytes of a small entry. */
  async take(size: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.bytes(size)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** False at the end. */
  async #fill(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#pieces.next()
      if (next.done === true) return false
      this.#held = next.value
    }
    return true
  }
}
