import type { Extension, Token } from 'mdast-util-from-markdown'
import { readFormula, type Formula } from './formula-rules.ts'
import { FORMULA, FORMULA_BLOCK, formulaSyntax, type SyntaxExtension } from './formula-syntax.ts'
import { protectBars } from './formulas-in-tables.ts'

/** Classes of the element of a formula. Markdown gives code in a line no class, so that no text can imitate them. */
const CLASS = 'language-math'
const DISPLAY_CLASS = 'language-math-display'

interface ParserData {
  micromarkExtensions?: SyntaxExtension[]
  fromMarkdownExtensions?: (Extension | Extension[])[]
}

function addFormulas(this: { data: () => object }): void {
  const data: ParserData = this.data()
  const others = data.micromarkExtensions ?? []
  for (const extension of others) protectBars(extension)
  data.micromarkExtensions = [...others, formulaSyntax()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), formulasFromMarkdown()]
}

/** A remark plugin: formulas are nodes of the tree. Goes after the one of GFM, whose tables it changes. */
export const remarkFormulas = addFormulas

/** A formula in the tree of Markdown. Its value is what was written, which the name of a picture is made of. */
interface FormulaNode {
  type: 'formula'
  value: string
  data: { hName: string; hChildren: object[]; hProperties?: object }
}
declare module 'mdast' {
  interface RootContentMap {
    formula: FormulaNode
  }
}

function formulasFromMarkdown(): Extension {
  const enter = (isBlock: boolean) =>
    function onEnter(this: CompileContext, token: Token): void {
      const value = this.sliceSerialize(token)
      this.enter({ type: 'formula', value, data: dataOf(value, isBlock) }, token)
    }
  const exit = function onExit(this: CompileContext, token: Token): void {
    this.exit(token)
  }
  return {
    enter: { [FORMULA]: enter(false), [FORMULA_BLOCK]: enter(true) },
    exit: { [FORMULA]: exit, [FORMULA_BLOCK]: exit },
  }
}

type CompileContext = ThisParameterType<NonNullable<NonNullable<Extension['enter']>['data']>>

function dataOf(written: string, isBlock: boolean): FormulaNode['data'] {
  const formula = readFormula(written) ?? { source: written, isDisplay: false }
  const className = formula.isDisplay ? [CLASS, DISPLAY_CLASS] : [CLASS]
  const hChildren = [{ type: 'text', value: formula.source }]
  if (!isBlock) return { hName: 'code', hProperties: { className }, hChildren }
  const code = { type: 'element', tagName: 'code', properties: { className }, children: hChildren }
  return { hName: 'p', hChildren: [code] }
}

/** The formula that an element stands for; null for any other code in a line. */
export function formulaOf(className: unknown, source: string): Formula | null {
  if (!Array.isArray(className) || !className.includes(CLASS)) return null
  return { source, isDisplay: className.includes(DISPLAY_CLASS) }
}
