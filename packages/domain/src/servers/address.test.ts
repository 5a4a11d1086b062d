import { expect, it } from 'vitest'
import { normaliseAddress, parseAddress, requestedAddress } from './address.ts'

/** @threat consent.disguised-host */
it.each([
  ['a slash that is none', 'https://api.openai.com\u2044v1.evil.example/v1'],
  ['another slash that is none', 'https://api.openai.com\u2215v1.evil.example/v1'],
  ['a large slash that is none', 'https://api.openai.com\u29f8v1.evil.example/v1'],
  ['a letter of another alphabet', 'https://\u0430pi.openai.com/v1'],
  ['a dot that is none', 'https://api.openai.com\u3002evil.example/v1'],
  ['letters in wide form', 'https://\uff41pi.openai.com/v1'],
  ['a letter in percent form', 'https://%61pi.openai.com/v1'],
  ['a soft hyphen', 'https://api.open\u00adai.com/v1'],
  ['two marks of a user', 'https://api.openai.com@api.openai.com@evil.example/v1'],
  ['a question mark before the user', 'https://evil.example?@api.openai.com/v1'],
  ['a tab', 'https://api.open\tai.com/v1'],
  ['a number', 'http://2130706433/v1'],
])('an address with %s is shown and kept as the host that it reaches', (_, text) => {
  const { hostname, href } = new URL(text)
  const address = parseAddress(text)
  expect(address).toMatchObject({ hostname, href })
  expect(address?.written).not.toBeNull()
  expect(normaliseAddress(text)).toBe(href)
  expect(normaliseAddress(text)).toContain(hostname)
  // Once it reads as what it reaches, nothing is disguised any more.
  expect(parseAddress(normaliseAddress(href))?.written).toBeNull()
})

it.each([
  'https://api.openai.com/v1',
  'HTTPS://API.OpenAI.com:8443',
  'http://[::1]:3000/mcp',
  'https://user@example.com/a@b',
  'https://example.com?next=https://other.example',
  'http://localhost:11434',
])('%s stays as it was typed', (text) => {
  expect(parseAddress(text)?.written).toBeNull()
  expect(normaliseAddress(text)).toBe(text)
})

it('what is not an address is left alone', () => {
  expect(parseAddress('no address')).toBeNull()
  expect(normaliseAddress('no address')).toBe('no address')
})

it.each([
  ['http://127.0.0.1/mcp?', 'http://127.0.0.1/mcp'],
  ['http://127.0.0.1/mcp?#part', 'http://127.0.0.1/mcp'],
  ['http://127.0.0.1/mcp#', 'http://127.0.0.1/mcp'],
  ['http://127.0.0.1/mcp??', 'http://127.0.0.1/mcp??'],
  ['http://127.0.0.1/mcp?a=#b', 'http://127.0.0.1/mcp?a='],
  ['http://127.0.0.1', 'http://127.0.0.1/'],
  ['nothing', null],
])('%s is requested as %s', (text, requested) => expect(requestedAddress(text)).toBe(requested))
