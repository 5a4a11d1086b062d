/**
 * The start of a text as a text of its own: a plain slice would keep the whole in memory for as long
 * as the slice is kept.
 */
export function copyPrefix(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString('utf8')
}

/** The same text in memory of its own, for one that may be a slice of a longer one. */
export function copyText(text: string): string {
  return Buffer.from(text).toString('utf8')
}
