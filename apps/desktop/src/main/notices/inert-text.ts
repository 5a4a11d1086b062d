import { truncateText } from '@gatehouse/domain/text'

/** Some systems read the text of a notification as markup. */
const MARKUP: Record<string, string> = { '<': '‹', '>': '›', '&': '＆' }
/** Characters that are looked at for one that is shown: the rest may be a megabyte. */
const LOOKED_AT = 8

/** A server's text for a notification: one line, cut, without markup and what cannot be seen. */
export function inertText(text: string, limit: number): string {
  const flat = text
    .slice(0, limit * LOOKED_AT)
    .replace(/[\p{C}\p{Z}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/[<>&]/g, (mark) => MARKUP[mark] ?? '')
    .trim()
  return flat.length > limit ? `${truncateText(flat, limit - 1)}…` : flat
}
