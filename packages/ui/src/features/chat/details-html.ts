import type { ExtraProps } from 'streamdown'

type Parent = Pick<NonNullable<ExtraProps['node']>, 'children'>
type Child = Parent['children'][number]
type Element = Extract<Child, { type: 'element' }>

/** Tags that fold a part of an answer, as they stand in its text. A summary has up to 500 characters. */
const TAGS = /(<details(?: open)?>|<\/details>|<summary>[^\n]{0,500}?<\/summary>)/i
const SUMMARY = /^<summary>(.*)<\/summary>$/i
const BOLD_TAGS = /<\/?(?:b|strong|em|i|code)>/gi
/** Folds in each other; more stay text. */
const MAX_OPEN = 8

/** Draws `<details>` with its `<summary>` as a fold, where both are closed. What never closes stays text. */
export function foldDetails(parent: Parent): void {
  for (const child of parent.children)
    if (child.type === 'element' && /^(?:blockquote|li|ol|ul|div)$/.test(child.tagName))
      foldDetails(child)
  if (parent.children.some((child) => child.type === 'text' && TAGS.test(child.value)))
    parent.children = fold(parent.children.flatMap(piecesOf))
}

/** The tags in a text and the text between them, each a child of its own. */
function piecesOf(child: Child): Child[] {
  if (child.type !== 'text' || !TAGS.test(child.value)) return [child]
  return child.value
    .split(TAGS)
    .filter((value) => value.trim() !== '')
    .map((value) => ({ type: 'text', value }))
}

interface Open {
  /** The text of the tag, which stays where it is never closed. */
  tag: Child
  /** The text of its summary, and the words in it. */
  summary: { tag: Child; words: string } | null
  children: Child[]
}

function fold(children: readonly Child[]): Child[] {
  const out: Child[] = []
  const open: Open[] = []
  const add = (child: Child): void => void (open.at(-1)?.children ?? out).push(child)
  for (const child of children) {
    const text = child.type === 'text' ? child.value.toLowerCase() : ''
    const last = open.at(-1)
    if (/^<details(?: open)?>$/.test(text) && open.length < MAX_OPEN)
      open.push({ tag: child, summary: null, children: [] })
    else if (text === '</details>' && last?.summary) {
      open.pop()
      add(foldOf(last.summary.words, last.children))
    } else if (last && !last.summary && last.children.length === 0 && text.startsWith('<summary>'))
      last.summary = { tag: child, words: wordsOf(child) }
    else add(child)
  }
  for (let left = open.pop(); left; left = open.pop())
    [left.tag, ...(left.summary ? [left.summary.tag] : []), ...left.children].forEach(add)
  return out
}

/** The text of a summary. Marks of a few elements are left out; all other HTML stays text. */
function wordsOf(child: Child): string {
  const text = child.type === 'text' ? child.value : ''
  return (SUMMARY.exec(text)?.[1] ?? '').replaceAll(BOLD_TAGS, '').trim()
}

function foldOf(words: string, children: readonly Child[]): Element {
  const summary = elementOf('summary', [{ type: 'text', value: words }])
  // Text beside the tags is no paragraph of its own.
  const body = children.map((child): Child =>
    child.type === 'text' && child.value.trim() !== '' ? elementOf('p', [child]) : child,
  )
  return elementOf('details', [summary, ...body])
}

function elementOf(tagName: string, children: Child[]): Element {
  return { type: 'element', tagName, properties: {}, children }
}
