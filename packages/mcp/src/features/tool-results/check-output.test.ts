import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { createScriptTimeLimiter } from '../../system/timing/script-time-limit.ts'
import { checkOutput } from './check-output.ts'

function check(outputSchema: JsonObject, structuredContent: JsonValue) {
  const logged: string[] = []
  const before = process.cpuUsage()
  const { content } = checkOutput(
    { content: [], structuredContent, isError: false },
    {
      serverName: 'files',
      toolName: 'read',
      outputSchema,
      context: {
        timeLimiter: createScriptTimeLimiter(),
        log: { write: (_: unknown, text: string) => logged.push(text) } as never,
      },
    },
  )
  const note = content.length === 0 ? undefined : JSON.stringify(content)
  const { user } = process.cpuUsage(before)
  return { logged: logged.join(), note, ms: user / 1000 }
}

const text = (pattern: string, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { text: { type: 'string', pattern, ...more } },
})

/**
 * @threat inbound.endless-pattern
 * @attacker server
 * @tries To hold main or the window up by a pattern in a schema, such as ^(a+)+$, and a text that it almost matches.
 * @stoppedBy Patterns are judged before they are run, by how many ways they have for the texts at hand; what costs too
 * much is not checked, which the log says. A time limit of the engine stands behind that in main.
 */
test.each([
  ['a nested quantifier', '^(a+)+$', `${'a'.repeat(40)}b`],
  ['alternatives that overlap', '^(a|a|aa)*$', `${'a'.repeat(40)}b`],
  ['many quantifiers in a row', `^${'a*'.repeat(30)}$`, `${'a'.repeat(40)}b`],
  ['a long text and a square of ways', '(.*)(.*)=(.*)', 'x'.repeat(100_000)],
  ['a reference to a group', String.raw`^(a+)\1+$`, 'a'.repeat(40)],
])('a pattern of %s in an output schema is not run, and the log says so', (_, pattern, value) => {
  const { logged, note, ms } = check(text(pattern), { text: value })
  expect([note, logged]).toEqual([undefined, expect.stringContaining('are not checked against')])
  expect(ms).toBeLessThan(60)
})

/** @threat inbound.endless-pattern */
test('a pattern by which names are judged is not run either', () => {
  const schema = { type: 'object', patternProperties: { '^(a+)+$': false } }
  const { logged, ms } = check(schema, { [`${'a'.repeat(40)}b`]: 1 })
  expect(logged).toContain('are not checked against')
  expect(ms).toBeLessThan(60)
})

test('the rest of a schema holds without its patterns', () => {
  const { note } = check(text('^(a+)+$', { maxLength: 5 }), { text: `${'a'.repeat(40)}b` })
  expect(note).toContain('does not match')
})

test('a plain pattern is checked as ever, and a long text without rules costs no word', () => {
  expect(check(text('^[a-z]+$'), { text: 'ABC' }).note).toContain('does not match')
  expect(check(text('^[a-z]+$'), { text: 'abc' })).toMatchObject({ note: undefined, logged: '' })
  const plain = { type: 'object', properties: { text: { type: 'string' } } }
  expect(check(plain, { text: 'x'.repeat(100_000) })).toMatchObject({
    note: undefined,
    logged: '',
  })
})
