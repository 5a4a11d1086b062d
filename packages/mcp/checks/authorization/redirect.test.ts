import { createServer } from 'node:net'
import type { SignInRedirect } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createAuthorizationBench,
  type AuthorizationBench,
  type BenchOptions,
} from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)

async function freePort(): Promise<number> {
  const port = await takePort(0)
  await port.free()
  return port.port
}

/** Another program listens there. */
async function takePort(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const free = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(() => free())
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, free }
}

/** Signs in once more with the registration alone, in another run of the app. Returns the redirect URI. */
async function signInAgain(bench: AuthorizationBench): Promise<string> {
  for (const [name, text] of bench.vault.secrets) {
    const { tokens: _tokens, ...registration } = JSON.parse(text) as Record<string, unknown>
    bench.vault.secrets.set(name, JSON.stringify(registration))
  }
  const connection = await bench.open(true)
  expect(await bench.echo(connection, 'hello')).toContain('hello')
  await connection.close()
  return bench.person.asked.at(-1)?.redirectUri ?? ''
}

/** The redirect URIs that were registered, one for each registration. */
const registered = (bench: AuthorizationBench): unknown[] =>
  [...bench.vault.written].flatMap((text) => {
    const { client } = JSON.parse(text) as { client: { redirectUri: string } }
    return [client.redirectUri]
  })
const registrations = (bench: AuthorizationBench): number =>
  bench.issuer.requests('/register').length

describe('a registration', () => {
  it('is used again for a random port, which stays the same while it is free', async () => {
    const bench = await createBench()
    const uris = [await signInAgain(bench), await signInAgain(bench), await signInAgain(bench)]
    expect(new Set(uris).size).toBe(1)
    expect(uris[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(registrations(bench)).toBe(1)
    proves('signin.redirect.kept')
  })

  it('is made anew when another program has its random port', async () => {
    const bench = await createBench()
    const first = await signInAgain(bench)
    await takePort(Number(new URL(first).port))
    expect(await signInAgain(bench)).not.toBe(first)
    expect(registrations(bench)).toBe(2)
  })

  it('of an earlier version, which knows its port alone, is used again', async () => {
    const bench = await createBench()
    const first = await signInAgain(bench)
    for (const [ref, text] of bench.vault.secrets) {
      const { client, ...account } = JSON.parse(text) as { client: Record<string, unknown> }
      const { redirectUri, ...rest } = client
      const port = Number(new URL(String(redirectUri)).port)
      bench.vault.secrets.set(ref, JSON.stringify({ ...account, client: { ...rest, port } }))
    }
    expect(await signInAgain(bench)).toBe(first)
    expect(registrations(bench)).toBe(1)
  })

  it('is made anew for another redirect address, and used again for the same', async () => {
    const port = await freePort()
    const options: BenchOptions = {}
    const bench = await createBench(options)
    const uris: string[] = []
    const redirects: SignInRedirect[] = [
      { kind: 'loopback', host: 'localhost' },
      { kind: 'loopback', host: 'localhost' },
      { kind: 'loopback', host: 'localhost', port },
      { kind: 'loopback', host: '127.0.0.1', port },
      { kind: 'loopback', host: '127.0.0.1', port },
    ]
    for (const redirect of redirects) {
      options.redirect = redirect
      uris.push(await signInAgain(bench))
    }
    expect(uris[0]).toMatch(/^http:\/\/localhost:\d+\/callback$/)
    expect(uris.slice(1)).toEqual([
      uris[0],
      `http://localhost:${port}/callback`,
      `http://127.0.0.1:${port}/callback`,
      `http://127.0.0.1:${port}/callback`,
    ])
    expect(registrations(bench)).toBe(3)
    expect(new Set(registered(bench))).toEqual(new Set(uris))
    const exchanged = bench.issuer
      .requests('/token')
      .map(({ parameters }) => parameters['redirect_uri'])
    expect(exchanged).toEqual(uris)
    proves('signin.redirect.changed')
  })
})

describe('a fixed port', () => {
  it('that another program has ends the start in words, before anybody is asked or registered', async () => {
    const other = await takePort(0)
    const bench = await createBench({
      redirect: { kind: 'loopback', host: '127.0.0.1', port: other.port },
    })
    await expect(bench.open()).rejects.toMatchObject({
      data: {
        failure: {
          code: 'sign-in-needed',
          detail: 'sign-in/port-in-use',
          address: `127.0.0.1:${other.port}`,
          message: expect.stringContaining('choose another port') as unknown,
        },
      },
    })
    expect(registrations(bench)).toBe(0)
    expect(bench.person.asked).toEqual([])
    await other.free()
    expect(await bench.echo(await bench.open(), 'free')).toContain('free')
    proves('signin.redirect.busy')
  })

  it('is used with a client that was registered by hand', async () => {
    const port = await freePort()
    const bench = await createBench({
      redirect: { kind: 'loopback', host: 'localhost', port },
      behaviour: { clients: { 'by-hand': {} } },
      client: (issuer) => ({
        issuer,
        id: 'by-hand',
        grant: 'sign-in',
        credential: { kind: 'none' },
        scopes: [],
      }),
    })
    await bench.open()
    expect(bench.person.asked[0]?.redirectUri).toBe(`http://localhost:${port}/callback`)
    expect(registrations(bench)).toBe(0)
  })
})

describe('a redirect that opens the app', () => {
  async function waiting() {
    const takers = new Set<(url: string) => boolean>()
    const bench = await createBench({
      redirect: { kind: 'app-link' },
      oauth: {
        appLinks: {
          claim: () => true,
          listen(take) {
            takers.add(take)
            return () => takers.delete(take)
          },
        },
      },
    })
    bench.person.does = 'wait'
    const opening = bench.open()
    await expect.poll(() => bench.person.asked.length).toBe(1)
    const [page] = bench.person.asked
    const follow = (url: string) => [...takers].map((take) => take(url))
    return { bench, opening, follow, page }
  }

  it('signs in with the link that the sign-in page leads to', async () => {
    const { bench, opening, follow, page } = await waiting()
    const { headers } = await fetch(page?.url ?? '', { redirect: 'manual' })
    const link = headers.get('location') ?? ''
    expect(link).toMatch(/^app\.gatehouse\.desktop:\/oauth\/callback\?/)
    expect(follow(link.replace(/state=[^&]+/, 'state=guessed'))).toEqual([false])
    expect(bench.issuer.requests('/token')).toEqual([])
    expect(follow(link)).toEqual([true])
    expect(await bench.echo(await opening, 'by link')).toContain('by link')
    expect(follow(link)).toEqual([])
    expect(bench.issuer.requests('/token')[0]?.parameters['redirect_uri']).toBe(page?.redirectUri)
    expect(registered(bench)).toEqual([page?.redirectUri])
    proves('signin.redirect.link')
  })
})
