import { expect, test } from 'vitest'
import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import { PAGE_INPUT_LIMITS, isTooLarge } from './input-size.ts'

const { values, characters, bytes } = PAGE_INPUT_LIMITS
const members = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_none, at) => [`k${at}`, at]))

test('an input of the usual size is carried', () => {
  const ordinary = { a: [1, 'two', null, undefined, { b: [] }], c: members(5000) }
  expect([ordinary, 'x', null, undefined, members(values)].map(isTooLarge)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
})

test('a file of the size that may be attached is carried', () => {
  expect(bytes).toBe(DOCUMENT_LIMITS.fileBytes)
  expect(isTooLarge({ name: 'picture.png', bytes: new Uint8Array(bytes) })).toBe(false)
})

/**
 * @threat attachments.path
 * @threat boundary.size
 */
test.each([
  ['members', members(values + 1)],
  ['entries', { a: { b: Array.from({ length: values + 1 }, () => 1) } }],
  ['one text', ['x'.repeat(characters + 1)]],
  ['many texts', Array.from({ length: 100 }, () => 'x'.repeat(characters / 100 + 1))],
  ['names', { ['k'.repeat(characters + 1)]: 1 }],
  ['a list without entries', Object.assign([], { length: 4_000_000_000 })],
  ['lists that share their entries', shared(20)],
  ['bytes', { a: new Uint8Array(bytes + 1) }],
  ['what is under a view of one byte', { a: new Uint8Array(new ArrayBuffer(bytes + 1), 0, 1) }],
  ['the words of an error', new Error('x'.repeat(characters + 1))],
  ['digits', [10n ** 1000n]],
  ['a cycle', cycle()],
])('an input is not carried that is too large by %s', (_what, input) => {
  expect(isTooLarge(input)).toBe(true)
})

function shared(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value, value, value]
  return value
}

function cycle(): unknown {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}
