import { codeColors } from './code-color.ts'

/** True if this engine paints ranges of text without changing the page. */
export function canPaint(): boolean {
  return typeof Highlight === 'function' && 'highlights' in CSS
}

interface DrawnText {
  node: Text
  /** Where it begins in the code. */
  start: number
}

/**
 * Paints ranges of a code on its drawn text, and returns a function that removes them. Elements and text are
 * unchanged: colours change neither the layout nor selection, search and copies.
 */
export function paintCode(block: Element, code: string, ranges: readonly number[]): () => void {
  const texts = findTexts(block, code)
  const painted: [Highlight, StaticRange][] = []
  let index = 0
  for (let at = 0; at + 2 < ranges.length; at += 3) {
    const [start = 0, length = 0, color = -1] = ranges.slice(at, at + 3)
    const name = codeColors[color]
    while (index + 1 < texts.length && (texts[index + 1]?.start ?? 0) <= start) index += 1
    if (name === undefined) continue
    for (const range of rangesIn(texts, index, { start, end: start + length })) {
      const highlight = highlightOf(`code-${name}`)
      highlight.add(range)
      painted.push([highlight, range])
    }
  }
  return () => {
    for (const [highlight, range] of painted) highlight.delete(range)
  }
}

/** A range over the texts from `index` on; more than one where the block is drawn in pieces. */
function rangesIn(
  texts: readonly DrawnText[],
  index: number,
  { start, end }: { start: number; end: number },
): StaticRange[] {
  const ranges: StaticRange[] = []
  for (let at = index; at < texts.length; at += 1) {
    const text = texts[at]
    if (!text || text.start >= end) break
    const startOffset = Math.max(0, start - text.start)
    const endOffset = Math.min(text.node.length, end - text.start)
    if (startOffset >= endOffset) continue
    const place = { startContainer: text.node, endContainer: text.node }
    ranges.push(new StaticRange({ ...place, startOffset, endOffset }))
  }
  return ranges
}

/** The texts of a block, with their places in the code; up to the first that is not what the code says. */
export function findTexts(block: Element, code: string): DrawnText[] {
  const texts: DrawnText[] = []
  let start = 0
  for (const piece of block.querySelectorAll('bdi')) {
    // Pieces stand without the newline between them.
    if (texts.length > 0) start += 1
    for (const node of piece.childNodes) {
      if (!(node instanceof Text)) return texts
      const isEmptyLine = node.data === '\n' && !code.startsWith('\n\n', start - 1)
      if (isEmptyLine) continue
      if (!code.startsWith(node.data, start)) return texts
      texts.push({ node, start })
      start += node.length
    }
  }
  return texts
}

function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known) return known
  const made = new Highlight()
  CSS.highlights.set(name, made)
  return made
}
