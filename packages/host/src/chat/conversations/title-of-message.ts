import { splitAtMessageLinks } from '@gatehouse/domain/chats'

/** Characters of a title. */
const MAX_TITLE = 60

/**
 * The title of a chat that begins with this message: its first line with words, without links to messages, which are
 * addresses for no one to read, and without the marks of a heading or a quote. Empty where there is none.
 */
export function titleOfMessage(text: string): string {
  const words = splitAtMessageLinks(text)
    .map((part) => (typeof part === 'string' ? part : ' '))
    .join('')
  for (const line of words.split(/\r?\n/)) {
    const characters = Array.from(line.trim().replace(/^(?:#{1,6}|>)\s+/, ''))
    if (characters.length > 0)
      return characters.length <= MAX_TITLE
        ? characters.join('')
        : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
  }
  return ''
}
