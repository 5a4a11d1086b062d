import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { visitPage } from '@gatehouse/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openRedirectListener, type RedirectListenerOptions } from './redirect-listener.ts'

async function listen(options: Partial<RedirectListenerOptions> = {}) {
  const unexpected: string[] = []
  const listener = await openRedirectListener({
    host: '127.0.0.1',
    state: 'right',
    language: 'en',
    onUnexpectedRequest: (why) => unexpected.push(why),
    ...options,
  })
  onTestFinished(() => listener.close())
  return { listener, unexpected, uri: listener.redirectUri }
}

/** Resolves to true if something takes connections there. */
function takes(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}

const portOf = (uri: string): number => Number(new URL(uri).port)

/** A network address, where the listener must not be reachable. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)
const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

/** @threat oauth.forged-response */
test('the redirect listener takes one response with the right state, and no second one', async () => {
  const { listener, unexpected, uri } = await listen()
  const visit = visitPage(`${uri}?code=one&state=right`)
  expect((await listener.response).get('code')).toBe('one')
  listener.finish('done')
  expect(await visit).toMatchObject({ status: 200 })
  expect(await visitPage(`${uri}?code=two&state=right`)).toMatchObject({ status: 400 })
  expect(unexpected).toEqual(['again'])
})

test('a second response does not take the page of the first', async () => {
  const { listener, uri } = await listen()
  const visit = visitPage(`${uri}?code=one&state=right`)
  await listener.response
  expect((await visitPage(`${uri}?code=two&state=right`)).text).toContain('No sign-in')
  listener.finish('done')
  expect((await visit).text).toContain('You can go back to Gatehouse.')
})

/**
 * @threat oauth.forged-response
 * @attacker page
 * @tries A page in the browser, or any program, sends responses to the listener of a sign-in, to put in a code of its
 * own or to end it.
 * @stoppedBy The listener takes one GET to one path of this computer with the right state, no origin and its own name;
 * everything else learns nothing and ends nothing.
 */
test.each([
  ['another name that leads here', '', { host: 'evil.example' }, 'host'],
  ['a script of a page', '', { 'sec-fetch-mode': 'cors' }, 'script'],
  ['a page that says where it is from', '', { origin: 'https://evil.example' }, 'origin'],
  ['another path', '/more', {}, 'path'],
])('the redirect listener refuses %s', async (...[, more, headers, why]) => {
  const { unexpected, uri } = await listen()
  const page = await visitPage(`${uri}${more}?code=x&state=right`, headers)
  expect(page.status).toBe(400)
  expect(unexpected).toEqual([why])
})

/** @threat oauth.redirect-port */
test.each(['127.0.0.1', 'localhost'] as const)(
  'a redirect to %s is taken under that very name, and from this computer alone',
  async (host) => {
    const { listener, unexpected, uri } = await listen({ host })
    const other = host === 'localhost' ? '127.0.0.1' : 'localhost'
    const port = portOf(uri)
    expect(uri).toBe(`http://${host}:${port}/callback`)
    const headers = { host: `${other}:${port}` }
    expect((await visitPage(`${uri}?code=x&state=right`, headers)).status).toBe(400)
    expect(unexpected).toEqual(['host'])
    expect(await takes('127.0.0.1', port)).toBe(true)
    expect(await takes('::1', port)).toBe(host === 'localhost' && hasIPv6)
    for (const address of outside) expect(await takes(address, port)).toBe(false)
    const visit = visitPage(`${uri}?code=one&state=right`)
    await listener.response
    listener.finish('done')
    expect((await visit).status).toBe(200)
  },
)

test.runIf(hasIPv6)('localhost is listened to in both families', async () => {
  const { uri } = await listen({ host: 'localhost' })
  for (const address of ['127.0.0.1', '[::1]']) {
    const headers = { host: `localhost:${portOf(uri)}` }
    const page = await visitPage(`http://${address}:${portOf(uri)}/callback?state=no`, headers)
    expect(page.status).toBe(400)
  }
})

/**
 * @threat oauth.redirect-port
 * @attacker program
 * @tries Another program of this computer listens where the browser is to come back, at a fixed port or at the other
 * address of localhost.
 * @stoppedBy The listener is open before its address is given out, on both addresses of localhost and on no other;
 * where one of them is taken no sign-in begins.
 */
test('a fixed port that another program has is named, and nothing is listened to', async () => {
  const { uri } = await listen()
  const port = portOf(uri)
  const message: unknown = expect.stringMatching(`listens at 127.0.0.1:${port}.*another port`)
  await expect(listen({ port })).rejects.toMatchObject({
    code: 'sign-in/port-in-use',
    message,
    data: { address: `127.0.0.1:${port}` },
  })
})

/** @threat oauth.redirect-port */
test.runIf(hasIPv6)('a port that another program has in one family is not shared', async () => {
  const { createServer } = await import('node:net')
  const other = createServer().listen(0, '::1')
  await new Promise((resolve) => other.once('listening', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(listen({ host: 'localhost', port })).rejects.toMatchObject({
    code: 'sign-in/port-in-use',
  })
  expect(await takes('127.0.0.1', port)).toBe(false)
})

test('a fixed port is the one of the redirect URI, and free again afterwards', async () => {
  const { listener, uri } = await listen()
  listener.close()
  await expect.poll(() => takes('127.0.0.1', portOf(uri))).toBe(false)
  expect((await listen({ port: portOf(uri) })).uri).toBe(uri)
})

test('the page in the browser says nothing that came with the request', async () => {
  const { uri } = await listen()
  const page = await visitPage(`${uri}?state=%3Cscript%3E&code=secret-code&error=%3Cb%3E`)
  expect(page.text).not.toMatch(/script|secret-code|<b>/)
})

test.each([
  ['en', 'done', 200, 'You can go back to Gatehouse.'],
  ['en', 'failed', 400, 'You were not signed in. Go back to Gatehouse.'],
  ['zh-CN', 'done', 200, '可以回到 Gatehouse 了。'],
  ['zh-CN', 'failed', 400, '登录没有成功。请回到 Gatehouse。'],
] as const)(
  'the page in the browser is in the language of the person (%s, %s), and keeps and tells nothing',
  async (...[language, kind, status, words]) => {
    const { listener, uri } = await listen({ language })
    const visit = visitPage(`${uri}?code=one&state=right`)
    await listener.response
    listener.finish(kind)
    const page = await visit
    expect(page.status).toBe(status)
    expect(/<body>(.*)<\/body>/.exec(page.text)?.[1]).toBe(`<p>${words}</p>`)
    expect(page.text).toContain(`<html lang="${language}">`)
    expect(page.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(page.headers).not.toHaveProperty('x-powered-by')
    expect(page.headers).not.toHaveProperty('set-cookie')
  },
)
