import type { JsonObject, JsonValue } from '@gatehouse/domain'

/** A value that a call sends: a string, a number, or the name of a member. */
export interface ArgumentText {
  /** Its path: `body.items.0`. */
  path: string
  /** The path without list indices: pieces of one text often share it. */
  kind: string
  text: string
}

/** A call that went to the same server before this one, or goes beside it. */
export interface EarlierCall {
  toolName: string
  texts: readonly ArgumentText[]
}

/** All texts of the arguments, in their order; long names included. */
export function argumentTexts(args: JsonObject): ArgumentText[] {
  const found: ArgumentText[] = []
  const open: { value: JsonValue; path: string; kind: string }[] = [
    { value: args, path: '', kind: '' },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, kind } = next
    if (typeof value === 'string') found.push({ path, kind, text: value })
    else if (typeof value === 'number') found.push({ path, kind, text: String(value) })
    else if (Array.isArray(value))
      for (let at = value.length - 1; at >= 0; at -= 1)
        open.push({ value: value[at] ?? null, path: joined(path, String(at)), kind })
    else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value))
        found.push({ path: joined(path, name), kind: '{}', text: name })
      for (const [name, member] of Object.entries(value).reverse())
        open.push({ value: member, path: joined(path, name), kind: joined(kind, name) })
    }
  }
  return found
}

const MAX_PATH = 200

function joined(path: string, name: string): string {
  return (path === '' ? name : `${path}.${name}`).slice(0, MAX_PATH)
}

/** A row of pieces that may be one text together. `own`: of the call itself, not of one before it. */
export interface FragmentSequence {
  pieces: { text: string; path: string; own: boolean }[]
}

/** Pieces of more characters than this are looked through by themselves; of them only the ends can join others. */
export const LONG_PIECE = 64

/** Values of earlier calls, under whatever name, that are put in one row. */
const MAX_FORMER = 128

/** Names of arguments whose pieces are put in rows of their own. */
export const MAX_ARGUMENT_NAMES = 256

/**
 * The rows in which pieces of a text can lie: in all arguments of the call, in those of the same name over several
 * calls (of at most {@link MAX_ARGUMENT_NAMES} names), in the names of the tools that were called; each from first to
 * last and from last to first.
 */
export function* fragmentSequences(
  call: { toolName: string; texts: readonly ArgumentText[] },
  before: readonly EarlierCall[],
): Generator<FragmentSequence> {
  const values = call.texts.filter(({ kind }) => kind !== '{}')
  const own = (texts: readonly ArgumentText[]): FragmentSequence['pieces'] =>
    texts.map(({ text, path }) => ({ text, path, own: true }))
  yield* forwardAndReversed(own(values))
  yield* forwardAndReversed(own(call.texts.filter(({ kind }) => kind === '{}')))
  const present = groupByArgument(values)
  const earlier = groupByArgument(before.flatMap(({ texts }) => texts))
  for (const [kind, same] of [...present].slice(0, MAX_ARGUMENT_NAMES)) {
    const former = earlier.get(kind) ?? []
    if (former.length > 0 || same.length < values.length)
      yield* forwardAndReversed([
        ...former.map(({ text, path }) => ({ text, path, own: false })),
        ...own(same),
      ])
  }
  const former = before
    .flatMap(({ texts }) => texts.filter(({ kind }) => kind !== '{}'))
    .slice(-MAX_FORMER)
    .map(({ text, path }) => ({ text, path, own: false }))
  if (former.length > 0) yield* forwardAndReversed([...former, ...own(values)])
  const names = [...before.map(({ toolName }) => toolName), call.toolName]
  const common = commonStart(names)
  yield* forwardAndReversed(
    names.map((name, at) => ({
      text: name.slice(common),
      path: '',
      own: at === names.length - 1,
    })),
  )
}

function* forwardAndReversed(pieces: FragmentSequence['pieces']): Generator<FragmentSequence> {
  if (pieces.length < 2) return
  yield { pieces }
  yield { pieces: pieces.toReversed() }
}

export function groupByArgument(texts: readonly ArgumentText[]): Map<string, ArgumentText[]> {
  const kinds = new Map<string, ArgumentText[]>()
  for (const one of texts) {
    const same = kinds.get(one.kind)
    if (same) same.push(one)
    else kinds.set(one.kind, [one])
  }
  return kinds
}

/** Characters that all names begin with, up to the end of a word. */
function commonStart(names: readonly string[]): number {
  const [first = ''] = names
  let length = 0
  while (length < first.length && names.every((name) => name[length] === first[length])) length += 1
  return first.slice(0, length).search(/[_.-][^_.-]*$/) + 1
}
