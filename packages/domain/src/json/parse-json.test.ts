import { describe, expect, test } from 'vitest'
import { MESSAGE_BUDGET } from './json-budget.ts'
import { objectOfJson, parseJson, valueOfJson, type JsonRules } from './parse-json.ts'

function codeOf(text: string, rules?: JsonRules): string {
  const parsed = parseJson(text, rules)
  return parsed.ok ? 'ok' : parsed.problem.code
}

function problemOf(text: string, rules?: JsonRules) {
  const parsed = parseJson(text, rules)
  if (parsed.ok) throw new Error('It was taken.')
  return parsed.problem
}

/** Returns the processor time of this process, in milliseconds, however busy the machine is. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const small = { bytes: 1000, nodes: 10, depth: 3 }

describe('a key __proto__', () => {
  /**
   * @threat inbound.hidden-key
   * @attacker server
   * @tries To have a key named __proto__, which the window drops, sent to a server or a model unseen.
   * @stoppedBy Every text from outside is refused that has such a key at any depth, however it is escaped; so is every
   * value.
   */
  test.each([
    '{"__proto__":1}',
    '{ "__proto__" : {} }',
    '[[{"a":{"__proto__":{"admin":true}}}]]',
    String.raw`{"\u005f_proto__":1}`,
    String.raw`{"\u005F\u005f\u0070\u0072\u006f\u0074\u006f\u005f\u005f":1}`,
    String.raw`{"__pr\u006Fto__"
      :1}`,
  ])('is refused however it is written: %s', (text) => {
    expect(codeOf(text)).toBe('json/forbidden-key')
    // What is refused is what the parser would have made such a key of.
    expect(JSON.stringify(JSON.parse(text))).toContain('"__proto__"')
  })

  test.each([
    '["__proto__"]',
    '{"a":"__proto__"}',
    String.raw`{"a":"\"__proto__\":"}`,
    String.raw`{"\\u005f_proto__":1}`,
    '{"__proto":1,"_proto__":1,"__proto___":1,"__PROTO__":1}',
    '{"constructor":{"prototype":1},"toString":1}',
  ])('is told from what only looks like one: %s', (text) => {
    expect(valueOfJson(text)).toEqual(JSON.parse(text))
  })

  test('is found after megabytes of text, and reported with its place', () => {
    const before = `{"a":"${'x'.repeat(2_000_000)}",`
    expect(problemOf(`${before}"__proto__":1}`).offset).toBe(before.length)
  })
})

