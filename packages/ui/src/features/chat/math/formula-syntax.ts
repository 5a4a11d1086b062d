import type { Options } from 'mdast-util-from-markdown'
import { FORMULA_KINDS, isFormula, type FormulaKind } from './formula-rules.ts'

export type SyntaxExtension = Exclude<
  NonNullable<Options['extensions']>[number],
  readonly unknown[]
>
type ConstructRecord = NonNullable<SyntaxExtension['text']>
export type Construct = Exclude<NonNullable<ConstructRecord[string]>, readonly unknown[]>
export type Tokenizer = Construct['tokenize']
type Context = ThisParameterType<Tokenizer>
type Effects = Parameters<Tokenizer>[0]
export type State = Parameters<Tokenizer>[1]
export type Code = Parameters<State>[0]

/** The tokens of a formula, as {@link formulaSyntax} gives them. */
export const FORMULA = 'formula'
export const FORMULA_BLOCK = 'formulaBlock'
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula'
    formulaBlock: 'formulaBlock'
    formulaData: 'formulaData'
  }
}

/**
 * Formulas as a part of the grammar of Markdown: code, addresses, HTML and escapes are read before them, and nothing
 * in them is taken for Markdown. A display formula that has its lines for itself is a block.
 */
export function formulaSyntax(): SyntaxExtension {
  const inText: Construct = { name: FORMULA, tokenize: tokenizer(FORMULA) }
  const block: Construct = {
    name: FORMULA_BLOCK,
    concrete: true,
    tokenize: tokenizer(FORMULA_BLOCK),
  }
  return {
    text: { [DOLLAR]: inText, [BACKSLASH]: inText },
    flow: { [DOLLAR]: block, [BACKSLASH]: block },
  }
}

const DOLLAR = 36
const BACKSLASH = 92

const isLineEnd = (code: Code): boolean => code !== null && code < -2
const isSpace = (code: Code): boolean => code === 32 || code === -1 || code === -2
/** `''` for the end and for what is no character of the text. */
const characterOf = (code: Code): string => {
  if (code === null || code === -1) return ''
  if (isLineEnd(code)) return '\n'
  return code === -2 ? '\t' : String.fromCodePoint(code)
}

type Type = typeof FORMULA | typeof FORMULA_BLOCK

function tokenizer(type: Type): Tokenizer {
  return function tokenize(effects, ok, nok) {
    return new Reading(type, { context: this, effects, ok, nok }).begin
  }
}

interface Parts {
  context: Context
  effects: Effects
  ok: State
  nok: State
}

/** One formula while its characters come: each method takes the next one and returns who takes the one after. */
class Reading {
  readonly #type: Type
  readonly #parts: Parts
  readonly #before: string
  readonly #at: number
  #kind: FormulaKind | undefined
  #text = ''
  #isEscaped = false
  #hasData = false

  constructor(type: Type, parts: Parts) {
    this.#type = type
    this.#parts = parts
    this.#before = characterOf(parts.context.previous)
    this.#at = parts.context.now().offset
  }

  readonly begin: State = (code) => {
    this.#parts.effects.enter(this.#type)
    this.#take(code)
    return this.#opening
  }

