import { parseJson, type JsonBudget, type JsonValue } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { parseInSlices } from './parse-in-slices.ts'

const budget: JsonBudget = { bytes: 16_777_216, nodes: 400_000, depth: 20 }

/** The number of turns that it would let others take. */
async function sliced(text: string, limits = budget) {
  let pauses = 0
  const value = await parseInSlices(text, limits, () => {
    pauses += 1
    return undefined
  })
  return { value, pauses }
}

const expected = (text: string): JsonValue | undefined => {
  const parsed = parseJson(text, { budget })
  return parsed.ok ? parsed.value : undefined
}

const words = 'a "quoted" \\ word, [and] {more} \u2028 '
const node = (index: number) => ({
  id: `n${index}`,
  children: [`n${index + 1}`],
  message: { text: words.repeat(5), at: index / 7, none: null },
})
const many = Object.fromEntries(
  Array.from({ length: 3000 }, (_, index) => [`n${index}`, node(index)]),
)
const large = words.repeat(20_000)

it.each<[string, string]>([
  ['a small value', '{"a":[1,2]}'],
  ['an object of many members', JSON.stringify({ title: 'x', mapping: many, current: 'n1' })],
  ['the same with blanks', JSON.stringify({ mapping: many }, null, 2)],
  ['a list of many objects', ` ${JSON.stringify(Object.values(many))}\n`],
  ['one long text', JSON.stringify(large)],
  [
    'a long text in lists and objects',
    JSON.stringify({ a: [[{ 'k"\\': [large, { b: large }] }]], c: 1 }),
  ],
  ['a member that is there twice', `{"a":1,"b":"${'x'.repeat(500_000)}","a":{"c":[2]}}`],
  [
    'numbers as names, whose order is another one',
    JSON.stringify({ z: large, 2: large, 1: large }),
  ],
])('gives what JSON.parse gives, for %s', async (_what, text) => {
  const { value } = await sliced(text)
  expect(JSON.stringify(value)).toBe(JSON.stringify(expected(text)))
  expect(value).toEqual(expected(text))
})

it.each<[string, string]>([
  ['an empty member', `["${large.length}",,"${'x'.repeat(500_000)}"]`],
  ['a comma at the end', `{"a":"${'x'.repeat(500_000)}",}`],
  ['a comma at the begin', `[,"${'x'.repeat(500_000)}"]`],
  ['another bracket at the end', `{"a":"${'x'.repeat(500_000)}"]`],
  ['brackets that close too early', `[1],[${'"xxxxxxxx",'.repeat(50_000)}1]`],
  ['a bracket that is not closed', `[[${'"xxxxxxxx",'.repeat(50_000)}1]`],
  ['a string that is not closed', `["${'x'.repeat(500_000)}]`],
  ['an object without names', `{"${'x'.repeat(500_000)}"}`],
  ['a name without quotes', `{a:"${'x'.repeat(500_000)}"}`],
  ['the forbidden name of a large member', `{"__proto__":["${'x'.repeat(500_000)}"]}`],
  ['the same in its other spelling', `{"\\u005f_proto__":["${'x'.repeat(500_000)}"]}`],
  ['more after it', `["${'x'.repeat(500_000)}"]1`],
])('refuses %s', async (_what, text) => {
  expect(expected(text)).toBeUndefined()
  expect((await sliced(text)).value).toBeUndefined()
})

it('holds the sum of all slices to the budget', async () => {
  const text = JSON.stringify(many)
  expect((await sliced(text, { ...budget, nodes: 24_100 })).value).toBeDefined()
  expect((await sliced(text, { ...budget, nodes: 20_000 })).value).toBeUndefined()
  expect((await sliced(text, { ...budget, bytes: text.length - 1 })).value).toBeUndefined()
  const deep = `[${'['.repeat(19)}"${'x'.repeat(500_000)}"${']'.repeat(19)}]`
  expect((await sliced(deep)).value).toBeDefined()
  expect((await sliced(deep, { ...budget, depth: 19 })).value).toBeUndefined()
})

/** @threat chatfiles.huge-file */
it('lets others take turns', async () => {
  const { pauses } = await sliced(JSON.stringify(many))
  expect(pauses).toBeGreaterThan(4)
})
