import type {
  BlockContent,
  DefinitionContent,
  ListItem,
  PhrasingContent,
  Root,
  TableCell,
  TableRow,
} from 'mdast'

type Block = BlockContent | DefinitionContent

/** Returns the Markdown tree from which a transcript's element was drawn. */
export function contentTree(root: Element): Root {
  return { type: 'root', children: blocksOf(root) }
}

const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, table, hr, div, section, article, nav, dl, figure'

const isElement = (node: Node): node is Element => node.nodeType === 1

/** Blocks of an element; words that stand between them are paragraphs. */
function blocksOf(parent: Element): Block[] {
  const blocks: Block[] = []
  let words: PhrasingContent[] = []
  const endParagraph = (): void => {
    const children = trimmed(words)
    if (children.length > 0) blocks.push({ type: 'paragraph', children })
    words = []
  }
  for (const child of parent.childNodes) {
    if (isElement(child) && (child.matches(BLOCKS) || child.querySelector(BLOCKS))) {
      endParagraph()
      blocks.push(...blockOf(child))
    } else words.push(...phrasingOf(child))
  }
  endParagraph()
  return blocks
}

function blockOf(element: Element): Block[] {
  switch (element.tagName) {
    case 'P':
      return paragraphOf(element)
    case 'H1':
    case 'H2':
    case 'H3':
    case 'H4':
    case 'H5':
    case 'H6':
      return [{ type: 'heading', depth: depthOf(element), children: trimmed(wordsOf(element)) }]
    case 'UL':
    case 'OL':
      return [listOf(element)]
    case 'LI':
      return [{ type: 'list', ordered: false, spread: false, children: [itemOf(element)] }]
    case 'BLOCKQUOTE':
      return [{ type: 'blockquote', children: blocksOf(element) }]
    case 'HR':
      return [{ type: 'thematicBreak' }]
    case 'PRE':
      return [codeOf(element)]
    case 'TABLE':
      return [tableOf(element)]
    default:
      return blocksOf(element)
  }
}

function paragraphOf(element: Element): Block[] {
  const children = trimmed(wordsOf(element))
  return children.length === 0 ? [] : [{ type: 'paragraph', children }]
}

function depthOf(element: Element): 1 | 2 | 3 | 4 | 5 | 6 {
  const level = Number(element.getAttribute('data-level') ?? element.tagName.slice(1))
  return ([1, 2, 3, 4, 5, 6] as const).find((one) => one === level) ?? 2
}

function listOf(list: Element): Block {
  const ordered = list.tagName === 'OL'
  const items = [...list.children].map(itemOf)
  const start = ordered ? { start: Number(list.getAttribute('start') ?? 1) } : {}
  return { type: 'list', ordered, ...start, spread: false, children: items }
}

function itemOf(item: Element): ListItem {
  const mark = item.querySelector(':scope > [data-checked], :scope > p > [data-checked]')
  const checked = mark ? { checked: mark.getAttribute('data-checked') === 'true' } : {}
  mark?.remove()
  return { type: 'listItem', spread: false, ...checked, children: blocksOf(item) }
}

function codeOf(pre: Element): Block {
  const pieces = [...pre.children].filter((child) => child.tagName === 'DIV')
  const lang = pre.closest('[data-language]')?.getAttribute('data-language') ?? null
  const value =
    pieces.length > 0 ? pieces.map(({ textContent }) => textContent).join('\n') : pre.textContent
  return { type: 'code', lang, value: value.replace(/\n$/, '') }
}

function tableOf(table: Element): Block {
  const cellOf = (cell: Element): TableCell => ({
    type: 'tableCell',
    children: trimmed(wordsOf(cell)),
  })
  const rows = [...table.querySelectorAll('tr')].map((row): TableRow => ({
    type: 'tableRow',
    children: [...row.children].map(cellOf),
  }))
  return { type: 'table', children: rows }
}

const wordsOf = (element: Element): PhrasingContent[] =>
  [...element.childNodes].flatMap((child) => phrasingOf(child))

/** The person's message is Markdown as it stands. */
const asWritten = (element: Element | null): boolean =>
  element !== null && element.closest('[data-as-written]') !== null

function phrasingOf(node: Node): PhrasingContent[] {
  if (!isElement(node)) {
    const value = node.nodeType === 3 ? (node.nodeValue ?? '') : ''
    if (value === '') return []
    return [{ type: asWritten(node.parentElement) ? 'html' : 'text', value }]
  }
  const formula = node.getAttribute('data-formula')
  if (formula !== null) {
    const mark = node.hasAttribute('data-display') ? '$$' : '$'
    return [{ type: 'html', value: `${mark}${formula}${mark}` }]
  }
  const children = (): PhrasingContent[] => wordsOf(node)
  switch (node.tagName) {
    case 'STRONG':
    case 'B':
      return [{ type: 'strong', children: children() }]
    case 'EM':
    case 'I':
      return [{ type: 'emphasis', children: children() }]
    case 'DEL':
    case 'S':
      return [{ type: 'delete', children: children() }]
    case 'CODE':
      return [{ type: 'inlineCode', value: node.textContent }]
    case 'BR':
      return [{ type: 'break' }]
    case 'A': {
      const url = node.getAttribute('href')
      return url === null ? children() : [{ type: 'link', url, children: children() }]
    }
    default:
      return children()
  }
}

/** Without white space at both ends, which Markdown would have to write out. */
function trimmed(words: readonly PhrasingContent[]): PhrasingContent[] {
  const kept = [...words]
  let isOpen = true
  while (isOpen) isOpen = trimEdge(kept, 0, (value) => value.trimStart())
  isOpen = true
  while (isOpen) isOpen = trimEdge(kept, kept.length - 1, (value) => value.trimEnd())
  return kept
}

/** Trims one word; true where nothing is left of it, and the next one is at the end. */
function trimEdge(words: PhrasingContent[], at: number, trim: (value: string) => string): boolean {
  const word = words[at]
  if (word?.type !== 'text' && word?.type !== 'html') return false
  const value = trim(word.value)
  if (value !== '') {
    words[at] = { ...word, value }
    return false
  }
  words.splice(at, 1)
  return true
}
