import { expect, test } from 'vitest'
import { knownScope } from './scope-words.ts'

const issuer = 'https://login.example'

test.each([
  ['openid', 'openid'],
  ['offline_access', 'offline'],
  ['mcp:tools', 'mcpTools'],
])('%s has words, whoever asks for it', (scope, known) => {
  expect(knownScope(scope, issuer)).toBe(known)
})

test.each([
  'Email',
  'email ',
  'mcp:tools:delete',
  'openid profile',
  'constructor',
  '__proto__',
  '',
])('%j has no words: it is not exactly what is known', (scope) => {
  expect(knownScope(scope, issuer)).toBeUndefined()
})

test('the words of one authorization server are not put into the mouth of another', () => {
  expect(knownScope('repo', 'https://github.com/login/oauth')).toBe('githubRepo')
  for (const other of [issuer, 'https://github.com.evil.example', 'https://github.com:444', 'x'])
    expect(knownScope('repo', other)).toBeUndefined()
})
