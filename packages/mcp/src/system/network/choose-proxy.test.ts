import { expect, test } from 'vitest'
import { chooseProxy } from './choose-proxy.ts'
import { isExempt } from './no-proxy.ts'

test.each([
  ['*', 'https://a.example/', true],
  ['a.example', 'https://a.example/', true],
  ['a.example', 'https://b.a.example/', true],
  ['.a.example', 'https://b.a.example/', true],
  ['*.a.example', 'https://b.a.example/', true],
  ['a.example', 'https://nota.example/', false],
  ['A.EXAMPLE', 'https://a.example/', true],
  ['a.example.', 'https://a.example/', false],
  ['a.example:8443', 'https://a.example:8443/', true],
  ['a.example:8443', 'https://a.example/', false],
  ['a.example:443', 'https://a.example/', true],
  ['a.example:80', 'http://a.example/', true],
  ['x, ,a.example b.example', 'https://b.example/', true],
  ['10.0.0.0/8', 'http://10.1.2.3/', true],
  ['10.0.0.0/8', 'http://11.1.2.3/', false],
  ['10.0.0.0/99', 'http://10.1.2.3/', false],
  ['10.1.2.3', 'http://10.1.2.3:9/', true],
  ['2.3', 'http://10.1.2.3/', false],
  ['[2001:db8::1]:9', 'http://[2001:db8::1]:9/', true],
  ['2001:db8::1', 'http://[2001:db8::1]:9/', true],
  ['2001:db8::/32', 'http://[2001:db8::1]/', true],
  ['', 'http://a.example/', false],
  [undefined, 'http://a.example/', false],
])('NO_PROXY %j for %s is read as others read it', (list, url, exempt) => {
  expect(isExempt(new URL(url), list)).toBe(exempt)
})

const choose = async (url: string, environment: Record<string, string>, result = 'DIRECT') =>
  (
    await chooseProxy(new URL(url), 'system', {
      environment,
      proxyResolver: { resolve: () => Promise.resolve(result) },
    })
  )?.href

test.each([
  ['https://a.example/', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
  [
    'https://a.example/',
    { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://p:1' },
    'http://low:1/',
  ],
  ['https://a.example/', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://a.example/', { ALL_PROXY: 'p:3128' }, 'http://p:3128/'],
  ['https://a.example/', { ALL_PROXY: 'http://p:1', NO_PROXY: 'a.example' }, undefined],
  ['http://localhost:3/', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://127.9.9.9/', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://127.example.com/', { HTTP_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['http://[::1]:3/', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://a.example/', { HTTPS_PROXY: '' }, undefined],
])('%s with %j takes the right way', async (url, environment, expected) => {
  expect(await choose(url, environment)).toBe(expected)
})

test.each([
  ['PROXY q:8080', 'http://q:8080/'],
  ['HTTPS q:8443; PROXY r:1', 'https://q:8443/'],
  ['DIRECT; PROXY q:8080', undefined],
  ['SOCKS5 s:1; DIRECT', undefined],
  ['', undefined],
])('the result %j of a PAC file is understood', async (result, expected) => {
  expect(await choose('https://a.example/', {}, result)).toBe(expected)
})

test('a PAC file that knows only SOCKS does not lead past the proxy', async () => {
  await expect(choose('https://a.example/', {}, 'SOCKS5 s:1')).rejects.toMatchObject({
    code: 'proxy-failure',
    reason: 'SOCKS',
    place: 's:1',
  })
})

test('the password of a proxy that cannot be used is not in its words', async () => {
  const failing = choose('https://a.example/', { ALL_PROXY: 'socks5://ann:secret@s:1' })
  await expect(failing).rejects.toThrow(/^((?!secret).)*$/)
})
