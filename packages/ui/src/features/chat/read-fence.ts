const fenceStart = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\n`]{0,200})\n/

/** A text that is one fence, open or closed, as code and language; null for any other. */
export function readFence(content: string): { code: string; language: string | undefined } | null {
  const start = fenceStart.exec(content)
  const mark = start?.[1]
  if (!start || mark === undefined) return null
  const body = content.slice(start[0].length).trimEnd()
  const end = closingLine(body, mark)
  // Something comes after the fence: the parser must tell the two apart.
  if (end >= 0 && body.indexOf('\n', end) >= 0) return null
  const word = start[2]?.trim().split(/\s/)[0] ?? ''
  return {
    code: end < 0 ? body : body.slice(0, Math.max(0, end - 1)),
    language: /^[\w+#.-]{1,24}$/.test(word) ? word : undefined,
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
