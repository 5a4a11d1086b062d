import { describe, expect, it } from 'vitest'
import { findServedFile, mimeTypeOf, securityHeaders } from './served-files.ts'

const root = '/opt/app/out/renderer'

describe('findServedFile', () => {
  it('finds what the interface is made of', () => {
    expect(findServedFile(root, '/')).toBe(`${root}/index.html`)
    expect(findServedFile(root, '/index.html')).toBe(`${root}/index.html`)
    expect(findServedFile(root, '/assets/index-CC3nEyjN.js')).toBe(
      `${root}/assets/index-CC3nEyjN.js`,
    )
    expect(findServedFile(root, '/assets/a%20b.png')).toBe(`${root}/assets/a b.png`)
  })

  it.each([
    '/../main/index.cjs',
    '/assets/../../main/index.cjs',
    '/%2e%2e/main/index.cjs',
    '/assets/%2e%2e/%2e%2e/main/index.cjs',
    '/..%2fmain%2findex.cjs',
    '/assets%2f..%2f..%2fmain/index.cjs',
    '/..%5cmain%5cindex.cjs',
    '/..\\main\\index.cjs',
    '//etc/passwd',
    '/%2fetc/passwd',
    '/.env',
    '/assets/.git/config',
    '/index.html%00.png',
    '/C:/Windows/win.ini',
    '/file:///etc/passwd',
    '/%',
    '/%c0%ae%c0%ae/x',
    'index.html',
    '',
  ])('serves no file outside of its folder: %s', (path) => {
    expect(findServedFile(root, path)).toBeUndefined()
  })

  it('decodes once', () => {
    expect(findServedFile(root, '/%252e%252e/main/index.cjs')).toBe(`${root}/%2e%2e/main/index.cjs`)
  })
})

describe('mimeTypeOf', () => {
  it('lets no file of unknown kind be run as a script or page', () => {
    expect(mimeTypeOf('/x/index.js')).toMatch(/^text\/javascript/)
    expect(mimeTypeOf('/x/FONT.WOFF2')).toBe('font/woff2')
    expect(mimeTypeOf('/x/payload')).toBe('application/octet-stream')
    expect(mimeTypeOf('/x/payload.xhtml')).toBe('application/octet-stream')
    expect(mimeTypeOf('/x/constructor.constructor')).toBe('application/octet-stream')
  })
})

describe('securityHeaders', () => {
  it('allows no inline code, eval or network in a release', () => {
    const policy = securityHeaders(undefined)['Content-Security-Policy'] ?? ''
    expect(policy.split('; ')).toContain("default-src 'none'")
    expect(policy.split('; ')).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|http|ws:|\*/)
  })

  it('opens no more than its own server in development', () => {
    const policy = securityHeaders({ origin: 'http://localhost:5173' })['Content-Security-Policy']
    expect(policy).toContain("connect-src 'self' ws://localhost:5173;")
    expect(policy).not.toMatch(/unsafe-eval|\*/)
  })
})
