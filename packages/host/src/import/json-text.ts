import type { ImportIssue } from '@gatehouse/domain'
import {
  createScanner,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'

/** Deeper nesting is no configuration; the parser recurses, so it is refused before. */
const MAX_DEPTH = 200

/** A JSON text with comments and trailing commas, as nodes that know where they stand. */
export interface JsonText {
  root: Node | null
  /** Line of a node, the first is 1. */
  lineOf(node: Node): number
}

export interface JsonMember {
  key: string
  value: Node
  /** Another member with this name follows it in the same object. */
  repeated: boolean
}

/** Reads `text` without ever making objects of its keys. Answers with the issue when it is not JSON. */
export function readJsonText(text: string): JsonText | ImportIssue {
  if (text.trim() === '') return { root: null, lineOf: () => 1 }
  if (isTooDeep(text)) return { code: 'too-deep', at: '', line: null, detail: String(MAX_DEPTH) }
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
  return { root: root ?? null, lineOf: (node) => lineAt(node.offset) }
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
  return membersOf(node).findLast((member) => member.key === key)?.value
}

/** `mcpServers.files`, `mcpServers["a b"]`: where a member stands. */
export function placeOf(parent: string, key: string): string {
  const plain = /^[A-Za-z_$][\w$-]*$/.test(key)
  if (!plain) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}

function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()]
    if (first === '{' || first === '[') depth += 1
    if (first === '}' || first === ']') depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
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
