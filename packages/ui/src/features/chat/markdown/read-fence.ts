/** Characters of the first line; a longer one is not a real fence. */
const MAX_LINE = 400
const fenceStart = /^ {0,3}(`{3,}|~{3,})/

interface Fence {
  code: string
  language: string | undefined
  isClosed: boolean
}

/** A text that is one fence, open or closed, as code and language; null for any other. */
export function readFence(content: string): Fence | null {
  const lineEnd = content.slice(0, MAX_LINE).indexOf('\n')
  const line = content.slice(0, Math.max(0, lineEnd))
  const start = fenceStart.exec(line)
  const mark = start?.[1]
  if (!start || mark === undefined) return null
  const info = line.slice(start[0].length)
  if (info.includes('`')) return null
  const body = content.slice(lineEnd + 1).trimEnd()
  const end = closingLine(body, mark)
  // Something comes after the fence: the parser must tell the two apart.
  if (end >= 0 && body.indexOf('\n', end) >= 0) return null
  const word = info.trim().split(/\s/, 1)[0] ?? ''
  return {
    code: end < 0 ? body : body.slice(0, Math.max(0, end - 1)),
    language: /^[\w+#.-]{1,24}$/.test(word) ? word : undefined,
    isClosed: end >= 0,
  }
}

/** Where the line begins that closes a fence; -1 when none does. */
function closingLine(body: string, mark: string): number {
  for (let at = 0; at <= body.length;) {
    const end = body.indexOf('\n', at)
    const line = body.slice(at, end < 0 ? body.length : end)
    if (line.length < 200 && isClosing(line.trim(), mark)) return at
    if (end < 0) return -1
    at = end + 1
  }
  return -1
}

function isClosing(line: string, mark: string): boolean {
  return line.startsWith(mark) && line === (mark[0] ?? '').repeat(line.length)
}

const quoteOrIndent = /^[\s>]+/
const fenceMark = /^(?:`{3,}|~{3,})/

/** True if a text ends within a fence, be it in a list or a quote. */
export function endsInFence(content: string): boolean {
  let open: string | undefined
  for (const line of content.split('\n')) {
    const words = line.slice(0, MAX_LINE).replace(quoteOrIndent, '')
    const mark = fenceMark.exec(words)?.[0]
    if (mark === undefined) continue
    if (open === undefined) open = mark
    else if (mark.startsWith(open) && words.trim() === mark) open = undefined
  }
  return open !== undefined
}
