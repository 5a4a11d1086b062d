/** The names that attachments are shown with. */

/** A name could hold lines of its own, and then looks like several. */
export function isOneLine(name: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)
}

/** Characters of a name in a chip. */
export const MAX_LABEL = 1000

/** A file's name without folders: it is shown and sent, and never opened. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1)?.trim() ?? ''
  return last === '' ? 'file' : last
}

export const lastPart = (uri: string): string =>
  uri.split('/').findLast((part) => part !== '') ?? uri
