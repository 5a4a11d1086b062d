import { describe, expect, it } from 'vitest'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

describe('jsonValueSchema', () => {
  it.each([undefined, NaN, Infinity, () => 1, Symbol('x'), 1n, new Date(), new Map(), [undefined]])(
    'refuses %s, which JSON cannot carry',
    (value) => {
      expect(jsonValueSchema.safeParse(value).success).toBe(false)
    },
  )

  it('refuses nesting that would overflow a recursive reader, without overflowing itself', () => {
    expect(jsonValueSchema.safeParse(nested(200)).success).toBe(true)
    expect(jsonValueSchema.safeParse(nested(300)).success).toBe(false)
    expect(jsonValueSchema.safeParse(nested(100_000)).success).toBe(false)
  })

  it('keeps a member named __proto__ as data instead of dropping what a person would see', () => {
    const value: unknown = Object.fromEntries([['__proto__', { admin: true }]])
    expect(Object.keys(jsonObjectSchema.parse(value))).toEqual(['__proto__'])
  })

  it('takes objects of another realm, as a bundle in another context makes them', () => {
    expect(jsonObjectSchema.safeParse(Object.create(null)).success).toBe(true)
    expect(jsonObjectSchema.safeParse([]).success).toBe(false)
  })
})
