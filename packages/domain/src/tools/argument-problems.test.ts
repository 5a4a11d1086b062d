import { Validator } from '@cfworker/json-schema'
import { describe, expect, it } from 'vitest'
import { argumentProblems } from './argument-problems.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'

const words = (schema: JsonObject, args: JsonObject) =>
  argumentProblems(schema, args).map(({ kind, path }) => `${kind} ${path}`)

const query = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }

describe('arguments of a call', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['that fit', query, { query: 'x' }, []],
    ['with another name', query, { sql: 'x' }, ['missing query', 'unknown sql']],
    ['with more than is declared', query, { query: 'x', limit: 1 }, []],
    [
      'of a closed object',
      { ...query, additionalProperties: false },
      { query: '', a: 1 },
      ['unknown a'],
    ],
    ['of another type', query, { query: 5 }, []],
    [
      'without a member that has a default',
      { ...query, properties: { query: { default: '' } } },
      {},
      [],
    ],
    [
      'beside names by pattern',
      { ...query, patternProperties: { '^s': {} } },
      { sql: '' },
      ['missing query'],
    ],
    [
      'beside a union',
      { ...query, anyOf: [{ properties: { sql: {} } }] },
      { sql: '' },
      ['missing query'],
    ],
    ['of a union', { anyOf: [query, { required: ['sql'] }] }, { other: 1 }, []],
    [
      'of a conjunction',
      { allOf: [query, { required: ['b'] }] },
      {},
      ['missing query', 'missing b'],
    ],
    ['of no schema', {}, { a: 1 }, []],
    ['of a schema that is none', { properties: 5, required: 'a', items: null }, { a: 1 }, []],
    [
      'named as members of every object are',
      { required: ['constructor'] },
      {},
      ['missing constructor'],
    ],
  ])('%s', (_, schema, ...[args, found]) => {
    expect(words(schema, args)).toEqual(found)
  })

  it('are looked at in lists and behind references', () => {
    const schema = {
      $defs: {
        edit: { required: ['oldText', 'newText'], properties: { oldText: {}, newText: {} } },
      },
      properties: { edits: { type: 'array', items: { $ref: '#/$defs/edit' } } },
    }
    const edits = [
      { oldText: '', newText: '' },
      { oldText: '', new_text: '' },
    ]
    expect(words(schema, { edits })).toEqual([
      'missing edits[1].newText',
      'unknown edits[1].new_text',
    ])
  })

  /**
   * @threat calls.costly-schema
   * @attacker server
   * @tries gives a schema that takes long to compare with arguments, or refers to itself
   * @stoppedBy a check takes 20,000 steps at most, runs no pattern, and finds nothing beyond that
   */
  it('of a schema that refers to itself, or elsewhere, end', () => {
    expect(words({ $ref: '#' }, { a: 1 })).toEqual([])
    expect(words({ $ref: 'https://x.test/schema', required: ['a'] }, {})).toEqual([])
    expect(words({ allOf: [{ $ref: '#/allOf/0' }] }, {})).toEqual([])
  })

  /** @threat calls.costly-schema */
  it('are not judged where that takes too long, nor in part', () => {
    const required = Array.from({ length: 400 }, (_, at) => `r${at}`)
    const schema = { required: ['here'], properties: { list: { items: { required } } } }
    const list = Array.from({ length: 100 }, () => ({}))
    expect(words(schema, { list: list.slice(0, 2) })).toHaveLength(8)
    expect(words(schema, { list })).toEqual([])
  })

  it('that are found wanting are invalid for a validator too, for any schema', () => {
    const next = seeded(29)
    const names = ['a', 'b', 'c']
    const pick = <One>(all: readonly One[]): One => all[next(all.length)] as One
    const schemaOf = (depth: number): JsonObject => ({
      ...(next(2) ? { required: names.filter(() => next(2)) } : {}),
      ...(next(2) && depth > 0
        ? {
            properties: Object.fromEntries(
              names.filter(() => next(2)).map((name) => [name, schemaOf(depth - 1)]),
            ),
          }
        : {}),
      ...(next(4) ? {} : { additionalProperties: pick<JsonValue>([false, true, {}]) }),
      ...(next(4) ? {} : { patternProperties: { '^[ab]': {} } }),
      ...(depth > 0 && !next(3) ? { items: schemaOf(depth - 1) } : {}),
      ...(depth > 0 && !next(4)
        ? { [pick(['allOf', 'anyOf', 'oneOf'])]: [schemaOf(depth - 1)] }
        : {}),
      ...(depth > 0 && !next(5) ? { if: schemaOf(0), else: schemaOf(0) } : {}),
    })
    const valueOf = (depth: number): JsonValue =>
      depth === 0 || !next(4)
        ? pick<JsonValue>([1, 'x', null, {}])
        : next(4)
          ? objectOf(depth)
          : [valueOf(depth - 1), valueOf(depth - 1)]
    const objectOf = (depth: number): JsonObject =>
      Object.fromEntries(names.filter(() => next(2)).map((name) => [name, valueOf(depth - 1)]))
    const wrong = { found: 0, valid: [] as string[] }
    for (let round = 0; round < 1000; round += 1) {
      const [schema, args] = [schemaOf(3), objectOf(3)]
      const found = words(schema, args)
      wrong.found += Math.min(1, found.length)
      const isValid = new Validator(schema, '2020-12').validate(args).valid
      if (found.length > 0 && isValid) wrong.valid.push(JSON.stringify({ schema, args, found }))
    }
    expect(wrong.valid).toEqual([])
    expect(wrong.found).toBeGreaterThan(150)
  })
})

/** Whole numbers below a limit, the same in each run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % limit
  }
}
