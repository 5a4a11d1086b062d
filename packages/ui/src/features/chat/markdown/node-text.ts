import type { ExtraProps } from 'streamdown'

type Node = NonNullable<ExtraProps['node']>

/** The text of a node of an answer, without its marks. */
export function textOfNode(node: Node['children'][number] | Node): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.tagName === 'br') return '\n'
  return 'children' in node ? node.children.map(textOfNode).join('') : ''
}
