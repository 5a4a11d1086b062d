import type { Nodes, Parents, Root } from 'mdast'

/** Returns the text of a Markdown tree without its marks; a tab separates cells of a table. */
export function plainTextOf(root: Root): string {
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
    case 'listItem': {
      const mark = typeof node.checked === 'boolean' ? (node.checked ? '☑ ' : '☐ ') : ''
      return mark + blocks(node, '\n').replaceAll('\n', '\n  ')
    }
    case 'table':
      return node.children.map(textOf).join('\n')
    case 'tableRow':
      return node.children.map(textOf).join('\t')
    case 'root':
    case 'blockquote':
      return blocks(node, '\n\n')
    default:
      return 'children' in node ? blocks(node, '') : ''
  }
}
