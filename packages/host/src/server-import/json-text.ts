import { CONFIGURATION_BUDGET, FILE_BYTES } from '@gatehouse/domain'
import type { ImportIssue } from '@gatehouse/domain/launch'
import {
  createScanner,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import type { ConfigTree } from './config-tree.ts'
import { extractServersSection, type TextPart } from './servers-section.ts'

/** Characters between two places whose line is kept. */
const STEP = 1024

const LINE_FEED = 10

export interface JsonMember {
  key: string
  value: Node
  /** Another member with this name follows it in the same object. */
  repeated: boolean
}

/**
 * Reads JSON with comments and trailing commas without ever making objects of its keys; of a large one only what it says about servers.
 * Answers with the issue when it is not JSON.
 */
export function readJsonText(whole: string): ConfigTree | ImportIssue {
  if (whole.length > FILE_BYTES) return fault('too-large', FILE_BYTES / 1_000_000)
  if (whole.trim() === '') return { root: null, lineOf: () => 1, textOf: () => '' }
  let lines: ReturnType<typeof lineNumbers> | undefined
  const lineAt = (offset: number): number => {
    lines ??= lineNumbers(whole)
    return lines(offset)
  }
  const part = partOf(whole)
  if (typeof part === 'number') return { ...fault('not-json', 'InvalidSymbol'), line: lineAt(part) }
  const { text, offsetOf } = part
  const breach = findInputProblem(text)
  if (breach) return breach
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first)
    return {
      ...fault('not-json', printParseErrorCode(first.error)),
      line: lineAt(offsetOf(first.offset)),
    }
  return {
    root: root ?? null,
    lineOf: (node) => lineAt(offsetOf(node.offset)),
    textOf: ({ offset, length }) => text.slice(offset, offset + length),
  }
}

function partOf(whole: string): TextPart | number {
  const { bytes } = CONFIGURATION_BUDGET
  return whole.length > bytes
    ? extractServersSection(whole, bytes)
    : { text: whole, offsetOf: (at) => at }
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

/** Characters of a name in the place of a problem: a name may be as long as its file. */
const MAX_NAME = 200

/** `mcpServers.files`, `mcpServers["a b"]`: where a member stands. */
export function jsonPathOf(parent: string, name: string): string {
  const key = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
  const plain = /^[A-Za-z_$][\w$-]*$/.test(key)
  if (!plain) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}

/** Tokens around a value: its key, a colon, a comma and its end. */
const TOKENS_OF_VALUE = 5

/** Returns the reason not to parse the text. The parser recurses, and makes an object of every value and error. */
function findInputProblem(text: string): ImportIssue | undefined {
  const { bytes, nodes, depth } = CONFIGURATION_BUDGET
  if (text.length > bytes) return fault('too-much', bytes)
  const scanner = createScanner(text, true)
  let open = 0
  let count = 0
  let tokens = 0
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()]
    tokens += 1
    if (first === '{' || first === '[') open += 1
    if (first === '}' || first === ']') open -= 1
    // Rather too many than too few: an object in a list counts by its comma too.
    if (first === ',' || first === '{' || first === '[') count += 1
    if (open > depth) return fault('too-deep', depth)
    if (count > nodes || tokens > nodes * TOKENS_OF_VALUE) return fault('too-many-values', nodes)
  }
  return undefined
}

function fault(code: ImportIssue['code'], detail: number | string): ImportIssue {
  return { code, at: '', line: null, detail: String(detail) }
}

/** The line of each place of a text, the first is 1. In one pass, whatever the text is made of. */
function lineNumbers(text: string): (offset: number) => number {
  const lines = new Uint32Array(Math.floor(text.length / STEP) + 1)
  let line = 1
  for (let at = 0; at < text.length; at += 1) {
    if (at % STEP === 0) lines[at / STEP] = line
    if (text.charCodeAt(at) === LINE_FEED) line += 1
  }
  return (offset) => {
    const end = Math.min(offset, text.length)
    const start = Math.min(Math.floor(end / STEP), lines.length - 1)
    let found = lines[start] || line
    for (let at = start * STEP; at < end; at += 1) if (text.charCodeAt(at) === LINE_FEED) found += 1
    return found
  }
}
