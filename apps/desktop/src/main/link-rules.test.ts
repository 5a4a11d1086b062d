import { describe, expect, it } from 'vitest'
import { MAX_LINK_CHARACTERS, readExternalLink, readServerLink } from './link-rules.ts'

describe('readExternalLink', () => {
  it('takes an ordinary link as it is', () => {
    expect(readExternalLink('https://example.org/a?b=c#d')).toBe('https://example.org/a?b=c#d')
    expect(readExternalLink('http://127.0.0.1:8080/')).toBe('http://127.0.0.1:8080/')
  })

  it('hands a shell or a command line nothing to read', () => {
    expect(readExternalLink('https://example.org/"; rm -rf ~;`x` $(y)')).not.toMatch(/["` ]/)
    expect(readExternalLink('https://example.org/\n--flag')).not.toContain('\n')
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' \tjavascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'smb://server/share',
    'ms-msdt:/id PCWDiagnostic',
    'mailto:a@example.org',
    'app://gatehouse/',
    'about:blank',
    'blob:https://example.org/1',
    'view-source:https://example.org',
    'https://user@example.org/',
    'https://user:secret@example.org/',
    'https://good.example@evil.example/',
    '//example.org/',
    'example.org',
    '-flag',
    '/etc/passwd',
    'https://',
    '',
    `https://example.org/${'a'.repeat(MAX_LINK_CHARACTERS)}`,
    `https://example.org/${'"'.repeat(MAX_LINK_CHARACTERS / 2)}`,
  ])('refuses %.60s', (link) => {
    expect(() => readExternalLink(link)).toThrowError(
      expect.objectContaining({ code: 'link/refused' }),
    )
  })

  it('does not reveal the secret of a refused link', () => {
    expect(() => readExternalLink('https://user:hunter2@example.org/')).not.toThrowError(/hunter2/)
  })
})

describe('readServerLink', () => {
  it('takes a page over https, and one on this machine', () => {
    expect(readServerLink('https://example.org/sign-in')).toBe('https://example.org/sign-in')
    for (const host of ['localhost:80', '127.0.0.1', '127.1.2.3:8080', '[::1]:3000'])
      expect(readServerLink(`http://${host}/`)).toContain('http://')
  })

  it.each([
    'http://example.org/',
    'http://127.example.org/',
    'http://2852039166/',
    'http://[::ffff:169.254.169.254]/',
    'http://localhost.example.org/',
    'http://127.0.0.1.example.org/',
    'http://10.0.0.1/',
    'javascript:alert(1)',
    'https://user@example.org/',
  ])('refuses to open %s for a server', (link) => {
    expect(() => readServerLink(link)).toThrowError(
      expect.objectContaining({ code: 'link/refused' }),
    )
  })
})
