export interface FileVariable {
  name: string
  value: string
}

const BACKSLASH = 92
const QUOTES = new Set(['"', "'", '`'])
/** A name and what parts it from its value. */
const START = /[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])[ \t]*/y

/**
 * Variables of a `.env` file as `dotenv` reads them, the last of a name: one a line, or over several
 * lines within quotes. What is not a variable is passed over. Every character is looked at a few times at
 * most: an expression over the whole text would start over at each of its blank lines.
 */
export function readVariables(file: string): FileVariable[] {
  const text = file.replaceAll(/\r\n?/g, '\n')
  const found = new Map<string, string>()
  const closing = createClosing(text)
  for (let at = 0; at < text.length;) {
    const end = endOfLine(text, at)
    START.lastIndex = at
    const match = START.exec(text)
    const start = START.lastIndex
    if (!match || start > end) {
      at = end + 1
      continue
    }
    const quote = text.charAt(start)
    const close = QUOTES.has(quote) ? closing(quote, start) : -1
    const after = close < 0 ? -1 : endOfLine(text, close)
    // Something that is not a comment behind the quotes makes them part of the value.
    const isQuoted = close >= 0 && /^\s*(?:#|$)/.test(text.slice(close + 1, after))
    const value = isQuoted
      ? within(text.slice(start + 1, close), quote)
      : bare(text.slice(start, end))
    found.set(match[1] ?? '', value)
    at = (isQuoted ? after : end) + 1
  }
  return Array.from(found, ([name, value]) => ({ name, value }))
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Where the quote stands that ends a value, -1 for none. Searches no quote again that is not there. */
function createClosing(text: string): (quote: string, start: number) => number {
  const none = new Set<string>()
  return (quote, start) => {
    if (none.has(quote)) return -1
    let at = text.indexOf(quote, start + 1)
    while (at > 0 && text.charCodeAt(at - 1) === BACKSLASH) at = text.indexOf(quote, at + 1)
    if (at < 0) none.add(quote)
    return at
  }
}

function bare(text: string): string {
  const comment = text.indexOf('#')
  return (comment < 0 ? text : text.slice(0, comment)).trim()
}

/** Only double quotes know line ends. */
function within(text: string, quote: string): string {
  return quote === '"' ? text.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : text
}
