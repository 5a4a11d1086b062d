import { breachOfJson, valueOfJson } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { leftOutEntry, salvageList } from './salvage-list.ts'

const page = (entries: string, around = '"nextCursor":"a,]}"') =>
  `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"tools":[1]},"tools":[${entries}],${around}}}`
const good = '{"name":"good","inputSchema":{"enum":["],{\\"",[1,2]]}}'

function salvaged(text: string): unknown {
  const problem = breachOfJson(text)
  if (!problem) throw new Error('Nothing is wrong with it.')
  const result = salvageList(text, problem)
  return result === undefined ? undefined : valueOfJson(result)
}

/**
 * @threat inbound.one-bad-tool
 * @attacker server
 * @tries To hide a server's tools, by one tool whose schema breaks the rules and takes its page with it.
 * @stoppedBy Of a page only the entries that break the rules are left out, each by its name and the reason in the log.
 * @remains A page that is too large, or has too many values, is refused as a whole.
 */
test.each([
  ['a key __proto__', '{"name":"bad","a":{"__proto__":1}}', /"__proto__"/],
  ['an escaped key', String.raw`{"a":{"\u005f_proto__":1},"name":"bad"}`, /"__proto__"/],
  ['a number that is none', '{"name":"bad","a":1e400}', /1e400/],
  ['deep nesting', `{"name":"bad","a":${'['.repeat(130)}${']'.repeat(130)}}`, /125 levels/],
])('of a page with one tool that has %s only that tool is lost', (_, bad, reason) => {
  for (const entries of [
    `${bad},${good},${good}`,
    `${good}, ${bad} ,${good}`,
    `${good},${good},${bad}`,
  ]) {
    const { result } = salvaged(page(entries)) as { result: Record<string, unknown[]> }
    expect(result['nextCursor']).toBe('a,]}')
    expect(result['tools']?.filter((entry) => leftOutEntry(entry) === undefined)).toEqual([
      valueOfJson(good),
      valueOfJson(good),
    ])
    const lost = result['tools']?.flatMap((entry) => leftOutEntry(entry) ?? [])
    expect(lost).toEqual([{ name: 'bad', reason: expect.stringMatching(reason) }])
  }
})

test.each([
  ['beside the list', page(good, '"a":{"__proto__":1}')],
  ['in a result that is not a list', '{"id":1,"result":{"content":[{"__proto__":1}]}}'],
  ['in a request', '{"id":1,"method":"x","params":{"tools":[{"__proto__":1}]}}'],
  ['in a list that has no end', '{"id":1,"result":{"tools":[{"__proto__":1}'],
  ['of which there are too many', page(Array(6000).fill('{"__proto__":1}').join(','))],
  [
    'with too many values in all',
    page(`{"__proto__":1},[${'1,'.repeat(60_000)}1],[${'1,'.repeat(60_000)}1]`),
  ],
])('a fault %s is refused as before', (_, text) => {
  expect(salvaged(text)).toBeUndefined()
})
