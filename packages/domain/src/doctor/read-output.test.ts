import { expect, test } from 'vitest'
import { causeLine, namedOptions, namedVariables, plainLine, readOutput } from './read-output.ts'

test.each([
  ['\x1b[31mError: no key\x1b[0m', 'Error: no key'],
  ['\x1b]0;title\x07ready', 'ready'],
  ['[2026-11-27T14:05:21.001Z] [ERROR] EXA_API_KEY is required', 'EXA_API_KEY is required'],
  ['2026-11-27 14:05:21,001 - ERROR - mcp.server - no token', 'mcp.server - no token'],
  ['{"level":"error","msg":"token expired"}', 'token expired'],
  ['[figma] {"error":{"message":"403 from the API"}}', '403 from the API'],
  ['ERROR', 'ERROR'],
  ['{ broken json }', '{ broken json }'],
  ['    at main (/srv/index.js:3:1)', '    at main (/srv/index.js:3:1)'],
])('%j reads as %j', (line, text) => {
  expect(plainLine(line)).toBe(text)
})

test('the cause stands above the usage that follows it', () => {
  const lines = readOutput({
    first: [
      '(node:48213) ExperimentalWarning: SQLite is an experimental feature',
      'Starting figma-developer-mcp',
      'Either FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required (via CLI argument or .env file)',
      'Usage: figma-developer-mcp [options]',
      'Options: --figma-api-key is required',
    ],
    last: [],
    count: 5,
  })
  expect(causeLine(lines)).toMatchObject({ number: 3 })
  expect(namedVariables(causeLine(lines)?.text ?? '')).toEqual([
    'FIGMA_API_KEY',
    'FIGMA_OAUTH_TOKEN',
  ])
})

test('stack lines are folded and never the cause', () => {
  const lines = readOutput({
    first: ['node:internal/modules/cjs/loader:1228', '  throw err;', '  ^', ''],
    last: [
      "Error: Cannot find module '/srv/dist/index.js'",
      '    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)',
      'Node.js v24.9.0',
    ],
    count: 40,
  })
  expect(lines.filter(({ isStack }) => isStack)).toHaveLength(4)
  expect(causeLine(lines)).toEqual({
    number: 38,
    text: "Error: Cannot find module '/srv/dist/index.js'",
    isStack: false,
  })
})

test('output without a cause has none', () => {
  expect(causeLine(readOutput({ first: ['Hello', 'Bye'], last: [], count: 2 }))).toBeUndefined()
})

test.each([
  ['Please set BRAVE_API_KEY', ['BRAVE_API_KEY']],
  ['Missing environment variables: A_TOKEN, B_URL', ['A_TOKEN', 'B_URL']],
  ['ERR_MODULE_NOT_FOUND in token.js', []],
  ['Listening on HTTP_PORT', []],
])('%s asks for %j', (text, names) => {
  expect(namedVariables(text)).toEqual(names)
})

test('options that a failure asks for are named', () => {
  expect(namedOptions('error: required option --api-key <key> not specified')).toEqual([
    '--api-key',
  ])
  expect(namedOptions('Started with --verbose')).toEqual([])
})

/**
 * @threat launch.named-variable
 * @attacker server
 * @tries To print that a variable such as LD_PRELOAD or HTTPS_PROXY must be set, so that a button of the doctor changes
 * what runs or who reads along.
 * @stoppedBy No button offers such a variable. A button only opens the settings with a name filled in; the review shows
 * the launch before anything changes.
 */
test('no button offers a variable that decides which code runs or who reads what is sent', () => {
  const text =
    'LD_PRELOAD, NODE_OPTIONS and HTTPS_PROXY must be set, NODE_TLS_REJECT_UNAUTHORIZED too'
  expect(namedVariables(text)).toEqual([])
})

test.each([
  'OPENAI_BASE_URL',
  'AWS_ENDPOINT_URL',
  'X_ENDPOINT',
  'X_PROXY',
  'DB_HOST',
  'AWS_ENDPOINT_URL_S3',
])('no button offers %s: it is an address', (name) => {
  expect(namedVariables(`Please set ${name} and PROXY_TOKEN`)).toEqual(['PROXY_TOKEN'])
})

test('no button has a name that fills the screen', () => {
  const longest = `A_${'B'.repeat(58)}`
  expect(namedVariables(`Please set ${longest}`)).toEqual([longest])
  expect(namedVariables(`Please set ${longest}B and ${'A_'.repeat(4000)}B`)).toEqual([])
})
