import type { Random } from '../random.mjs'
import { oddName } from './words.mjs'

/** Keys and literals that parsers, mergers and counters get wrong. */
const oddLiterals = [
  '-0',
  '1e400',
  '9007199254740993',
  '1E-400',
  '"\\ud800"',
  '""',
  'null',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":1,"a":2}',
  '[[],[[]],{}]',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"":0}',
]

/** JSON text as no writer of ours would make it. Small unless `size` says otherwise. */
export function oddJson(random: Random, size = 4): string {
  if (size <= 0 || random.chance(0.3)) return random.pick(oddLiterals)
  if (random.chance(0.4)) return JSON.stringify(oddName(random))
  const parts = Array.from({ length: random.int(0, 4) }, () => oddJson(random, size - 1))
  if (random.chance(0.5)) return `[${parts.join(',')}]`
  const named = parts.map((part) => `${JSON.stringify(oddName(random))}:${part}`)
  if (random.chance(0.2)) named.push('"__proto__":{"polluted":true}')
  return `{${named.join(',')}}`
}

/** The arguments of a call: an object, whatever is in it. */
export const oddArguments = (random: Random): string =>
  random.weighted([
    [16, () => JSON.stringify({ text: oddName(random), count: random.int(0, 5) })],
    [2, () => `{"value":${oddJson(random)}}`],
    [1, () => '{"text":"hello","__proto__":{"admin":true}}'],
    [1, () => '{"a":'.repeat(random.int(3, 200)) + '1' + '}'.repeat(3)],
    [1, () => `{"list":[${'0,'.repeat(random.int(10, 3000))}0]}`],
    [1, () => `{"text":${JSON.stringify('y'.repeat(random.int(1000, 300_000)))}}`],
    [1, () => oddJson(random)],
  ])()

/** A value as a compromised page would pass it through the bridge. */
export function oddValue(random: Random): unknown {
  const text = oddJson(random)
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Text of JSON with some of its characters cut, doubled or replaced. */
export function damaged(random: Random, text: string): string {
  const characters = text.split('')
  for (let times = random.int(0, 4); times > 0 && characters.length > 0; times -= 1) {
    const at = random.int(0, characters.length - 1)
    random.weighted<() => void>([
      [2, () => characters.splice(at, random.int(1, 8))],
      [
        2,
        () =>
          characters.splice(
            at,
            0,
            random.pick(['"', '{', '}', ',', '\\', '\u0000', '//', '\uFEFF']),
          ),
      ],
      [1, () => characters.splice(at, 0, ...characters.slice(at, at + 40))],
    ])()
  }
  return characters.join('')
}
