import { Parser } from 'htmlparser2'
import { MarkdownWriter } from './markdown-writer.ts'
import type { Attributes } from './xml.ts'

/** Elements whose content is no text of the page. */
const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
])
const BLOCKS = new Set(
  'address article aside body dd details div dl dt fieldset figcaption figure footer form header hr main nav p section summary'.split(
    ' ',
  ),
)

type Handler = (writer: MarkdownWriter, attributes: Attributes) => void

const OPEN: Readonly<Record<string, Handler>> = {
  ul: (writer) => writer.openList(false),
  ol: (writer) => writer.openList(true),
  li: (writer) => writer.item(),
  blockquote: (writer) => writer.openQuote(),
  br: (writer) => writer.lineBreak(),
  table: (writer) => writer.openTable(),
  tr: (writer) => writer.openRow(),
  td: openCell,
  th: openCell,
  img: (writer, { alt = '' }) => writer.text(alt.trim() === '' ? '' : `[Picture: ${alt}]`),
}

const CLOSE: Readonly<Record<string, (writer: MarkdownWriter) => void>> = {
  ul: (writer) => writer.closeList(),
  ol: (writer) => writer.closeList(),
  li: (writer) => writer.endBlock(),
  blockquote: (writer) => writer.closeQuote(),
  table: (writer) => writer.closeTable(),
  td: (writer) => writer.closeCell(),
  th: (writer) => writer.closeCell(),
}

function openCell(writer: MarkdownWriter, { colspan, rowspan }: Attributes): void {
  writer.openCell({ columns: spanOf(colspan), rows: spanOf(rowspan) })
}

/** A number of columns or rows, at most 1,000 (HTML, 4.9.11). */
export function spanOf(value: string | undefined): number {
  const span = Number(value ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, 1000) : 1
}

const headingOf = (name: string): number => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0)

/** Writes the text of a page with its structure. Nothing of it runs, and nothing is fetched. Returns its pictures. */
export function readHtml(html: string, writer: MarkdownWriter): { pictures: number } {
  let skipped = 0
  let head = 0
  let pictures = 0
  let pre: { text: string } | undefined
  let link: string | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipped > 0 || SKIPPED.has(name)) skipped += SKIPPED.has(name) ? 1 : 0
        else if (name === 'head') head += 1
        else if (name === 'title' && head > 0) writer.heading(1)
        else if (name === 'pre') {
          writer.endBlock()
          pre = { text: '' }
        } else if (headingOf(name) > 0) writer.heading(headingOf(name))
        else if (name === 'a') link = linkOf(attributes['href'])
        else if (BLOCKS.has(name)) writer.endBlock()
        else OPEN[name]?.(writer, attributes)
        if (name === 'img' && skipped === 0) pictures += 1
      },
      ontext(text) {
        if (skipped > 0) return
        if (pre) pre.text += text
        else writer.text(text.replaceAll('\n', ' '))
      },
      onclosetag(name) {
        if (SKIPPED.has(name)) skipped = Math.max(0, skipped - 1)
        if (skipped > 0) return
        if (name === 'head') head = Math.max(0, head - 1)
        if (name === 'pre' && pre) {
          writer.code(pre.text)
          pre = undefined
        } else if (name === 'a' && link !== undefined) {
          writer.text(` (${link})`)
          link = undefined
        } else if (headingOf(name) > 0 || BLOCKS.has(name) || name === 'title') writer.endBlock()
        else CLOSE[name]?.(writer)
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  writer.endBlock()
  return { pictures }
}

/** Addresses of pages and mail; places in the same page and scripts are no addresses. */
const linkOf = (href: string | undefined): string | undefined =>
  href !== undefined && /^(?:https?:|mailto:)/i.test(href) ? href.slice(0, 500) : undefined
