import type { JsonObject } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { formOmitsValues } from './form-omits-values.ts'

/** A form whose fields are drawn, with this value. */
const hides = (schema: JsonObject, value: JsonObject, chosen = new Map<string, number>()) =>
  formOmitsValues({
    root: { type: 'object', ...schema },
    tab: 'form',
    value,
    raw: { text: '', mistake: null },
    chosen,
  })

const text = { type: 'string' }

it('a value whose every part has a field is drawn', () => {
  const properties: JsonObject = {
    name: text,
    size: { enum: ['s', 'l'] },
    days: { type: 'array', items: { enum: ['mon', 'tue'] } },
    lines: { type: 'array', items: { type: 'object', properties: { item: text } } },
    on: { type: 'boolean' },
    fixed: { const: 7 },
    free: {},
    place: { type: 'object', properties: { city: text } },
  }
  const value = {
    name: 'Ada',
    size: 'l',
    days: ['tue'],
    lines: [{ item: 'nail' }],
    on: true,
    fixed: 7,
    free: { any: [1] },
    place: { city: 'Oslo' },
  }
  expect(hides({ properties }, value)).toBe(false)
  expect(hides({ properties }, {})).toBe(false)
})

/** @threat forms.run-unread */
it.each<[string, JsonObject, JsonObject]>([
  ['a member without a field', { properties: { a: text } }, { b: 'x' }],
  [
    'one below another',
    { properties: { a: { type: 'object', properties: { b: text } } } },
    { a: { c: 'x' } },
  ],
  ['a value that is none of the options', { properties: { a: { enum: ['s'] } } }, { a: 'x' }],
  [
    'an item that is none of the options',
    { properties: { a: { type: 'array', items: { enum: ['s'] } } } },
    { a: ['s', 'x'] },
  ],
  ['text where a switch is drawn', { properties: { a: { type: 'boolean' } } }, { a: 'x' }],
  ['text where a list is drawn', { properties: { a: { type: 'array', items: text } } }, { a: 'x' }],
  ['another fixed value', { properties: { a: { const: 1 } } }, { a: 2 }],
  [
    'a password that the server filled in',
    { properties: { a: { type: 'string', format: 'password', default: 'x' } } },
    { a: 'x' },
  ],
  [
    'hidden characters in an option',
    { properties: { a: { enum: ['s\u202e'] } } },
    { a: 's\u202e' },
  ],
  ['hidden characters in a name', { additionalProperties: text }, { 'a\u200b': 'x' }],
  ['hidden characters in a part of any kind', { properties: { a: {} } }, { a: ['\u200b'] }],
])('%s is not drawn', (_what, schema, value) => {
  expect(hides(schema, value)).toBe(true)
})

it('of several shapes the one that is drawn counts', () => {
  const shape = (name: string): JsonObject => ({ type: 'object', properties: { [name]: text } })
  const schema: JsonObject = { properties: { pay: { oneOf: [shape('card'), shape('bank')] } } }
  const value = { pay: { card: '4242' } }
  expect(hides(schema, value, new Map([['/pay', 0]]))).toBe(false)
  expect(hides(schema, value, new Map([['/pay', 1]]))).toBe(true)
})

it('JSON that is typed hides only what cannot be seen', () => {
  const form = { root: { type: 'object' }, tab: 'raw', value: {}, chosen: new Map() } as const
  const raw = (words: string) => ({ text: words, mistake: null })
  expect(formOmitsValues({ ...form, raw: raw('{"any":"thing"}') })).toBe(false)
  expect(formOmitsValues({ ...form, raw: raw('{"any":"\u202e"}') })).toBe(true)
})
