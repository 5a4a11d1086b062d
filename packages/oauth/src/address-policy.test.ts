import { expect, test } from 'vitest'
import { addressPolicyFor } from './address-policy.ts'

const outside = addressPolicyFor('https://mcp.example.com/mcp')

/**
 * @threat oauth.private-metadata
 * @attacker server
 * @tries To have the host ask addresses on this computer, in the private network or where a cloud hands out
 * credentials, by naming them as its metadata.
 * @stoppedBy A server elsewhere leads to public addresses over https alone; of a name every address is checked when it
 * is connected to.
 * @remains Behind a proxy only the proxy knows which address a name has, so there only names and literal addresses are
 * checked.
 */
test.each([
  'http://as.example.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://10.1.2.3/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://printer.local/',
  'https://intranet/',
  'https://2130706433/',
  'https://user:word@as.example.com/',
  'https://as.example.com/#part',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'not an address',
  `https://as.example.com/${'x'.repeat(3000)}`,
])('a server elsewhere does not lead to %s', (address) => {
  expect(() => outside.checked(address, 'it')).toThrowError(
    expect.objectContaining({ code: 'sign-in/unsafe' }),
  )
})

test('a server elsewhere leads to a page with TLS', () => {
  expect(outside.checked('https://as.example.com/authorize', 'it').host).toBe('as.example.com')
})

/** @threat oauth.private-metadata */
test.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fd00::1', '0.0.0.0'])(
  'a name that resolves to %s is not connected to for a server elsewhere',
  (address) => expect(outside.mayReach(address)).toBe(false),
)

test('a server on this computer leads to this computer without TLS, and to no metadata of a cloud', () => {
  const here = addressPolicyFor('http://localhost:3000/mcp')
  expect(here.checked('http://127.0.0.1:9000/authorize', 'it').port).toBe('9000')
  expect(() => here.checked('http://10.0.0.1/authorize', 'it')).toThrow('not https')
  expect(here.mayReach('169.254.169.254')).toBe(false)
})
