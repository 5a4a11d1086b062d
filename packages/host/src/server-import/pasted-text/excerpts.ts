import { isCommandLine } from '../command-line/read-command-line.ts'
import { INSTALL_LINK } from './install-link.ts'

/** A passage of a text. */
export interface Excerpt {
  text: string
  /** Its first line, counted from 1. */
  line: number
}

const MAX_OBJECTS = 40

/** Fenced blocks of Markdown, without their fences. */
export function codeBlocks(text: string): Excerpt[] {
  const blocks: Excerpt[] = []
  let open: { fence: string; lines: string[]; line: number } | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*(?:>\s*)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (open && fence?.startsWith(open.fence)) {
      blocks.push({ text: open.lines.join('\n'), line: open.line })
      open = null
    } else if (open) open.lines.push(line)
    else if (fence !== undefined) open = { fence, lines: [], line: index + 2 }
  }
  // A copied part may end before its fence does.
  if (open) blocks.push({ text: open.lines.join('\n'), line: open.line })
  return blocks
}

/** Install links anywhere in a text, as behind the badges of a README. */
export function linksIn(text: string): Excerpt[] {
  const links = [...text.matchAll(INSTALL_LINK)].map(([link]) => link.replace(/[.,;:!]{1,3}$/, ''))
  return [...new Set(links)].map((link) => ({ text: link, line: 1 }))
}

/** Objects in braces, from the outermost brace to the one that closes it; braces in strings do not count. */
export function objectsIn(text: string): Excerpt[] {
  const objects: Excerpt[] = []
  let [depth, start, line, startLine] = [0, 0, 1, 1]
  let isQuoted = false
  for (let at = 0; at < text.length && objects.length < MAX_OBJECTS; at += 1) {
    const char = text[at]
    if (char === '\n') line += 1
    if (isQuoted && char === '\\') at += 1
    else if (char === '"' && depth > 0) isQuoted = !isQuoted
    else if (!isQuoted && char === '{') {
      if (depth === 0) [start, startLine] = [at, line]
      depth += 1
    } else if (!isQuoted && char === '}' && depth > 0) {
      depth -= 1
      if (depth === 0) objects.push({ text: text.slice(start, at + 1), line: startLine })
    }
  }
  return objects
}

/** Lines that are commands, and commands in backticks; a line goes on after a backslash at its end. */
export function commandLines(text: string): Excerpt[] {
  const found: Excerpt[] = []
  let joined: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    joined.push(line)
    if (/[\\^`]\r?$/.test(line) && !/`[^`]+`\r?$/.test(line)) continue
    const whole = joined.join('\n').trim()
    const first = index - joined.length + 2
    joined = []
    if (isCommandLine(whole)) found.push({ text: whole, line: first })
    else
      for (const [, inline = ''] of whole.matchAll(/`([^`\n]+)`/g))
        if (isCommandLine(inline)) found.push({ text: inline, line: first })
  }
  return found
}
