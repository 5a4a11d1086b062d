import type { Yielder } from '@gatehouse/base'
import type { BlobStore } from '../ports/index.ts'
import { TextFolder, type FoldedText } from './fold-text.ts'
import { piecesOf, type SourceText } from './source-texts.ts'

/** Characters that are folded between two looks at the time. */
const CHUNK = 32_768
/** Bytes of folded texts that stay in memory; those that were not looked at longest go. */
const MAX_KEPT = 48 * 1024 * 1024

/** A text as it is compared; `isUnread`: a file of it could not be read. */
export interface ReadFolded {
  folded: FoldedText
  isUnread: boolean
}

/** Texts of chats as they are compared, each folded once as long as there is room. */
export class FoldedTexts {
  readonly #kept = new Map<string, FoldedText>()
  readonly #blobs: BlobStore
  #bytes = 0

  constructor(blobs: BlobStore) {
    this.#blobs = blobs
  }

  async of(text: SourceText, pause: Yielder): Promise<ReadFolded> {
    const known = this.#kept.get(text.key)
    if (known) {
      this.#kept.delete(text.key)
      this.#kept.set(text.key, known)
      return { folded: known, isUnread: false }
    }
    const folder = new TextFolder()
    let isUnread = false
    for await (const piece of piecesOf(text, this.#blobs)) {
      if (piece === null) isUnread = true
      else await foldPiece(piece, folder, pause)
      folder.break()
    }
    const folded = folder.finish()
    // What could not be read now may be read the next time.
    if (!isUnread && !this.#kept.has(text.key)) this.#keep(text.key, folded)
    return { folded, isUnread }
  }

  #keep(key: string, folded: FoldedText): void {
    this.#kept.set(key, folded)
    this.#bytes += bytesOf(folded)
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= MAX_KEPT) return
      this.#kept.delete(oldest)
      this.#bytes -= bytesOf(one)
    }
  }
}

/** A text that is compared once. */
export async function foldTextYielding(text: string, pause: Yielder): Promise<FoldedText> {
  const folder = new TextFolder()
  await foldPiece(text, folder, pause)
  return folder.finish()
}

async function foldPiece(piece: string, folder: TextFolder, pause: Yielder): Promise<void> {
  for (let from = 0; from < piece.length;) {
    const to = wholeEnd(piece, from + CHUNK)
    folder.add(piece.slice(from, to))
    from = to
    const later = pause()
    if (later) await later
  }
}

/** Not between the halves of a character, nor in an escape. */
function wholeEnd(text: string, to: number): number {
  if (to >= text.length) return text.length
  let end = to
  while (
    end > to - 8 &&
    (text.charCodeAt(end - 1) >= 0xd800 || text.slice(end - 6, end).includes('\\'))
  )
    end -= 1
  return end
}

const bytesOf = ({ units, starts }: FoldedText): number => units.byteLength + starts.byteLength
