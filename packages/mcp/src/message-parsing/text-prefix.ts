/**
 * The start of a text as a text of its own: a plain slice would keep the whole in memory for as long
 * as the slice is kept.
 */
export function copyPrefix(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString('utf8')
}

/** A copy of a text in memory of its own, as it may be a slice of a longer one. */
export function detachString(text: string): string {
  return Buffer.from(text).toString('utf8')
}

/** The end of a part of a text with at most so many characters, or one more to keep a surrogate pair whole. */
export function endOfTextPart(text: string, from: number, characters: number): number {
  const end = Math.min(text.length, from + characters)
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd8_00 && last <= 0xdb_ff ? end + 1 : end
}
