import type { Finding } from './read-source.ts'

/** Lines that begin a block of their own: list items, headings, quotes. */
const BLOCK_START = /^\s*(?:[-*+]\s|\d+[.)]\s|#|>)/
const FENCE = /^\s*(?:```|~~~)/
/** The end of a sentence: its mark, closing brackets and quotes, then the start of the next one. */
const SENTENCE_END = /(?<=[.!?][)"”’*_]{0,3})\s+(?=[^a-z])/

/**
 * Finds sentences with more than `limit` words in the prose of a Markdown page.
 * Tables, code blocks and HTML comments are skipped. A link counts as its text, inline code as one word.
 * @returns a finding for each, with the line of the paragraph it is in, and the number of words
 */
export function longSentences(markdown: string, limit: number): Finding[] {
  return paragraphsOf(markdown).flatMap(({ line, text }) =>
    plainText(text)
      .split(SENTENCE_END)
      .map((sentence) => ({ sentence, words: wordsOf(sentence) }))
      .filter(({ words }) => words > limit)
      .map(({ sentence, words }) => ({ line, text: `${words} words: ${sentence.slice(0, 70)}…` })),
  )
}

/** Splits a page into paragraphs and list items, each with the number of its first line. */
function paragraphsOf(markdown: string): Finding[] {
  const paragraphs: Finding[] = []
  let isOpen = false
  let isCode = false
  for (const [index, line] of withoutComments(markdown).split('\n').entries()) {
    const isFence = FENCE.test(line)
    if (isFence) isCode = !isCode
    if (isCode || isFence || line.trim() === '' || line.trim().startsWith('|')) {
      isOpen = false
      continue
    }
    const last = paragraphs.at(-1)
    if (isOpen && last && !BLOCK_START.test(line)) last.text += ` ${line.trim()}`
    else paragraphs.push({ line: index + 1, text: line.replace(BLOCK_START, '').trim() })
    isOpen = !line.startsWith('#')
  }
  return paragraphs
}

/** Blanks HTML comments and keeps their line breaks, so that line numbers stay right. */
const withoutComments = (markdown: string) =>
  markdown.replace(/<!--[^]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))

const plainText = (markdown: string) =>
  markdown.replace(/`[^`]*`/g, 'CODE').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const wordsOf = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
