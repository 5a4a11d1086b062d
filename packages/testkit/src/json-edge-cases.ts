import fc from 'fast-check'

/** Values as text, with all that a reader of JSON may lose, change or choke on. */
const oddValue = fc.constantFrom(
  '-0',
  '0.0',
  '1e400',
  '-1e400',
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901234567890',
  '1e21',
  '5E-324',
  '0.1',
  'true',
  'null',
  '""',
  '"\\ud800"',
  '"\\udc00 \\ud83d"',
  '"\\u0000\\u001b\\u007f"',
  '"\\u202egnp.exe"',
  '"\\u200b"',
  '"\\u2028\\u2029"',
  '"\u2028"',
  '"__proto__"',
  '"true"',
  '"line\\r\\nline\\ttab"',
  String.raw`"\\ud800"`,
)
const oddKey = fc.constantFrom(
  '"__proto__"',
  '"\\u005f_proto__"',
  '"constructor"',
  '"prototype"',
  '"toJSON"',
  '"then"',
  '"hasOwnProperty"',
  '""',
  '" "',
  '"a"',
  '"a"',
  '"10"',
  '"9"',
  '"\\ud800"',
  '"\\u200b"',
  '"a/b~c"',
)
/** Any code point but a half of a surrogate pair. As `unit: 'binary'`, which first takes a second to list them all. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code), codeOf)

/** @throws {TypeError} for another value than one character, which tells fast-check that it cannot be shrunk */
function codeOf(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== value) throw new TypeError()
  return code
}

const anyText = fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => JSON.stringify(text))
const plainKey = fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text))
const blank = fc.constantFrom('', ' ', '\n  ')

const tree = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 4, arbitrary: oddValue },
    { weight: 2, arbitrary: anyText },
    {
      weight: 1,
      arbitrary: fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((one) => JSON.stringify(one)),
    },
    {
      weight: 2,
      arbitrary: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    },
    { weight: 2, arbitrary: tie('object') },
  ),
  object: fc
    .array(fc.tuple(blank, fc.oneof(oddKey, plainKey, plainKey), tie('value')), { maxLength: 5 })
    .map((members) => `{${members.map(([gap, key, value]) => `${gap}${key}:${value}`).join(',')}}`),
}))

const deep = fc
  .integer({ min: 2, max: 200 })
  .map((depth) => `{"deep":${'['.repeat(depth)}1${']'.repeat(depth)}}`)
const wide = fc
  .integer({ min: 90, max: 400 })
  .map((width) => `{"wide":[${Array.from({ length: width }, (_, index) => index).join(',')}]}`)

/** A JSON object as text: what a model may give as arguments, or a person type. */
export const jsonObjectText: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: tree.object },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: wide },
)

/** True if a line of JSON-RPC holds these arguments, byte by byte; `shown`: the text of the raw view. */
export function hasEqualBytes(line: string, shown: string): boolean {
  return line.includes(`"arguments":${JSON.stringify(JSON.parse(shown))}`)
}

export interface LaunchParts {
  args: string[]
  env: { name: string; value: string }[]
}

/** The ways in which a program may be named and a folder chosen: an index into the caller's own. */
export interface LaunchChoice extends LaunchParts {
  program: number
  folder: number
}

/** An address below an origin, and headers. */
export interface AddressParts {
  path: string
  headers: { name: string; value: string }[]
}

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom('', ' ', '--', '-e', '$HOME', '`id`', '"', "'", '\\', 'a\nb', '\u202e', '\u200b'),
  fc.constantFrom('\ud800', '\u0000', '%PATH%', '*', '~', '文件', '💥'),
)
const envName = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
  fc.constantFrom('__proto__', 'constructor', 'A', 'a', 'LC_ALL', 'ümlaut', 'A B', 'X\u200b'),
)

/** Arguments and variables of a launch. */
export const launchParts: fc.Arbitrary<LaunchParts> = fc.record({
  args: fc.array(oddText, { maxLength: 4 }),
  env: fc.uniqueArray(fc.record({ name: envName, value: oddText }), {
    maxLength: 3,
    selector: ({ name }) => name,
  }),
})

const index = fc.nat({ max: 1000 })

/** Node itself crashes over some locales. */
const isHarmless = (name: string): boolean => name !== 'LC_ALL'

/** A whole launch: which program, which folder, arguments and variables. */
export const launchChoice: fc.Arbitrary<LaunchChoice> = fc.record({
  program: index,
  folder: index,
  args: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: oddText },
      { weight: 1, arbitrary: fc.constantFrom('a\r\nb', '\r', 'x'.repeat(32_768), '\ufeff') },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 400, max: 1200 }).map((many) => '\u200ba'.repeat(many)),
      },
    ),
    { maxLength: 4 },
  ),
  env: fc.uniqueArray(fc.record({ name: envName.filter(isHarmless), value: oddText }), {
    maxLength: 3,
    selector: ({ name }) => name,
  }),
})

const pathPart = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2F',
    'ü',
    '文',
    '\u202e',
    '\u200b',
    ' ',
    '\\',
    '?',
    '#',
    ';',
    '@',
  ),
)
const headerText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      ' a',
      'a ',
      'a\tb',
      '\ta',
      'é',
      'ÿ',
      '€',
      '\u200b',
      'a\r\nX: 1',
      '\u0000',
    ),
  },
)

/** The path of a URL, and headers to send. */
export const addressParts: fc.Arbitrary<AddressParts> = fc.record({
  path: fc.array(pathPart, { maxLength: 4 }).map((parts) => parts.join('/')),
  headers: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('X-One', 'x-two', 'X_Three', 'Authorization-Like'),
      value: headerText,
    }),
    { maxLength: 3, selector: ({ name }) => name },
  ),
})

/** The same texts for the same seed. */
export function sampleJsonTexts(seed: number, count: number): string[] {
  return fc.sample(jsonObjectText, { seed, numRuns: count })
}
