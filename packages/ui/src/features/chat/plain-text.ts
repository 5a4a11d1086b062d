import type { Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { cjkEmphasis } from './cjk-emphasis.ts'
import { markdownCost } from './markdown-cost.ts'

/**
 * The text of Markdown (CommonMark and struck text) without its marks: blocks apart by an empty line, items of lists each in a line.
 * A text that costs too much to parse stays as it is.
 */
export function plainText(markdown: string): string {
  if (markdownCost(markdown) === 'too-heavy') return markdown
  const root = fromMarkdown(markdown, {
    extensions: cjkEmphasis(),
    mdastExtensions: [gfmStrikethroughFromMarkdown()],
  })
  return blocks(root, '\n\n').trim()
}

function blocks(node: Parents, between: string): string {
  return node.children
    .map(textOf)
    .filter((text) => text !== '')
    .join(between)
}

function textOf(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
    case 'html':
      return node.value
    case 'break':
      return '\n'
    case 'image':
      return node.alt ?? ''
    case 'list':
      return node.children
        .map((item, at) => `${node.ordered ? `${(node.start ?? 1) + at}.` : '-'} ${textOf(item)}`)
        .join('\n')
    case 'listItem':
      return blocks(node, '\n').replaceAll('\n', '\n  ')
    case 'root':
    case 'blockquote':
      return blocks(node, '\n\n')
    default:
      return 'children' in node ? blocks(node, '') : ''
  }
}
