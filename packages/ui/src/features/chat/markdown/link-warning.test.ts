import { describe, expect, it } from 'vitest'
import { linkWarning } from './link-warning.ts'

const evil = 'https://evil.example.net/login'

describe('a link whose words claim another host', () => {
  /**
   * @threat shown.link-words
   * @attacker model
   * @tries Writes a link, or a picture, whose words are github.com and whose target is another host.
   * @stoppedBy Where the words claim another host, hold hidden characters, or the target is in punycode or behind a
   * user name, the real host stands beside them, and main asks in the consent window before it opens.
   * @remains A host whose dot has a blank beside it, or a name without a public ending such as localhost, claims
   * nothing.
   */
  it.each([
    ['github.com', 'other-host'],
    ['https://github.com/login', 'other-host'],
    ['Sign in at www.github.com now', 'other-host'],
    ['GITHUB.COM', 'other-host'],
    ['ｇｉｔｈｕｂ．ｃｏｍ', 'other-host'],
    ['github。com', 'other-host'],
    ['git\u200Bhub.com', 'hidden'],
    ['\u202Emoc.buhtig', 'hidden'],
    ['https://evil.example.net@github.com/', 'other-host'],
    ['evil.example.net.github.com', 'other-host'],
    ['github\u00B7com', 'other-host'],
    ['github\u0589com', 'other-host'],
    ['github\u2219com', 'other-host'],
    ['github\u22C5com', 'other-host'],
    ['github\u2E31com', 'other-host'],
    ['github\uA78Fcom', 'other-host'],
    ['github\u{1D16D}com', 'other-host'],
    ['github.com@', 'other-host'],
    ['192.168.1.1', 'other-host'],
    ['公司.中国', 'other-host'],
  ])('%s is doubted', (words, warning) => expect(linkWarning(words, evil)).toBe(warning))

  it.each([
    'the documentation',
    'evil.example.net',
    'https://evil.example.net/login',
    'www.evil.example.net',
    'version 1.2',
    'chapter 3.4.1',
    '',
  ])('%j is not', (words) => expect(linkWarning(words, evil)).toBeNull())

  it('is doubted for a user name that looks like a host', () => {
    expect(linkWarning('here', 'https://github.com@evil.example.net/')).toBe('userinfo')
  })

  it('is doubted for a host in punycode, whatever the words', () => {
    expect(linkWarning('here', 'https://xn--gthub-n4a.com/')).toBe('punycode')
    expect(linkWarning('gіthub.com', 'https://xn--gthub-n4a.com/')).not.toBeNull()
  })
})
