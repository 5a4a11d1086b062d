import { describe, expect, it } from 'vitest'
import { findInputProblem, fitsBridge } from './input-limits.ts'

const limits = { maxBytes: 100_000, maxDepth: 20 }

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

describe('findInputProblem', () => {
  it('takes ordinary data', () => {
    const ordinary = { a: [1, 'two', null, undefined, true, { b: [] }], constructor: 'x' }
    expect(findInputProblem(ordinary, limits)).toBeUndefined()
    expect(
      findInputProblem(Object.assign(Object.create(null) as object, { a: 1 }), limits),
    ).toBeUndefined()
    expect(findInputProblem(nested(20), limits)).toBeUndefined()
  })

  it('ends on a cycle, and on little data that unfolds to very much', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(findInputProblem(cycle, limits)).toBe('too-deep')
    const wide: unknown[] = []
    wide.push(wide, wide, wide)
    expect(findInputProblem(wide, limits)).toMatch(/too-/)
    let shared: unknown = ['x']
    for (let level = 0; level < 18; level++) shared = [shared, shared, shared, shared]
    expect(findInputProblem(shared, limits)).toBe('too-large')
  })

  it('does not walk a sparse array of billions', () => {
    const sparse: unknown[] = []
    sparse.length = 4_000_000_000
    expect(findInputProblem({ a: sparse }, limits)).toBe('too-large')
  })

  it('does not overflow the stack on deep nesting', () => {
    expect(findInputProblem(nested(100_000), limits)).toBe('too-deep')
    expect(findInputProblem(nested(21), limits)).toBe('too-deep')
  })

  it('counts the length of keys and strings', () => {
    expect(findInputProblem('x'.repeat(60_000), limits)).toBe('too-large')
    expect(findInputProblem({ ['k'.repeat(60_000)]: 1 }, limits)).toBe('too-large')
  })

  it('lets no key through that schemas drop without a word', () => {
    expect(findInputProblem(JSON.parse('{"a":{"__proto__":{"admin":true}}}'), limits)).toBe(
      'forbidden-key',
    )
  })

  it.each([
    new Map(),
    new Set(),
    new Date(),
    /x/,
    new Uint8Array(4),
    new Error('x'),
    () => 1,
    Symbol('x'),
  ])('does not take %s for data', (value) =>
    expect(findInputProblem({ a: [value] }, limits)).toBe('not-json'),
  )
})

describe('fitsBridge', () => {
  it('is exact, and does not follow a cycle for ever', () => {
    expect(fitsBridge({ a: { a: 1 } }, 4)).toBe(true)
    expect(fitsBridge({ a: { a: 1 } }, 3)).toBe(false)
    expect(fitsBridge([[[1]]], 3)).toBe(true)
    expect(fitsBridge([[[1]]], 2)).toBe(false)
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(fitsBridge(cycle)).toBe(false)
    expect(fitsBridge(nested(100_000))).toBe(false)
  })
})
