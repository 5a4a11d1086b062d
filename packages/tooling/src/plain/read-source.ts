import { parseSync } from 'vite'

/** A place in a file; `line` is counted from 1. */
export interface Finding {
  line: number
  text: string
}

interface QuestionComments {
  /** Doc comments of exported declarations and of their members. */
  exported: Finding[]
  /** Number of all doc comments that begin so, exported or not. */
  total: number
}

interface SyntaxNode {
  type: string
  start: number
  end: number
}

const QUESTION = /^\*[\s*]*(?:What|Whether|How|Why)\b/
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/**
 * Finds doc comments that begin with What, Whether, How or Why.
 * @param file name that tells the parser the language (`.ts`, `.tsx`, `.mjs`…)
 * @throws Error if the source has a syntax error
 */
export function questionComments(file: string, source: string): QuestionComments {
  const { comments, program } = parse(file, source)
  const exports = exportedRanges(program.body)
  const questions = comments.filter(({ type, value }) => type === 'Block' && QUESTION.test(value))
  const exported = questions
    .filter(({ start, end }) =>
      exports.some(
        (range) =>
          (start > range.start && end < range.end) ||
          (end <= range.start && source.slice(end, range.start).trim() === ''),
      ),
    )
    .map(({ start, value }) => ({ line: lineOf(source, start), text: firstLine(value) }))
  return { exported, total: questions.length }
}

/**
 * Finds functions and components with more than `limit` lines, blank lines and comments included.
 * @throws Error if the source has a syntax error
 */
export function longFunctions(file: string, source: string, limit: number): Finding[] {
  const found: Finding[] = []
  visit(parse(file, source).program, (node) => {
    if (!FUNCTIONS.has(node.type)) return
    const line = lineOf(source, node.start)
    const lines = lineOf(source, node.end) - line + 1
    if (lines > limit) found.push({ line, text: `${lines} lines` })
  })
  return found
}

function parse(file: string, source: string) {
  const result = parseSync(file, source)
  const [fault] = result.errors
  if (fault) throw new Error(`${file}: ${fault.message}`)
  return result
}

/** Ranges of the exported declarations, those exported by a list of names (`export { a }`) included. */
function exportedRanges(body: readonly SyntaxNode[]): SyntaxNode[] {
  const names = new Set<unknown>()
  for (const statement of body)
    for (const specifier of nodesIn(statement, 'specifiers'))
      if (statement.type === 'ExportNamedDeclaration') names.add(nameIn(specifier, 'local'))
  names.delete(undefined)
  return body.filter(
    (statement) =>
      statement.type.startsWith('Export') ||
      [statement, ...nodesIn(statement, 'declarations')].some((node) =>
        names.has(nameIn(node, 'id')),
      ),
  )
}

function nodesIn(node: object, field: string): object[] {
  const value: unknown = Reflect.get(node, field)
  return Array.isArray(value) ? value.filter((one: unknown) => isObject(one)) : []
}

/** The `name` of the identifier in a field; `undefined` without one. */
function nameIn(node: object, field: string): unknown {
  const identifier: unknown = Reflect.get(node, field)
  return isObject(identifier) ? Reflect.get(identifier, 'name') : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function visit(value: unknown, onNode: (node: SyntaxNode) => void): void {
  if (!isObject(value)) return
  if (isNode(value)) onNode(value)
  for (const child of Object.values(value)) visit(child, onNode)
}

function isNode(value: object): value is SyntaxNode {
  return 'type' in value && 'start' in value && 'end' in value && typeof value.type === 'string'
}

/** The line of an offset, from 1. */
export const lineOf = (source: string, offset: number) => source.slice(0, offset).split('\n').length

const firstLine = (comment: string) =>
  comment
    .replace(/^[\s*]+/, '')
    .split('\n', 1)[0]
    ?.trim() ?? ''
