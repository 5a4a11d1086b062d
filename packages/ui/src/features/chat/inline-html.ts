import type { ExtraProps } from 'streamdown'
import { foldDetails } from './details-html.ts'

type Parent = Pick<NonNullable<ExtraProps['node']>, 'children'>
type Child = Parent['children'][number]

/** Elements that are drawn when they stand alone, without attributes. All other HTML stays text. */
const PAIRED = /^<(\/?)(sub|sup|kbd|mark)>$/i
const BREAK = /^<br\s{0,9}\/?>$/i
/** Elements in each other; more stay text. */
const MAX_OPEN = 8

/**
 * A rehype plugin: draws `<br>`, `<sub>`, `<sup>`, `<kbd>`, `<mark>` and `<details>`, which models write into their
 * answers.
 */
export function inlineHtml() {
  return (tree: Parent): void => {
    foldDetails(tree)
    drawBelow(tree)
  }
}

function drawBelow(parent: Parent): void {
  for (const child of parent.children)
    if (child.type === 'element' && child.tagName !== 'code' && child.tagName !== 'pre')
      drawBelow(child)
  if (parent.children.some((child) => child.type === 'text' && isTag(child.value)))
    parent.children = pairTags(parent.children)
}

const isTag = (text: string): boolean => BREAK.test(text) || PAIRED.test(text)

interface Open {
  tagName: string
  /** The text of the tag, which stays where it is never closed. */
  tag: Child
  children: Child[]
}

function pairTags(children: readonly Child[]): Child[] {
  const out: Child[] = []
  const open: Open[] = []
  const add = (child: Child): void => void (open.at(-1)?.children ?? out).push(child)
  for (const child of children) {
    const text = child.type === 'text' ? child.value : ''
    const [, slash, name] = PAIRED.exec(text) ?? []
    const tagName = name?.toLowerCase()
    if (BREAK.test(text)) add(elementOf('br', []))
    else if (tagName === undefined) add(child)
    else if (slash === '' && open.length < MAX_OPEN)
      open.push({ tagName, tag: child, children: [] })
    else if (slash === '/' && open.at(-1)?.tagName === tagName) {
      const closed = open.pop()
      if (closed) add(elementOf(tagName, closed.children))
    } else add(child)
  }
  while (open.length > 0) {
    const left = open.pop()
    if (left) [left.tag, ...left.children].forEach(add)
  }
  return out
}

function elementOf(tagName: string, children: Child[]): Child {
  return { type: 'element', tagName, properties: {}, children }
}
