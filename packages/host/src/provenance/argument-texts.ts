import type { JsonObject, JsonValue } from '@gatehouse/domain'

/** A value that a call sends: a string, a number, or the name of a member. */
export interface ArgumentText {
  /** Where it is: `body.items.0`. */
  path: string
  /** The same without the places in lists: pieces of one text often have it in common. */
  kind: string
  text: string
}

/** A call that went to the same server before this one, or goes beside it. */
export interface EarlierCall {
  toolName: string
  texts: readonly ArgumentText[]
}

/** Everything that the arguments say, in their order; long names included. */
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
export interface PieceRow {
  pieces: { text: string; path: string; own: boolean }[]
}

/** Pieces of more characters than this are looked through by themselves; of them only the ends can join others. */
export const LONG_PIECE = 64

/**
 * The rows in which pieces of a text can lie: in all arguments of the call, in those of the same name over several
 * calls, in the names of the tools that were called; each from first to last and from last to first.
 */
export function pieceRows(
  call: { toolName: string; texts: readonly ArgumentText[] },
  before: readonly EarlierCall[],
): PieceRow[] {
  const rows: PieceRow[] = []
  const add = (pieces: PieceRow['pieces']): void => {
    if (pieces.length > 1) rows.push({ pieces }, { pieces: pieces.toReversed() })
  }
  const values = call.texts.filter(({ kind }) => kind !== '{}')
  const own = (texts: readonly ArgumentText[]): PieceRow['pieces'] =>
    texts.map(({ text, path }) => ({ text, path, own: true }))
  add(own(values))
  add(own(call.texts.filter(({ kind }) => kind === '{}')))
  for (const kind of new Set(values.map((one) => one.kind))) {
    const earlier = before.flatMap(({ texts }) => texts.filter((one) => one.kind === kind))
    const same = values.filter((one) => one.kind === kind)
    if (earlier.length > 0 || same.length < values.length)
      add([...earlier.map(({ text, path }) => ({ text, path, own: false })), ...own(same)])
  }
  const names = [...before.map(({ toolName }) => toolName), call.toolName]
  const common = commonStart(names)
  add(
    names.map((name, at) => ({
      text: name.slice(common),
      path: '',
      own: at === names.length - 1,
    })),
  )
  return rows
}

/** Characters that all names begin with, up to the end of a word. */
function commonStart(names: readonly string[]): number {
  const [first = ''] = names
  let length = 0
  while (length < first.length && names.every((name) => name[length] === first[length])) length += 1
  return first.slice(0, length).search(/[_.-][^_.-]*$/) + 1
}
