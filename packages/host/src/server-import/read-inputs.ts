import type { Node } from 'jsonc-parser'
import type { ConfigTree } from './config-tree.ts'
import type { IssueList } from './issue-list.ts'
import { memberOf } from './json-text.ts'
import type { ParsedInput } from './parsed-input.ts'
import { IMPORT_LIMITS } from './template-size.ts'

const MAX_INPUTS = 200

/** The inputs that VS Code asks for when a server is started. */
export function readInputs(tree: ConfigTree, problems: IssueList): ParsedInput[] {
  const { root } = tree
  const list = memberOf(root, 'inputs') ?? memberOf(memberOf(root, 'mcp'), 'inputs')
  if (!list) return []
  if (list.type !== 'array') {
    problems.add({ code: 'wrong-type', at: 'inputs', detail: 'array', line: tree.lineOf(list) })
    return []
  }
  return (list.children ?? []).slice(0, MAX_INPUTS).flatMap((node, index) => {
    const input = readInput(node)
    if (!input) return []
    if ((input.fallback ?? '').length <= IMPORT_LIMITS.text) return [input]
    const at = `inputs[${index}].default`
    problems.add({ code: 'too-long', at, detail: '', line: tree.lineOf(node) })
    return [{ ...input, fallback: null }]
  })
}

function readInput(node: Node): ParsedInput | undefined {
  const text = (name: string): string | null => {
    const member = memberOf(node, name)
    return member?.type === 'string' ? String(member.value) : null
  }
  const name = text('id')
  if (name === null) return undefined
  const options = readOptions(memberOf(node, 'options'))
  const isChoice = text('type') === 'pickString' && options.length > 0
  const isPassword = memberOf(node, 'password')?.value === true
  return {
    name,
    kind: isChoice ? 'choice' : isPassword ? 'password' : 'text',
    description: (text('description') ?? '').slice(0, 1000),
    options: isChoice ? options : [],
    fallback: text('default'),
  }
}

/** Plain texts, or VS Code's pairs of label and value. */
function readOptions(node: Node | undefined): string[] {
  if (node?.type !== 'array') return []
  const values = (node.children ?? []).slice(0, 200).flatMap((child): string[] => {
    const value = child.type === 'string' ? child : memberOf(child, 'value')
    return value?.type === 'string' ? [String(value.value)] : []
  })
  return [...new Set(values)]
}
