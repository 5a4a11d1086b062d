/**
 * The start of a text as a text of its own: a plain slice would keep the whole in memory for as long
 * as the slice is kept.
 */
export function copyPrefix(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString('utf8')
}

/** The same text in memory of its own, for one that may be a slice of a longer one. */
export function detachString(text: string): string {
  return Buffer.from(text).toString('utf8')
}

/** Where a part of a text ends that has at most so many characters, or one more: never between the two halves of one. */
export function endOfTextPart(text: string, from: number, characters: number): number {
  const end = Math.min(text.length, from + characters)
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd8_00 && last <= 0xdb_ff ? end + 1 : end
}
