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
    expect(jsonValueSchema.safeParse(nested(128)).success).toBe(true)
    expect(jsonValueSchema.safeParse(nested(129)).success).toBe(false)
    expect(jsonValueSchema.safeParse(nested(100_000)).success).toBe(false)
  })

  /** @threat inbound.hidden-key */
  it('refuses a member named __proto__ at any depth, as the window would never show it', () => {
    const value: unknown = Object.fromEntries([['__proto__', { admin: true }]])
    expect(jsonObjectSchema.safeParse(value).success).toBe(false)
    expect(jsonValueSchema.safeParse([{ deep: [value] }]).success).toBe(false)
  })

  it('takes the names of other members of every object as data', () => {
    const value = { constructor: 1, prototype: { toString: 2 }, hasOwnProperty: null }
    expect(jsonObjectSchema.parse(value)).toEqual(value)
  })

  it('takes objects of another realm, as a bundle in another context makes them', () => {
    expect(jsonObjectSchema.safeParse(Object.create(null)).success).toBe(true)
    expect(jsonObjectSchema.safeParse([]).success).toBe(false)
  })
})
