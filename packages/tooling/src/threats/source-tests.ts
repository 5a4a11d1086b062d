import { parseSync, Visitor, type ESTree } from 'vite'

/** A test as it stands in a source file. */
export interface SourceTest {
  /** As written there: `%s`, `$name` and `${value}` stay. */
  title: string
  /** Titles of the groups around it, outermost first. */
  groups: string[]
  /** Offset of its call. */
  start: number
  /** True if it is skipped or expected to fail, or a group around it is. */
  isSkipped: boolean
}

interface SourceComment {
  /** Without its delimiters. */
  text: string
  start: number
  /** Offset of the code below it, past other comments. */
  next: number
}

/** Words that may follow `it`, `test` or `describe`: `it.each(…)('…')`, `test.skip('…')`. */
const MODIFIERS = new Set(['concurrent', 'each', 'for', 'only', 'runIf', 'sequential', 'skipIf'])
const SKIPPING = new Set(['fail', 'fails', 'fixme', 'skip', 'todo'])

/**
 * Finds the comments and the tests of a source. A test is a call of `it` or `test` whose title is a text or a template.
 * @param file name that tells the parser the language (`.ts`, `.tsx`, `.mjs`)
 * @throws Error if the source has a syntax error
 */
export function readSource(
  file: string,
  source: string,
): { comments: SourceComment[]; tests: SourceTest[] } {
  const { program, comments, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const code = comments.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    source,
  )
  return {
    comments: comments.map(({ value, start, end }) => ({
      text: value,
      start,
      next: end + Math.max(code.slice(end).search(/\S/), 0),
    })),
    tests: testsIn(program, source),
  }
}

function testsIn(program: ESTree.Program, source: string) {
  const tests: SourceTest[] = []
  const groups: { call: ESTree.CallExpression; title: string; isSkipped: boolean }[] = []
  new Visitor({
    CallExpression(call) {
      const { isGroup, isSkipped } = kindOf(call.callee) ?? {}
      const title = titleOf(call.arguments[0], source)
      if (isGroup === undefined || title === undefined) return
      if (isGroup) groups.push({ call, title, isSkipped: isSkipped === true })
      else
        tests.push({
          title,
          groups: groups.map((group) => group.title),
          start: call.start,
          isSkipped: isSkipped === true || groups.some((group) => group.isSkipped),
        })
    },
    'CallExpression:exit'(call) {
      if (groups.at(-1)?.call === call) groups.pop()
    },
  }).visit(program)
  return tests
}

/** Returns `undefined` for what declares neither a test nor a group of tests. */
function kindOf(callee: ESTree.Expression) {
  const [first, ...others] = namesIn(callee)
  const isGroup = first === 'describe' || others[0] === 'describe'
  if (!isGroup && first !== 'it' && first !== 'test') return undefined
  const modifiers = others.filter((name) => name !== 'describe')
  if (!modifiers.every((name) => MODIFIERS.has(name) || SKIPPING.has(name))) return undefined
  return { isGroup, isSkipped: modifiers.some((name) => SKIPPING.has(name)) }
}

/** The names in a callee: `it`, `each` for `it.each(rows)`. */
function namesIn(callee: ESTree.Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return namesIn(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return namesIn(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  return [...namesIn(callee.object), callee.property.name]
}

function titleOf(argument: ESTree.Argument | undefined, source: string) {
  if (argument?.type === 'Literal')
    return typeof argument.value === 'string' ? argument.value : undefined
  if (argument?.type !== 'TemplateLiteral') return undefined
  return argument.quasis
    .map(({ value }, index) => {
      const expression = argument.expressions[index]
      const name = expression ? source.slice(expression.start, expression.end) : ''
      return `${value.cooked}${expression ? `\${${/[{}]/.test(name) ? '…' : name}}` : ''}`
    })
    .join('')
}

/** Places that vitest (`%s` and its like, `$name`, `$a.b`) and a template (`${value}`) fill in. */
const PLACEHOLDER = /\$\{[^{}]*\}|%[sdifjoOc#$]|\$(?:[a-zA-Z_][\w.]*|#)/

/**
 * Returns a test for titles that a run reports: they equal the written one, were made from it, or follow the titles of
 * groups.
 */
export function titleMatcher(written: string): (title: string) => boolean {
  const parts = written
    .split(PLACEHOLDER)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const pattern = new RegExp(`^(?:.* › )?${parts.join('.*')}$`, 's')
  return (title) => title === written || pattern.test(title)
}
