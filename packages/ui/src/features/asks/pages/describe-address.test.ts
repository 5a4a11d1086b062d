import { describe, expect, it } from 'vitest'
import { describeAddress } from './describe-address.ts'

describe('the part of an address that somebody owns', () => {
  it.each([
    ['https://login.example.com/a', 'login.', 'example.com'],
    ['https://example.com.evil.co.uk/', 'example.com.', 'evil.co.uk'],
    ['https://ada.github.io/', '', 'ada.github.io'],
    ['https://a.b.ada.github.io/', 'a.b.', 'ada.github.io'],
    ['https://localhost/', '', 'localhost'],
    ['https://203.0.113.7/', '', '203.0.113.7'],
    ['https://[2001:db8::1]/', '', '[2001:db8::1]'],
    ['https://good.com\\@evil.com/', '', 'good.com'],
    ['https://good.com@evil.com/', '', 'evil.com'],
  ])('is set apart from the rest: %s', (text, subdomain, domain) => {
    expect(describeAddress(text)).toMatchObject({ subdomain, domain, canOpen: true })
  })

  it('comes with the port when that is not the usual one', () => {
    expect(describeAddress('https://example.com:8443/').port).toBe(':8443')
    expect(describeAddress('https://example.com:443/').port).toBe('')
  })
})

describe('what is doubtful about an address', () => {
  it('is nothing for an ordinary one', () => {
    expect(describeAddress('https://example.com/?q=1#top').warnings).toEqual([])
  })

  it.each(['https://www.аррӏе.com/', 'https://www.xn--80ak6aa92e.com/'])(
    'is a name in other letters, however it was written: %s',
    (text) => {
      expect(describeAddress(text)).toMatchObject({
        warnings: ['punycode'],
        host: 'www.xn--80ak6aa92e.com',
        domain: 'xn--80ak6aa92e.com',
        unicodeHost: 'www.аррӏе.com',
      })
    },
  )

  it('is that it is not encrypted, but not on this computer', () => {
    expect(describeAddress('http://example.com/').warnings).toEqual(['not-encrypted'])
    for (const local of ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:80/'])
      expect(describeAddress(local).warnings).toEqual(['local'])
    expect(describeAddress('http://localhost.example.com/').warnings).toEqual(['not-encrypted'])
    expect(describeAddress('http://127.0.0.1.example.com/').warnings).toEqual(['not-encrypted'])
  })

  it.each([
    ['https://2852039166/', 'metadata'],
    ['https://[::ffff:169.254.169.254]/', 'metadata'],
    ['https://0xc0.0xa8.1/', 'local-network'],
    ['https://printer.local./', 'local-network'],
    ['https://100.64.0.1/', 'local-network'],
    ['https://0/', 'local'],
  ])('is where %s really leads', (text, warning) => {
    expect(describeAddress(text).warnings).toContain(warning)
  })

  it('is a name before the @, which only looks like the site', () => {
    expect(describeAddress('https://paypal.com:x@203.0.113.7/')).toMatchObject({
      userinfo: 'paypal.com:x',
      host: '203.0.113.7',
      warnings: ['userinfo', 'ip'],
    })
  })

  it.each([
    'https://example.com/\u202egnp.exe',
    'https://exam\u00adple.com/',
    'https://example.com/a b',
  ])('is what cannot be seen in it: %j', (text) => {
    expect(describeAddress(text).warnings).toContain('hidden')
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'vscode://x',
    'example.com',
    '',
  ])('is that no browser should get it: %j', (text) => {
    expect(describeAddress(text)).toMatchObject({ canOpen: false, warnings: ['not-web'] })
  })
})
