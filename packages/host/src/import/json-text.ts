import { FILE_BUDGET, type ImportIssue } from '@gatehouse/domain'
import {
  createScanner,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'

/** A JSON text with comments and trailing commas, as nodes that know where they stand. */
export interface JsonText {
  root: Node | null
  /** Line of a node, the first is 1. */
  lineOf(node: Node): number
  /** A node as it is written. */
  textOf(node: Node): string
}

export interface JsonMember {
  key: string
  value: Node
  /** Another member with this name follows it in the same object. */
  repeated: boolean
}

/** Reads `text` without ever making objects of its keys. Answers with the issue when it is not JSON. */
export function readJsonText(text: string): JsonText | ImportIssue {
  if (text.trim() === '') return { root: null, lineOf: () => 1, textOf: () => '' }
  const breach = findBreach(text)
  if (breach) return breach
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const lineAt = countLines(text)
  const [first] = errors
  if (first)
    return {
      code: 'not-json',
      at: '',
      line: lineAt(first.offset),
      detail: printParseErrorCode(first.error),
    }
  return {
    root: root ?? null,
    lineOf: (node) => lineAt(node.offset),
    textOf: ({ offset, length }) => text.slice(offset, offset + length),
  }
}

/** The members of an object in their order; none of anything else. */
export function membersOf(node: Node | undefined | null): JsonMember[] {
  if (node?.type !== 'object') return []
  const members = (node.children ?? []).flatMap(({ children }): JsonMember[] => {
    const [key, value] = children ?? []
    return value ? [{ key: String(key?.value), value, repeated: false }] : []
  })
  const seen = new Set<string>()
  for (const member of members.toReversed()) {
    member.repeated = seen.has(member.key)
    seen.add(member.key)
  }
  return members
}

/** The member that counts: the last of its name, as JSON readers take it. */
export function memberOf(node: Node | undefined | null, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined
  return node.children?.findLast(({ children }) => children?.[0]?.value === key && children[1])
    ?.children?.[1]
}

/** `mcpServers.files`, `mcpServers["a b"]`: where a member stands. */
export function placeOf(parent: string, key: string): string {
  const plain = /^[A-Za-z_$][\w$-]*$/.test(key)
  if (!plain) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}

/** Why the text is not even parsed. The parser recurses, and makes an object of every value. */
function findBreach(text: string): ImportIssue | undefined {
  const { bytes, nodes, depth } = FILE_BUDGET
  const refuse = (code: ImportIssue['code'], limit: number): ImportIssue => ({
    code,
    at: '',
    line: null,
    detail: String(limit),
  })
  if (text.length > bytes) return refuse('too-large', bytes / 1_000_000)
  const scanner = createScanner(text, true)
  let open = 0
  let count = 0
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()]
    if (first === '{' || first === '[') open += 1
    if (first === '}' || first === ']') open -= 1
    // Rather too many than too few: an object in a list counts by its comma too.
    if (first === ',' || first === '{' || first === '[') count += 1
    if (open > depth) return refuse('too-deep', depth)
    if (count > nodes) return refuse('too-many-values', nodes)
  }
  return undefined
}

function countLines(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