describe('the budget', () => {
  test('counts every value, and no key', () => {
    expect(codeOf('[1,"2",true,null,{},[],{"a":1},2]', { budget: small })).toBe('ok')
    expect(codeOf('[1,"2",true,null,{},[],{"a":1},2,3]', { budget: small })).toBe(
      'json/too-many-nodes',
    )
  })

  test('counts what is open at once, not brackets in a text', () => {
    expect(codeOf('[[[]],[[]]]', { budget: small })).toBe('ok')
    expect(codeOf('["[[[[[[","{{{{"]', { budget: small })).toBe('ok')
    expect(codeOf('[{"a":[[]]}]', { budget: small })).toBe('json/too-deep')
  })

  /**
   * @threat inbound.flood-of-values
   * @attacker server
   * @tries To block main for minutes with one message of millions of empty objects.
   * @stoppedBy Bytes, values and depth are bounded by a scan of the text before anything is made of it.
   */
  test('is applied before anything is parsed, and says what, where and how much', () => {
    const flood = `[${'{},'.repeat(19_000_000 / 4)}{}]`
    const started = cpuMs()
    expect(problemOf(flood)).toEqual({
      code: 'json/too-many-nodes',
      message:
        'It holds more than 100,000 values, the most that are read (reached at character 299,999).',
      offset: 299_998,
      limit: 100_000,
    })
    expect(problemOf('['.repeat(10_000_000)).message).toContain('deeper than 128 levels')
    expect(problemOf(`"${'x'.repeat(MESSAGE_BUDGET.bytes)}"`).message).toBe(
      'It is 16,777,218 bytes long; at most 16,777,216 are read.',
    )
    // Parsing the first alone takes far longer.
    expect(cpuMs() - started).toBeLessThan(500)
  })

  test('lets a text of its whole size through in little time, whatever it is made of', () => {
    const size = MESSAGE_BUDGET.bytes - 2
    const texts = [
      `"${'x'.repeat(size)}"`,
      `"${String.raw`\"`.repeat(size / 2)}"`,
      `"${'\\'.repeat(size)}"`,
      ' '.repeat(size),
      '"x"                              '.repeat(1000),
      `1${'0'.repeat(300)}`,
    ]
    for (const text of texts) {
      const started = cpuMs()
      parseJson(text)
      expect(cpuMs() - started).toBeLessThan(1000)
    }
  })
})

describe('numbers', () => {
  test.each(['1e400', '-1e400', '[1e309]', `9${'9'.repeat(400)}`])(
    'that become no number are refused from everybody: %s',
    (text) => expect(codeOf(text)).toBe('json/inexact-number'),
  )

  /** @threat inbound.two-readings */
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '1e-400',
    '9007199254740993.0',
    '90071992547409930e-1',
    '123456789012345678e5',
  ])('that change are refused where exactness counts, and rounded elsewhere: %s', (text) => {
    expect(codeOf(text, { exact: true })).toBe('json/inexact-number')
    expect(codeOf(text)).toBe('ok')
  })

  test.each([
    '9007199254740992',
    '9007199254740991',
    '-0',
    '0',
    '0.000',
    '0e7',
    '1.0',
    '1e2',
    '1E+300',
    '100000000000000000000',
    '1.7976931348623157e308',
    '3.14159265358979323846',
    '0.30000000000000004',
    '12.50',
  ])('that stay what they are are taken: %s', (text) => {
    expect(codeOf(text, { exact: true })).toBe('ok')
  })
})

describe('where exactness counts', () => {
  /** @threat inbound.two-readings */
  test.each([
    '{"a":1,"a":2}',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"\n":1,"\u000a":2}`,
    '[{"x":{"b":1,"c":{},"b":2}}]',
  ])('a key that comes twice is refused: %s', (text) => {
    expect(codeOf(text, { exact: true })).toBe('json/repeated-key')
    expect(codeOf(text)).toBe('ok')
  })

  test.each(['{"a":{"a":1},"b":{"a":1}}', '[{"a":1},{"a":2}]', String.raw`{"\\n":1,"\n":2}`])(
    'the same key in different objects is not a repetition: %s',
    (text) => expect(codeOf(text, { exact: true })).toBe('ok'),
  )
})

test.each(['', ' ', '{', '[1,]', '{"a"}', 'undefined', '"x', '1 2', ']]]', '}{', '--1', '\u0000'])(
  'what is not JSON is not a value, and no crash: %j',
  (text) => {
    expect(codeOf(text)).toBe('json/not-json')
    expect(codeOf(text, { exact: true })).toBe('json/not-json')
  },
)

test('only an object is one', () => {
  expect(objectOfJson('{"a":1}')).toEqual({ a: 1 })
  for (const text of ['[]', 'null', '1', '"{}"', '{']) expect(objectOfJson(text)).toBeUndefined()
})

test('agrees with the parser about random texts: what it lets through is the same value', () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '"b\\""', '"\\\\"', '1', '-0', ' ', 'null']
  let valid = 0
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: random(8) + 1 }, () => pieces[random(pieces.length)]).join('')
    let expected: unknown
    try {
      expected = JSON.parse(text)
      valid += 1
    } catch {
      expected = undefined
    }
    expect(valueOfJson(text)).toEqual(expected)
  }
  expect(valid).toBeGreaterThan(100)
})
