/** Way in which a text may be drawn: parsed at once, parsed when the window has time, or not parsed at all. */
export type MarkdownCost = 'light' | 'heavy' | 'too-heavy'

/*
 * Every parser of markdown is worse than linear in something: nested containers, delimiters that may pair with
 * each other, cells of a table, definitions. So the text is judged first by counting those, line by line, in
 * one pass. The weights are measured: 1000 stand for some 50 ms of work at most.
 */
const LIGHT = 800
const TOO_HEAVY = 4000
/** Characters; longer ones are cut before, except what cannot be cut. */
const TOO_LONG = 20_000
/** Lists and quotes in each other; the parsers recurse for each. */
const MAX_NESTING = 12
const MAX_INDENT = 48
const MAX_COLUMNS = 100
/** Cost of drawing a link, beyond its delimiters: it is checked, and listens to the pointer. */
const LINK = 12

export function markdownCost(text: string): MarkdownCost {
  if (text.length > TOO_LONG) return 'too-heavy'
  const count: Count = { cost: 0, delimiters: 0, columns: 0, rows: 0, quoted: 0 }
  for (const line of text.split('\n')) {
    const cost = lineCost(line, count)
    if (cost === null) return 'too-heavy'
    count.cost += cost
    if (count.cost > TOO_HEAVY) return 'too-heavy'
  }
  return count.cost > LIGHT ? 'heavy' : 'light'
}

interface Count {
  cost: number
  /** Delimiters since the last blank line: any may pair with any other. */
  delimiters: number
  /** Of the table that may be open. */
  columns: number
  rows: number
  /** Quotes that the lines before opened: each lazy line is held against all of them. */
  quoted: number
}

/** Returns the cost of one more line; `null` if it is nested, indented or wide beyond all use. */
function lineCost(line: string, count: Count): number | null {
  const nesting = nestingOf(line)
  if (nesting === null) return null
  if (line.trim() === '') {
    Object.assign(count, { delimiters: 0, columns: 0, rows: 0, quoted: 0 })
    return 1
  }
  count.quoted = Math.max(count.quoted, nesting)
  const found = delimitersIn(line)
  const pipes = found.pipes
  if (pipes > MAX_COLUMNS) return null
  count.delimiters += found.delimiters
  // A table gives each row as many cells as its head has.
  count.columns = Math.max(count.columns, pipes)
  count.rows += 1
  return (
    4 +
    line.length / 100 +
    nesting * 3 +
    count.quoted +
    count.columns * 3 * (1 + count.rows / 40) +
    found.delimiters * (1 + count.delimiters / 60) +
    linksIn(line) * LINK
  )
}

/** Returns the number of lists and quotes that begin or continue with the line; `null` when too many. */
function nestingOf(line: string): number | null {
  let nesting = 0
  let at = 0
  let indent = 0
  while (at < line.length) {
    const character = line[at] ?? ''
    if (character === ' ' || character === '\t') {
      indent += character === '\t' ? 4 : 1
      at += 1
      continue
    }
    const mark = markAt(line, at)
    if (mark === 0) break
    nesting += 1
    at += mark
    if (nesting > MAX_NESTING) return null
  }
  return indent > MAX_INDENT && nesting > 0 ? null : nesting + Math.min(6, Math.floor(indent / 4))
}

/** Characters of the mark of a quote or list item at a place; 0 when there is none. */
function markAt(line: string, at: number): number {
  const character = line[at] ?? ''
  if (character === '>') return 1
  const isEnd = (next: number): boolean => next >= line.length || /[ \t]/.test(line[next] ?? '')
  if (character === '-' || character === '+' || character === '*') return isEnd(at + 1) ? 1 : 0
  let digits = at
  while (digits - at < 10 && /\d/.test(line[digits] ?? '')) digits += 1
  const closes = line[digits] === '.' || line[digits] === ')'
  return digits > at && closes && isEnd(digits + 1) ? digits - at + 1 : 0
}

/** A run of up to three of what emphasises or encloses is one delimiter; all else counts each. */
function delimitersIn(line: string): { delimiters: number; pipes: number } {
  let delimiters = 0
  let pipes = 0
  let run = 0
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? ''
    run = character === line[index - 1] ? run + 1 : 1
    if (character === '|') pipes += 1
    else if ('[]<&\\@:$!'.includes(character)) delimiters += 1
    else if ('*_~`'.includes(character) && (run === 1 || run > 3)) delimiters += 1
  }
  return { delimiters, pipes }
}

/** Returns an upper bound of the links in a line: marked links, and addresses that become links by themselves. */
function linksIn(line: string): number {
  return line.match(/www\.|:\/\/|mailto:|xmpp:|@|\]\[|\]\((?!https?:)|!\[/gi)?.length ?? 0
}
