import { describe, expect, it, test } from 'vitest'
import {
  elicitationContentSchema,
  elicitationFormSchema,
  excessOfFields,
} from './elicitation-form.ts'

const one = (field: object, more: object = {}) => ({
  type: 'object',
  properties: { f: field },
  ...more,
})
const read = (schema: unknown) => elicitationFormSchema.parse(schema)
const small = { const: 's', title: 'Small' }
const defs = { $defs: { S: { type: 'string', enum: ['a', 'b'] } } }

describe('elicitationFormSchema', () => {
  test.each<[string, object, object]>([
    ['named values', { oneOf: [small] }, { type: 'string', oneOf: [small] }],
    [
      'named values of the older keyword',
      { type: 'string', anyOf: [small] },
      { type: 'string', oneOf: [small] },
    ],
    ['values without a type', { enum: ['s', 'l'] }, { type: 'string', enum: ['s', 'l'] }],
    ['whole numbers', { enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
    ['one value', { const: 'yes' }, { type: 'string', enum: ['yes'] }],
    ['named items', { items: { oneOf: [small] } }, { type: 'array', items: { anyOf: [small] } }],
    [
      'items without a type',
      { type: 'array', items: { enum: ['r'] } },
      { type: 'array', items: { enum: ['r'] } },
    ],
    [
      'any text items',
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'string' } },
    ],
    ['a default', { default: true }, { type: 'boolean', default: true }],
    ['a bound', { exclusiveMinimum: 0 }, { type: 'number', exclusiveMinimum: 0 }],
    [
      'a bound of draft 4',
      { minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    ['an unknown format', { type: 'string', format: 'uuid' }, { type: 'string', format: 'uuid' }],
    ['a default that is null', { type: 'string', default: null }, { type: 'string' }],
    ['a default of another type', { type: 'integer', default: 'x' }, { type: 'integer' }],
  ])('reads a field with %s', (_name, field, expected) => {
    expect(read(one(field)).properties['f']).toEqual(expected)
    expect(read(read(one(field)))).toEqual(read(one(field)))
  })

  test.each<[string, object]>([
    ['null among the types', { type: ['string', 'null'] }],
    ['null among the alternatives', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ])('takes a field with %s as optional', (_name, field) => {
    expect(read(one(field, { required: ['f'] }))).toEqual(one({ type: 'string' }))
  })

  it('follows references into the form', () => {
    const expected = one({ type: 'string', enum: ['a', 'b'] })
    expect(read(one({ $ref: '#/$defs/S' }, defs))).toEqual(expected)
    expect(read(one({ allOf: [{ $ref: '#/$defs/S' }] }, defs))).toEqual(expected)
  })

  test.each<[string, object]>([
    ['an object', { type: 'object', properties: { a: { type: 'string' } } }],
    ['several types', { type: ['string', 'number'] }],
    ['a list of numbers', { type: 'array', items: { type: 'number' } }],
    ['a rule that no control keeps', { type: 'string', not: { const: 'x' } }],
    ['no rule at all', { title: 'Anything' }],
  ])('keeps %s as it is, to be filled in as JSON', (_name, field) => {
    const form = read(one(field))
    expect(form.properties['f']).toEqual(field)
    const content = { f: { a: [1] } }
    expect(elicitationContentSchema(form).parse(content)).toEqual(content)
  })

  it('is a question when there is nothing to fill in', () => {
    for (const schema of [undefined, null, {}, { type: 'object' }, { properties: {} }])
      expect(read(schema)).toEqual({ type: 'object', properties: {} })
  })

  it('asks for a required field without a definition as JSON', () => {
    const form = read(one({ type: 'string' }, { required: ['g', 7] }))
    expect(form).toEqual({
      type: 'object',
      properties: { f: { type: 'string' }, g: {} },
      required: ['g'],
    })
    const content = elicitationContentSchema(form)
    expect(content.safeParse({ f: 'a' }).success).toBe(false)
    expect(content.parse({ g: [1] })).toEqual({ g: [1] })
    expect(read({ required: ['only'] })).toMatchObject({
      properties: { only: {} },
      required: ['only'],
    })
  })

  it('says how many fields a form has that has too many', () => {
    const names = Array.from({ length: 201 }, (_, index) => `f${index}`)
    const properties = Object.fromEntries(names.slice(1).map((name) => [name, { type: 'string' }]))
    const tooMany = elicitationFormSchema.safeParse({ properties, required: names })
    expect(tooMany.error && excessOfFields(tooMany.error)).toEqual({ fields: 201, limit: 200 })
    const odd = elicitationFormSchema.safeParse({ type: 'array' })
    expect(odd.error && excessOfFields(odd.error)).toBeUndefined()
  })

  /** @threat drawing.schema-references */
  it('ends for references that double at every level', () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
    const double = (index: number) => ({ $ref: `#/$defs/n${index + 1}` })
    const $defs = Object.fromEntries(
      names.map((name, index) => [name, { allOf: [double(index), double(index)] }]),
    )
    expect(read(one({ $ref: '#/$defs/n0' }, { $defs })).type).toBe('object')
  })
})

test.each<[string, object, { right: unknown; wrong: unknown }]>([
  ['a pattern', { type: 'string', pattern: '^a' }, { right: 'ab', wrong: 'b' }],
  ['an exclusive bound', { type: 'number', exclusiveMinimum: 0 }, { right: 1, wrong: 0 }],
  ['a step', { type: 'number', multipleOf: 5 }, { right: 10, wrong: 7 }],
  ['choices among numbers', { type: 'integer', enum: [1, 2] }, { right: 2, wrong: 3 }],
  [
    'different items',
    { type: 'array', uniqueItems: true, items: { enum: ['a', 'b'] } },
    { right: ['a'], wrong: ['a', 'a'] },
  ],
])('%s is kept and checked', (_name, field, { right, wrong }) => {
  const content = elicitationContentSchema(read(one(field)))
  expect(content.safeParse({ f: right }).success).toBe(true)
  expect(content.safeParse({ f: wrong }).success).toBe(false)
})
