/**
 * What begins the code that stands for a formula, before whether it stands in a line or by itself: a character without
 * a meaning, and what no answer can know, so that none writes such a code by itself.
 */
const MARK = `\uE000${crypto.randomUUID()}`

export interface Formula {
  source: string
  isDisplay: boolean
}

/** Characters; a longer formula stays as it is written. */
const MAX_INLINE = 400
const MAX_DISPLAY = 1000
/** Formulas in one text; those after stay as they are written. */
const MAX_FORMULAS = 100

const fenceMark = /^(?:`{3,}|~{3,})/
const wordCharacter = /[A-Za-z0-9]/

/** The formula that a code stands for; null for any other code. */
export function parseMathMarker(code: string): Formula | null {
  if (!code.startsWith(MARK)) return null
  const rest = code.slice(MARK.length)
  return { source: rest.slice(1).trim(), isDisplay: rest.startsWith('d') }
}

/**
 * Markdown in which each formula is a code that `parseMathMarker` reads, so that nothing in it is taken for Markdown:
 * `$…$`, `$$…$$`, `\(…\)` and `\[…\]`, but not what is code, and not prices.
 */
export function markMath(text: string): string {
  if (!text.includes('$') && !text.includes('\\(') && !text.includes('\\[')) return text
  const parts: string[] = []
  const unclosed = new Set<string>()
  let at = 0
  let kept = 0
  for (let formulas = 0; at < text.length && formulas < MAX_FORMULAS;) {
    const found = formulaAt(text, at)
    if (!found) {
      at = nextPlace(text, at, unclosed)
      continue
    }
    parts.push(text.slice(kept, at), asCode(found))
    at = found.end
    kept = at
    formulas += 1
  }
  parts.push(text.slice(kept))
  return parts.join('')
}

/**
 * Where the next formula may begin: what is code or escaped is passed over, and what `$$` encloses that is too long.
 * `unclosed` are the runs of backticks that nothing closes any more.
 */
function nextPlace(text: string, at: number, unclosed: Set<string>): number {
  const character = text[at]
  if (character === '\\') return at + 2
  if (character === '$') return text[at + 1] === '$' ? afterDollars(text, at + 2) : at + 1
  if (character !== '`' && character !== '~') return at + 1
  const mark = runAt(text, at)
  if (fenceMark.test(mark) && isLineStart(text, at)) return afterFence(text, at, mark)
  return character === '`'
    ? afterCode(text, at + mark.length, { mark, unclosed })
    : at + mark.length
}

/** After the `$$` that closes another; after that one where a blank line lies between, or nothing closes it. */
function afterDollars(text: string, start: number): number {
  const end = text.indexOf('$$', start)
  return end < 0 || text.slice(start, end).includes('\n\n') ? start : end + 2
}

function runAt(text: string, at: number): string {
  let end = at
  while (text[end] === text[at] && end - at < 100) end += 1
  return text.slice(at, end)
}

function isLineStart(text: string, at: number): boolean {
  const lineStart = text.lastIndexOf('\n', at) + 1
  return at - lineStart < 100 && /^[\s>]*$/.test(text.slice(lineStart, at))
}

function afterFence(text: string, at: number, mark: string): number {
  let end = text.indexOf('\n', at)
  while (end >= 0) {
    const next = text.indexOf('\n', end + 1)
    const line = text.slice(end + 1, next < 0 ? text.length : next).trim()
    end = next
    if (line.startsWith(mark) && line === (mark[0] ?? '').repeat(line.length)) break
  }
  return end < 0 ? text.length : end
}

interface Run {
  mark: string
  unclosed: Set<string>
}

/** After the code that a run of backticks opens; after the run where none closes it. */
function afterCode(text: string, start: number, { mark, unclosed }: Run): number {
  if (unclosed.has(mark)) return start
  for (let at = text.indexOf(mark, start); at >= 0; at = text.indexOf(mark, at)) {
    const run = runAt(text, at)
    at += run.length
    if (run === mark) return at
  }
  unclosed.add(mark)
  return start
}

interface Found extends Formula {
  end: number
}

function formulaAt(text: string, at: number): Found | null {
  const two = text.slice(at, at + 2)
  if (two === '$$') return enclosed(text, at + 2, '$$')
  if (two === '\\[') return enclosed(text, at + 2, '\\]')
  if (two === '\\(') return enclosed(text, at + 2, '\\)')
  return two.startsWith('$') ? inDollars(text, at) : null
}

function enclosed(text: string, start: number, close: string): Found | null {
  const isDisplay = close !== '\\)'
  const near = text.slice(start, start + (isDisplay ? MAX_DISPLAY : MAX_INLINE))
  const end = near.indexOf(close)
  const source = near.slice(0, Math.max(0, end))
  if (source.trim() === '' || source.includes('\n\n')) return null
  return { source, isDisplay, end: start + end + 2 }
}

/** One dollar opens a formula only where no price can stand. */
function inDollars(text: string, at: number): Found | null {
  if (wordCharacter.test(text[at - 1] ?? '') || /\s/.test(text[at + 1] ?? ' ')) return null
  const line = text.slice(at + 1, at + 1 + MAX_INLINE).split('\n', 1)[0] ?? ''
  const end = closingDollar(line)
  const source = line.slice(0, Math.max(0, end))
  if (source === '' || /\s$/.test(source) || wordCharacter.test(line[end + 1] ?? '')) return null
  return isAmount(source) ? null : { source, isDisplay: false, end: at + end + 2 }
}

function closingDollar(line: string): number {
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '$') return at
  }
  return -1
}

/** '5, or 10': begins with digits, has words and no sign of mathematics. */
function isAmount(source: string): boolean {
  return /^\d/.test(source) && /\s\S/.test(source) && !/[\\^_={}+*/<>]/.test(source)
}

function asCode({ source, isDisplay }: Formula): string {
  const line = source
    .split('\n')
    .map((part) => part.replace(/^[\s>]+/, ''))
    .join(' ')
  let fence = '`'
  while (line.includes(fence)) fence += '`'
  return `${fence}${MARK}${isDisplay ? 'd' : 'i'}${line} ${fence}`
}
