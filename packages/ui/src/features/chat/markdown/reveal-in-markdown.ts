import type { ExtraProps } from 'streamdown'
import { hasHidden } from '../../../kit/index.ts'

type Parent = Pick<NonNullable<ExtraProps['node']>, 'children'>
type Child = Parent['children'][number]

/** The element that stands around text with hidden characters; its component draws it revealed. */
export const REVEALED = 'revealed-text'

/** A rehype plugin: wraps text that holds hidden characters. Code blocks reveal theirs by themselves. */
export function revealInMarkdown() {
  return (tree: Parent): void => wrapBelow(tree)
}

function wrapBelow(parent: Parent): void {
  parent.children = parent.children.map((child) => {
    if (child.type === 'text' && hasHidden(child.value)) return wrap(child)
    if (child.type === 'element' && child.tagName !== 'pre') wrapBelow(child)
    return child
  })
}

function wrap(text: Child): Child {
  return { type: 'element', tagName: REVEALED, properties: {}, children: [text] }
}
