import { expect, it, test } from 'vitest'
import { z } from 'zod'
import { describeIssues, errorWords } from './describe-issue.ts'

const schema = z.object({
  name: z.string(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.union([z.object({ type: z.literal('a'), text: z.string() }), z.string()])),
})
const right = { name: 'a', role: 'user', parts: [] }

test.each<[object, string]>([
  [{ ...right, name: null }, '`name` is null, expected text'],
  [{ ...right, name: undefined }, '`name` is missing, expected text'],
  [{ ...right, role: 'system' }, '`role` is "system", expected "user" or "assistant"'],
  [{ ...right, parts: {} }, '`parts` is an object, expected a list'],
  [{ ...right, parts: [{ type: 'a', text: 5 }] }, '`parts.0.text` is 5, expected text'],
  [{ ...right, parts: [7] }, '`parts.0` is 7, expected an object or text'],
])('the first fault of %j is told in words', (given, words) => {
  expect(describeIssues(schema.safeParse(given).error?.issues ?? [], { given })).toBe(words)
})

it('no finding of a schema is left in the words of an error', () => {
  const { error } = schema.safeParse({ ...right, name: null })
  expect(errorWords(new Error(`Invalid result for tools/call: ${error?.message}`))).toBe(
    'Invalid result for tools/call: `name` is not text.',
  )
  expect(errorWords(error)).toBe('`name` is not text.')
  expect(errorWords(new Error('The list [1] is full.'))).toBe('The list [1] is full.')
})
