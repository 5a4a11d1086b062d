import { describe, expect, it } from 'vitest'
import { copiedHelpers } from './copied-helpers.ts'
import { longSentences } from './long-sentences.ts'
import { longFunctions, questionComments } from './read-source.ts'

const exportedLines = (source: string) =>
  questionComments('a.ts', source).exported.map(({ line }) => line)

describe('doc comments that begin with a question word', () => {
  it.each([
    ['an exported constant', '/** What it is. */\nexport const a = 1', [1]],
    ['several lines', '/**\n * Whether it is.\n * More.\n */\nexport function a() {}', [1]],
    ['a member', 'export interface A {\n  /** How many. */\n  b: number\n}', [2]],
    ['a name in a list', '/** Why. */\nconst a = 1\nexport { a }', [1]],
    ['a renamed class', '/** How. */\nclass A {}\nexport { A as B }', [1]],
  ])('are found at %s', (_, source, lines) => {
    expect(exportedLines(source)).toEqual(lines)
  })

  it.each([
    ['a local symbol', '/** What it is. */\nconst a = 1\nexport const b = a'],
    ['a comment that is no doc comment', '/* What it is. */\nexport const a = 1'],
    ['a word that only begins so', '/** However, fine. */\nexport const a = 1'],
    ['a later sentence', '/** Fine. What else. */\nexport const a = 1'],
    ['a string', "export const a = '/** What it is. */'"],
  ])('are not found at %s', (_, source) => {
    expect(exportedLines(source)).toEqual([])
  })

  it('of local symbols count in the total', () => {
    expect(questionComments('a.ts', '/** What it is. */\nconst a = 1').total).toBe(1)
  })

  it('names a file that cannot be parsed', () => {
    expect(() => questionComments('broken.ts', 'const = 1')).toThrow(/^broken\.ts: /)
  })
})

describe('long sentences', () => {
  const lines = (markdown: string) => longSentences(markdown, 5).map(({ line }) => line)

  it('are found in a paragraph over several lines, and in a list item', () => {
    expect(lines('# Title\n\nShort one. This one\nhas exactly six words.')).toEqual([3])
    expect(lines('- A short item here\n- an item that has six words')).toEqual([2])
  })

  it('are counted without tables, code and comments', () => {
    const code = '```\na b c d e f g\n```'
    expect(lines(`| a b c d e f g |\n\n${code}\n\n<!-- a b\nc d e f g -->`)).toEqual([])
  })

  it('count a link as its text and inline code as one word', () => {
    expect(lines('[The page](a/b c d e) with `a b c d` today.')).toEqual([])
    expect(lines('See [the very long page](a) and `a b` today.')).toEqual([1])
  })

  it('end at a mark before a capital, a link or code', () => {
    expect(lines('One two three. Four five six. `seven` eight nine. [Ten](a) eleven.')).toEqual([])
    expect(lines('It says a.b or e.g. this and that.')).toEqual([1])
  })
})

it('finds long functions of every kind', () => {
  const body = '{\n\n}'
  const source = `function a() ${body}\nconst b = () => ${body}\nclass C { d() ${body} }\nconst e = () => 1`
  expect(longFunctions('a.ts', source, 2).map(({ line }) => line)).toEqual([1, 4, 7])
})

describe('copies of the helpers of packages/base', () => {
  const helpers = (line: string, file = 'packages/host/src/a.ts') =>
    copiedHelpers(file, line).map(({ text }) => text.split(':')[0])

  it.each([
    ['NEVER_ABORTED', 'const never = new AbortController().signal'],
    ['withTimeout', '  return Promise.race([found, late]).finally(() => clearTimeout(timer))'],
    ['withTimeout', 'await Promise.race([last, new Promise((r) => (timer = setTimeout(r, ms)))])'],
    ['delay', 'await new Promise((resolve) => setTimeout(resolve, 100))'],
    ['yieldIfBudgetSpent', 'await new Promise((resolve) => setImmediate(resolve))'],
    ['SerialQueue', '  last = last.then(work)'],
    ['SerialQueue', '    this.#running = this.#running.then(() => this.#work())'],
    ['SingleFlight', 'running ??= work().finally(() => (running = undefined))'],
    ['Emitter', '  readonly #listeners = new Set<(id: string) => void>()'],
  ])('%s is found', (helper, line) => {
    expect(helpers(line)).toEqual([helper])
  })

  it.each([
    ['a comment', '// new AbortController().signal'],
    ['another race', 'return Promise.race([negotiation, closed])'],
    ['another timer', 'timer = setTimeout(onOverdue, ms)'],
  ])('%s is none', (_, line) => {
    expect(helpers(line)).toEqual([])
  })

  it('are not looked for in tests, in base and in the window', () => {
    const line = 'const never = new AbortController().signal'
    for (const file of [
      'packages/host/src/a.test.ts',
      'packages/base/src/a.ts',
      'packages/ui/src/a.ts',
    ])
      expect(helpers(line, file)).toEqual([])
  })
})
