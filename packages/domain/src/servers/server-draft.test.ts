import { expect, it } from 'vitest'
import { serverDraftSchema } from './server-draft.ts'

const launch = (change: object) =>
  serverDraftSchema.safeParse({
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: [], env: [], ...change },
  })
const messages = (change: object) => launch(change).error?.issues.map(({ message }) => message)

/**
 * @threat shown.launch-lost
 * @attacker configuration
 * @tries Gives a variable named __proto__, or half a character in an argument: the review shows what the process does
 * not get.
 * @stoppedBy Drafts with either are refused; a property test starts random launches and compares arguments and
 * environment of the process with the review.
 * @remains Each process also gets the basic variables of the system and a mark by which it is found again; the review
 * does not list these.
 */
it('a variable or header named __proto__ is refused, for it would be shown and not passed on', () => {
  const value = { name: '__proto__', value: 'x', secret: false }
  expect(messages({ env: [value] })).toEqual(['A variable cannot be named __proto__.'])
  const http = { kind: 'http', url: 'https://example.com', headers: [value] }
  const parsed = serverDraftSchema.safeParse({ name: 'files', transport: http })
  expect(parsed.error?.issues[0]?.message).toBe('A header cannot be named __proto__.')
})

/** @threat shown.launch-lost */
it('half a character is refused in a launch, for the process would get another one', () => {
  for (const change of [
    { command: 'node\ud800' },
    { args: ['\udc00'] },
    { cwd: '/tmp/\ud83d' },
    { env: [{ name: 'A', value: 'x\ud800', secret: false }] },
  ])
    expect(messages(change)?.[0]).toMatch(/half a character/)
  expect(launch({ args: ['💥 文件'] }).success).toBe(true)
})

const variable = (name: string, value = 'x', secret = false) => ({ name, value, secret })

/**
 * @threat consent.two-of-one-name
 * @attacker configuration
 * @tries Gives two values of one name, of which the person reveals one and the server gets the other.
 * @stoppedBy A launch that names a variable or header twice is refused in words.
 * @remains On Windows, where variables do not differ by case, two that differ by case only are both shown, and the
 * system keeps one.
 */
it('a variable that is given twice is refused, for one value would be shown and the other passed on', () => {
  const env = [variable('TOKEN', 'shown', true), variable('B'), variable('TOKEN', 'passed', true)]
  expect(messages({ env })).toEqual(['The variable TOKEN is given twice. Keep one of them.'])
  // Two variables to all systems but Windows, and both in common use.
  expect(launch({ env: [variable('http_proxy'), variable('HTTP_PROXY')] }).success).toBe(true)
})

/** @threat consent.two-of-one-name */
it('a header that is given twice in any case is refused', () => {
  const headers = [variable('Authorization', 'a', true), variable('authorization', 'b', true)]
  const transport = { kind: 'http', url: 'https://example.com', headers }
  const issues = serverDraftSchema.safeParse({ name: 'files', transport }).error?.issues
  expect(issues?.map(({ path }) => path.join('.'))).toEqual(['transport.headers.1.name'])
})

/**
 * @threat consent.freeze
 * @attacker configuration
 * @tries Freezes the consent window with more text, hidden characters, lines, servers or changes than can be drawn.
 * @stoppedBy All texts of a launch have one budget, those of an import another, refused in words; long launches are
 * drawn in portions; a comparison ends after a bound of work.
 * @remains One text is drawn at once: an argument of 32,768 characters or a variable of 65,536 holds the window for a
 * moment, and what is pointed out about an argument repeats it.
 */
it.each([
  ['more text than can be read', { args: Array.from({ length: 9 }, () => 'x'.repeat(30_000)) }],
  ['more unseen characters than can be read', { args: ['\u00ad\u200b'.repeat(1001)] }],
  ['more lines than can be read', { env: [variable('A', '\n'.repeat(2001))] }],
  [
    'the same in many small parts',
    { args: Array.from({ length: 201 }, () => '\u200b'.repeat(10)) },
  ],
])('a launch with %s is refused in words', (_, change) => {
  expect(messages(change)).toEqual([expect.stringMatching(/^This launch is too much to read/)])
})

it('a launch with a long script, a certificate and emoji can be read', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `const part${at} = '👩‍💻'`).join('\n')
  const key = Array.from({ length: 60 }, () => 'A'.repeat(64)).join('\n')
  expect(launch({ args: ['-e', lines], env: [variable('KEY', key, true)] }).success).toBe(true)
})