  readonly #opening: State = (code) => {
    const two = this.#text + characterOf(code)
    const kind = FORMULA_KINDS.find(({ open }) => two.startsWith(open))
    const isWanted = this.#type === FORMULA || kind?.isDisplay === true
    if (!kind || !isWanted || regionsOf(this.#parts.context, this.#type).excludes(kind, this.#at))
      return this.#parts.nok(code)
    this.#kind = kind
    this.#text = ''
    if (kind.open.length === 1) return this.#inside(code)
    this.#take(code)
    this.#text = ''
    return this.#inside
  }

  readonly #inside: State = (code) => {
    const kind = this.#kind
    if (!kind) return this.#parts.nok(code)
    if (code === null || (kind.isInLine && isLineEnd(code))) return this.#fail(code)
    if (isLineEnd(code)) return this.#lineEnd(code)
    const character = this.#take(code)
    if (kind.isInLine && this.#isEscaped) this.#isEscaped = false
    else if (this.#text.endsWith(kind.close)) return this.#after
    else this.#isEscaped = character === '\\'
    // One line is searched no further; others are, so that what comes later need not be.
    return kind.isInLine && this.#text.length > kind.limit ? this.#fail : this.#inside
  }

  readonly #after: State = (code) => {
    const { context, effects, ok } = this.#parts
    const kind = this.#kind
    const source = this.#text.slice(0, -(kind?.close.length ?? 0))
    const around = { before: this.#before, after: characterOf(code) }
    if (!kind || !isFormula(kind, source, around)) {
      if (kind) regionsOf(context, this.#type).note(kind, this.#at, context.now().offset)
      return this.#parts.nok(code)
    }
    if (this.#type === FORMULA_BLOCK) return this.#restOfLine(code)
    this.#endData()
    effects.exit(this.#type)
    return ok(code)
  }

  /** A block has its last line for itself, too. */
  readonly #restOfLine: State = (code) => {
    if (isSpace(code)) {
      this.#take(code)
      return this.#restOfLine
    }
    if (code !== null && !isLineEnd(code)) return this.#parts.nok(code)
    this.#endData()
    this.#parts.effects.exit(this.#type)
    return this.#parts.ok(code)
  }

  #lineEnd(code: Code): State | undefined {
    const { effects } = this.#parts
    this.#endData()
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    this.#text += '\n'
    return this.#lineStart
  }

  /** A blank line, or one that continues no quote or list item, ends every formula. */
  readonly #lineStart: State = (code) => {
    const { context } = this.#parts
    if (isSpace(code)) {
      this.#take(code)
      return this.#lineStart
    }
    const isLazy = context.parser.lazy[context.now().line] === true
    return isLineEnd(code) || (this.#type === FORMULA_BLOCK && isLazy)
      ? this.#fail(code)
      : this.#inside(code)
  }

  /** Nothing closes it up to here. */
  readonly #fail: State = (code) => {
    const { context } = this.#parts
    if (this.#kind && !this.#kind.isInLine)
      regionsOf(context, this.#type).noteUnclosed(this.#kind, this.#at, context.now().offset)
    return this.#parts.nok(code)
  }

  #take(code: Code): string {
    const { effects } = this.#parts
    if (!this.#hasData) effects.enter('formulaData')
    this.#hasData = true
    effects.consume(code)
    const character = characterOf(code)
    this.#text += character
    return character
  }

  #endData(): void {
    if (this.#hasData) this.#parts.effects.exit('formulaData')
    this.#hasData = false
  }
}

interface Region {
  from: number
  to: number
  /** Where its first closing mark ends; absent where it has none. */
  close?: number
}

/** Findings of earlier marks of a text, so that a text of many marks takes linear time. Offsets of the text. */
class Regions {
  readonly #latest = new Map<FormulaKind, Region>()
  #passedOver = 0

  /** True if a mark there opens no formula of that kind. */
  excludes(kind: FormulaKind, at: number): boolean {
    if (at < this.#passedOver) return true
    const region = this.#latest.get(kind)
    if (!region || at < region.from || at >= region.to) return false
    return region.close === undefined || region.close - at > kind.limit + 4
  }

  /** Records that two marks enclose no formula; of two dollars each, the second closes nothing and opens nothing. */
  note(kind: FormulaKind, from: number, close: number): void {
    if (kind.open === '$$' && close - from > kind.limit) this.#passedOver = close
    this.#latest.set(kind, { from, to: close, close })
  }

  noteUnclosed(kind: FormulaKind, from: number, to: number): void {
    this.#latest.set(kind, { from, to })
  }
}

const known = new WeakMap<object, Record<Type, Regions>>()

function regionsOf({ parser }: Context, type: Type): Regions {
  const regions = known.get(parser) ?? { formula: new Regions(), formulaBlock: new Regions() }
  known.set(parser, regions)
  return regions[type]
}
