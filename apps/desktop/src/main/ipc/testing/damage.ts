/** One damaged copy of an input: `path` says where, `kind` how. */
export interface Damage {
  path: string
  kind: string
  /** In place of the field at the path. */
  value: unknown
  input: unknown
}

export function nested(depth: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const sparse: unknown[] = []
sparse.length = 4_000_000_000

/** Values that no field and no whole input may ever have. */
const HOSTILE: Record<string, unknown> = {
  'not a number': Number.NaN,
  infinite: Infinity,
  'a function': () => 'called',
  'a symbol': Symbol('s'),
  'a big integer': 10n ** 30n,
  'a date': new Date(),
  'a map': new Map([['a', 1]]),
  bytes: new Uint8Array(16),
  'nested 20,000 deep': nested(20_000),
  'an array of 4 billion holes': sparse,
  '10 million characters': 'x'.repeat(10_000_000),
  'a polluting key': Object.defineProperty({}, '__proto__', {
    value: { polluted: true },
    enumerable: true,
  }),
}

/** Wrong or worrying, but right for some fields. */
const PLAIN: Record<string, unknown> = {
  missing: undefined,
  null: null,
  'an object': { toString: 'x' },
  'an array': [[]],
  'a number': 42,
  'a negative number': -1.5,
  'a boolean': true,
  'a string': '\t ',
  traversal: '../../../../etc/passwd',
  'a NUL': 'a\0b',
  'a polluting name': '__proto__',
  '2 million characters': 'y'.repeat(2_000_000),
}

/** True for a kind that no field and no whole input may have. */
export const isHostile = (kind: string): boolean => Object.hasOwn(HOSTILE, kind)

/** Damages `valid` as a whole and at every field, one at a time. */
export function damages(valid: object): Damage[] {
  const all = { ...PLAIN, ...HOSTILE }
  const whole = Object.entries(all)
    .filter(([kind]) => kind !== 'an object')
    .map(([kind, input]) => ({ path: '', kind, value: input, input }))
  const inside = pathsOf(valid).flatMap((path) =>
    Object.entries(all).map(([kind, value]) => ({
      path: path.join('.'),
      kind,
      value,
      input: replaceAt(valid, path, value),
    })),
  )
  const extra = Object.entries(HOSTILE)
    .filter(([kind]) => kind !== 'not a number' && kind !== 'infinite' && kind !== 'a big integer')
    .map(([kind, value]) => ({ path: 'extra', kind, value, input: { ...valid, extra: value } }))
  return [...whole, ...inside, ...extra]
}

function pathsOf(value: unknown, path: string[] = []): string[][] {
  const own = path.length > 0 ? [path] : []
  if (typeof value !== 'object' || value === null) return own
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key])),
  ]
}

function replaceAt(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  const child = replaceAt((value as Record<string, unknown>)[key], rest, replacement)
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === key ? child : item))
  const { [key]: _old, ...others } = value as Record<string, unknown>
  return child === undefined ? others : { ...others, [key]: child }
}
