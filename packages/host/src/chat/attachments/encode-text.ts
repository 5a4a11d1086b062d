import { yieldIfBudgetSpent } from '@gatehouse/base'
import { truncateText } from '@gatehouse/domain/text'

/** Characters that are encoded without a pause. */
const PIECE = 65_536

/** A text in UTF-8, encoded in pieces. */
export async function encodeText(text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  let bytes = 0
  for (let at = 0; at < text.length;) {
    if (at > 0) await yieldIfBudgetSpent()
    const characters = truncateText(text.slice(at, at + PIECE + 1), PIECE)
    const piece = encoder.encode(characters)
    pieces.push(piece)
    bytes += piece.length
    at += characters.length
  }
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
