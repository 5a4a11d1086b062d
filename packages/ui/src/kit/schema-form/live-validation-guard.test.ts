import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createCheck } from './check-value.ts'
import { prepareSchema } from './prepare-schema.ts'

function checkOf(schema: JsonObject) {
  const result = prepareSchema(schema)
  if (!result) throw new Error('refused')
  return createCheck(result.root)
}

function problems(schema: JsonObject, value: JsonValue): string[] {
  return checkOf(schema)(value, new Map()).map((one) => `${one.pointer} ${one.keyword}`)
}

/**
 * @threat form.dear-defaults
 * @attacker server
 * @tries To freeze the window with a default of a form that is dear to check: values times rules.
 * @stoppedBy The cost of the check is estimated first; beyond the limit the server checks it, and the form states this.
 */
it('leaves a value to the server whose check would take values times rules', () => {
  const one = (all: JsonObject): JsonObject => ({ type: 'object', properties: { all } })
  const range = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const enumOf = (count: number) => ({ enum: range(count, (index) => `q${index}`) })
  const dear: [JsonObject, JsonValue][] = [
    [one({ type: 'array', uniqueItems: true }), { all: range(50_000, String) }],
    [one({ type: 'array', uniqueItems: true }), { all: range(5000, (v) => ({ v })) }],
    [one({ type: 'array', items: enumOf(5000) }), { all: range(5000, String) }],
    [one({ type: 'array', contains: enumOf(5000) }), { all: range(5000, String) }],
    [
      one({ type: 'array', items: { allOf: range(100, () => ({ type: 'string' })) } }),
      { all: range(1000, String) },
    ],
    [{ type: 'object', required: range(200_000, (index) => `r${index}`) }, {}],
  ]
  for (const [schema, value] of dear) {
    const check = checkOf(schema)
    expect(check.isCheckable(value)).toBe(false)
    expect(check(value, new Map())).toEqual([])
  }
  const usual = one({ type: 'array', uniqueItems: true, items: enumOf(300) })
  expect(checkOf(usual).isCheckable({ all: range(200, String) })).toBe(true)
  expect(problems(usual, { all: ['q1', 'q1'] })).toEqual(['/all uniqueItems'])
})

/** @threat form.dear-defaults */
it('reports at most 200 errors, each compared with those alone, and missing members once', () => {
  const wrong = Array.from({ length: 3000 }, (_, index) => index)
  const list = { anyOf: [{ type: 'string' }, { type: 'boolean' }] }
  const schema = { type: 'object', properties: { all: { type: 'array', items: list } } }
  const reported = problems(schema, { all: wrong })
  expect(reported.length).toBeGreaterThan(0)
  expect(reported.length).toBeLessThanOrEqual(200)
  const required = Array.from({ length: 1000 }, (_, index) => `r${index}`)
  expect(problems({ type: 'object', required }, {})).toHaveLength(1000)
})
