// Plain JavaScript, because the servers under `servers` draw from it too, on Node 20 with no build step.

/**
 * A seeded source of choices: the same seed makes the same choices, in the same order.
 * @typedef {object} Random
 * @property {number} seed
 * @property {() => number} next from 0 up to 1, without 1
 * @property {(min: number, max: number) => number} int a whole number, both ends included
 * @property {(share: number) => boolean} chance
 * @property {<T>(from: readonly T[]) => T} pick
 * @property {<T>(from: readonly (readonly [number, T])[]) => T} weighted one of several, each with its weight
 * @property {(name: string) => Random} fork a source of its own: how much one draws does not change the next
 */

/**
 * Mulberry32: small, fast, and the same in every runtime.
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** @type {Random['int']} */
  const int = (min, max) => min + Math.floor(next() * (max - min + 1))
  /** @type {Random['pick']} */
  const pick = (from) => {
    const found = from[int(0, from.length - 1)]
    if (from.length === 0) throw new Error('There is nothing to pick from.')
    return /** @type {(typeof from)[number]} */ (found)
  }
  return {
    seed,
    next,
    int,
    pick,
    chance: (share) => next() < share,
    weighted(from) {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of from) {
        left -= weight
        if (left < 0) return value
      }
      return pick(from)[1]
    },
    fork: (name) => createRandom(hash(`${seed} ${name}`)),
  }
}

/**
 * FNV-1a.
 * @param {string} text
 */
function hash(text) {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return value >>> 0
}
