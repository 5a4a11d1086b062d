import { FORMULA_KINDS, isFormula } from './formula-rules.ts'
import type { Code, Construct, State, SyntaxExtension, Tokenizer } from './formula-syntax.ts'

const BAR = 124
/** Any character that neither ends a cell nor escapes. */
const OTHER = 120

/** Changes the tables of an extension: a bar within a formula divides no cells. */
export function protectBars({ flow }: SyntaxExtension): void {
  const constructs = [flow?.['null'] ?? []].flat()
  for (const construct of constructs) if (construct.name === 'table') protect(construct)
}

function protect(construct: Construct): void {
  const { tokenize } = construct
  construct.tokenize = function tokenizeProtected(effects, ok, nok) {
    let isOver = false
    const leave =
      (next: State): State =>
      (code) => {
        isOver = true
        return next(code)
      }
    const mapped = barReader(this)
    let real: Code = null
    // What is consumed is what stands there.
    const consumesReal = { ...effects, consume: () => effects.consume(real) }
    const inside =
      (state: State): State =>
      (code) => {
        if (isOver) return state(code)
        real = code
        const next = state(mapped(code))
        return isOver || !next ? next : inside(next)
      }
    return inside(tokenize.call(this, consumesReal, leave(ok), leave(nok)))
  }
}

/** Gives the codes of a table, those of protected bars as another. */
function barReader(context: ThisParameterType<Tokenizer>): (code: Code) => Code {
  let line = 0
  let bars = new Set<number>()
  return (code) => {
    if (code !== BAR && line === context.now().line) return code
    const { _index, _bufferIndex, offset } = context.now()
    if (line !== context.now().line && _bufferIndex >= 0) {
      line = context.now().line
      const start = context.now()
      const rest = context.sliceSerialize({
        start,
        end: { ...start, _index: _index + 1, _bufferIndex: -1 },
      })
      bars = new Set(barsInFormulas(rest).map((at) => offset + at))
    }
    return code === BAR && bars.has(offset) ? OTHER : code
  }
}

/** Where bars are in the formulas of a line. Linear: each formula is looked for once from each opening mark. */
export function barsInFormulas(line: string): number[] {
  const bars: number[] = []
  for (let at = 0; at < line.length;) {
    const end = line[at] === '`' ? afterCode(line, at) : afterFormula(line, at)
    if (end === null) at += line[at] === '\\' ? 2 : 1
    else {
      if (line[at] !== '`')
        for (let bar = at; bar < end; bar += 1) if (line[bar] === '|') bars.push(bar)
      at = end
    }
  }
  return bars
}

function afterCode(line: string, at: number): number {
  const run = /^`+/.exec(line.slice(at, at + 100))?.[0] ?? '`'
  const close = line.indexOf(run, at + run.length)
  return (close < 0 ? at : close) + run.length
}

function afterFormula(line: string, at: number): number | null {
  const kind = FORMULA_KINDS.find(({ open }) => line.startsWith(open, at))
  if (!kind) return null
  const start = at + kind.open.length
  const near = line.slice(start, start + kind.limit + kind.close.length)
  const length = near.replaceAll('\\$', '  ').indexOf(kind.close)
  if (length < 0) return null
  const source = near.slice(0, length)
  const end = start + length + kind.close.length
  const around = { before: line[at - 1] ?? '', after: line[end] ?? '' }
  return isFormula(kind, source, around) && areBarsMathematics(source) ? end : null
}

/** True if every bar of a formula is within brackets, or has a partner: others divide the cells that they stand between. */
function areBarsMathematics(source: string): boolean {
  let depth = 0
  let open = 0
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? ''
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    else if (character === '|' && depth === 0) {
      if (open % 2 === 0 && /\s|^$/.test(source[index + 1] ?? '')) return false
      open += 1
    }
  }
  return open % 2 === 0
}
