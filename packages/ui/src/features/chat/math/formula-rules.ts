export interface Formula {
  source: string
  isDisplay: boolean
}

/** A way to write a formula. */
export interface FormulaKind {
  open: string
  close: string
  isDisplay: boolean
  /** Characters; a longer formula stays as it is written. */
  limit: number
  /** It ends in its line, and a backslash takes what follows as it is. */
  isInLine: boolean
}

const MAX_INLINE = 400
const MAX_DISPLAY = 1000

/** Longer openings first. */
export const FORMULA_KINDS: readonly FormulaKind[] = [
  { open: '$$', close: '$$', isDisplay: true, limit: MAX_DISPLAY, isInLine: false },
  { open: '\\[', close: '\\]', isDisplay: true, limit: MAX_DISPLAY, isInLine: false },
  { open: '\\(', close: '\\)', isDisplay: false, limit: MAX_INLINE, isInLine: false },
  { open: '$', close: '$', isDisplay: false, limit: MAX_INLINE, isInLine: true },
]

/** Characters right before the opening mark and right after the closing one; `''` at an end. */
export interface Surroundings {
  before: string
  after: string
}

/** True if what two marks of a kind enclose is a formula, and no price, variable or address. */
export function isFormula(kind: FormulaKind, source: string, around: Surroundings): boolean {
  if (source.trim() === '' || source.length > kind.limit) return false
  // Two marks of their own enclose a formula also where it names an address, which then is no link.
  return !kind.isInLine || (!source.includes('://') && isDollarFormula(source, around))
}

const wordCharacter = /[A-Za-z0-9]/
/** `{HOME}` of `${HOME}`; one letter may be a group of LaTeX. */
const variable = /^\{[A-Za-z_]\w+\}/

function isDollarFormula(source: string, { before, after }: Surroundings): boolean {
  if (wordCharacter.test(before) || wordCharacter.test(after) || before === '$') return false
  // A dollar before a brace begins a variable.
  if (after === '{' || variable.test(source)) return false
  return !/^\s|\s$/.test(source) && !isAmount(source)
}

/** '5, or 10' or '5，现价': begins with digits, has words and no sign of mathematics. */
function isAmount(source: string): boolean {
  return (
    /^\d/.test(source) &&
    /\s\S|[\u3000-\u9FFF\uFF00-\uFFEF]/.test(source) &&
    !/[\\^_={}+*/<>]/.test(source)
  )
}

/** The formula that a text with its marks is: lines are joined, marks of quotes are taken off. */
export function readFormula(written: string): Formula | null {
  const text = written.trim()
  const kind = FORMULA_KINDS.find(({ open }) => text.startsWith(open))
  if (!kind) return null
  const lines = text.slice(kind.open.length, -kind.close.length).split(/\r\n|\r|\n/)
  const source = lines.map((line) => line.replace(/^[\s>]+/, '')).join(' ')
  return { source: source.trim(), isDisplay: kind.isDisplay }
}
