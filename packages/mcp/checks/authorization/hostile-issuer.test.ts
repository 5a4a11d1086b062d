import { NEVER_ABORTED } from '@gatehouse/base'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'
import { visitPage } from '@gatehouse/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createAuthorizationBench,
  type AuthorizationBench,
  type BenchOptions,
} from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)
const unsafe = { data: { failure: { code: 'sign-in-needed', detail: 'sign-in/unsafe' } } }
const failed = { code: 'connection/failed' }
const TOKEN = 'token-of-somebody-else'
/** Two cores are shared by several tests. */
const SLOW = { timeout: 15_000 }

interface Hostile {
  origin: string
  /** Requests to it, in order. */
  seen: { path: string; parameters: Record<string, string> }[]
}

/** Responds with the JSON that `respond` gives, else with 404. */
async function startHostile(respond: (path: string) => object | undefined): Promise<Hostile> {
  const seen: Hostile['seen'] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { pathname } = new URL(request.url ?? '/', 'http://hostile')
      seen.push({ path: pathname, parameters: Object.fromEntries(new URLSearchParams(body)) })
      const document = respond(pathname)
      response
        .writeHead(document ? (pathname === '/register' ? 201 : 200) : 404, {
          'content-type': 'application/json',
        })
        .end(JSON.stringify(document ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** An issuer that sends people to the page of an honest one, and wants the code for itself. */
async function startBetween(
  { issuer, server }: AuthorizationBench,
  nameOf: (origin: string) => string,
): Promise<Hostile> {
  const hostile: Hostile = await startHostile((path) => {
    if (path.includes('/.well-known/'))
      return {
        issuer: nameOf(hostile.origin),
        authorization_endpoint: `${issuer.issuer}/authorize`,
        token_endpoint: `${hostile.origin}/token`,
        registration_endpoint: `${hostile.origin}/register`,
        code_challenge_methods_supported: ['S256'],
      }
    if (path === '/register') return { client_id: 'known-there' }
    return path === '/token' ? { access_token: TOKEN, token_type: 'Bearer' } : undefined
  })
  issuer.behaviour.consent = 'no-iss'
  server.options.metadata = { authorization_servers: [nameOf(hostile.origin)] }
  return hostile
}

describe('an issuer', () => {
  /**
   * @threat oauth.issuer-of-two-hosts
   * @attacker server
   * @tries To have the metadata of an honest issuer asked of another host, or a private one behind a proxy, by an
   * issuer whose path reads as a host.
   * @stoppedBy Paths are set, never resolved; an issuer with an empty part of a path or a query is refused, and every
   * address that is asked is checked first.
   */
  it.each([
    ['its path', (honest: string, host: string) => `${honest}//${host}`],
    ['its path, with a backslash', (honest: string, host: string) => `${honest}/\\${host}`],
    ['its path, after a dot', (honest: string, host: string) => `${honest}/.//${host}/x`],
    ['its query', (honest: string, host: string) => `${honest}/?to=//${host}`],
  ])('that names another host in %s is asked nothing, and neither is the other', async (...at) => {
    const bench = await createBench({ behaviour: { metadataFault: 'missing' } })
    const hostile = await startBetween(bench, (origin) =>
      at[1](bench.issuer.issuer, new URL(origin).host),
    )
    await expect(bench.open()).rejects.toMatchObject(unsafe)
    expect(hostile.seen).toEqual([])
    expect(bench.person.asked).toEqual([])
  })

  /** @threat oauth.code-elsewhere */
  it('that takes the code of a page elsewhere is named to the person as who gets it', async () => {
    const bench = await createBench()
    bench.person.does = 'refuse'
    const { origin } = await startBetween(bench, (own) => own)
    await expect(bench.open()).rejects.toMatchObject(failed)
    expect(bench.person.asked).toMatchObject([
      {
        shown: `${bench.issuer.issuer}/authorize`,
        issuer: origin,
        tokenEndpoint: `${origin}/token`,
      },
    ])
  })
})

describe('of two sign-ins at once', () => {
  /** @threat oauth.mix-up */
  it('the response to one is of no use in the other, and both go on', async () => {
    const oauth = { browserTimeoutMs: 30_000 }
    const benches = [await createBench({ oauth }), await createBench({ oauth })] as const
    for (const { person } of benches) person.does = 'wait'
    const opening = benches.map((bench) => bench.open())
    for (const { person } of benches) await expect.poll(() => person.asked.length, SLOW).toBe(1)
    const [one, other] = benches
    const mixed = new URL(one.person.asked[0]?.url ?? '')
    mixed.searchParams.set('redirect_uri', other.person.asked[0]?.redirectUri ?? '')
    expect((await visitPage(mixed.href)).status).toBe(400)
    for (const { issuer, person } of benches) {
      expect(issuer.requests('/token')).toEqual([])
      await visitPage(person.asked[0]?.url ?? '')
    }
    await Promise.all(opening)
    for (const { issuer } of benches) expect(issuer.requests('/token')).toHaveLength(1)
  })

  /** @threat oauth.mix-up */
  it('who sends people to the page of an issuer that names itself gets no code of it', async () => {
    const bench = await createBench()
    const hostile = await startBetween(bench, (own) => own)
    bench.issuer.behaviour.consent = 'grant'
    await expect(bench.open()).rejects.toMatchObject(unsafe)
    await expect
      .poll(() => bench.person.visited[0]?.text ?? '', SLOW)
      .toContain('You were not signed in')
    expect(hostile.seen.map(({ path }) => path)).not.toContain('/token')
    expect(bench.issuer.requests('/token')).toEqual([])
  })
})

describe('a sign-in page', () => {
  /**
   * @threat oauth.unseen-wishes
   * @attacker server
   * @tries To have the sign-in page asked for more than the card shows, by the query of its address.
   * @stoppedBy Such an address is refused when it holds any parameter of OAuth or OpenID Connect; any other query is
   * shown.
   */
  it.each([
    'scope',
    'request',
    'request_uri',
    'prompt',
    'response_mode',
    'claims',
    'Scope',
    ' scope',
  ])('whose address asks for something by itself is never opened (%s)', async (name) => {
    const bench = await createBench()
    const { issuer, behaviour } = bench.issuer
    behaviour.metadata = {
      authorization_endpoint: `${issuer}/authorize?${encodeURIComponent(name)}=admin`,
    }
    await expect(bench.open()).rejects.toMatchObject(unsafe)
    expect(bench.person.asked).toEqual([])
  })

  /** @threat oauth.unseen-wishes */
  it('with a query of its own is shown with it', async () => {
    const bench = await createBench()
    const page = `${bench.issuer.issuer}/authorize?p=policy`
    bench.issuer.behaviour.metadata = { authorization_endpoint: page }
    await bench.open()
    expect(bench.person.asked[0]?.shown).toBe(page)
    expect(bench.person.asked[0]?.url.startsWith(`${page}&`)).toBe(true)
  })
})

describe('a token', () => {
  /**
   * @threat oauth.unusable-tokens
   * @attacker server
   * @tries To have every start fail, a token shown in an error, or the keychain filled, by a token, client id or secret
   * that no request can hold.
   * @stoppedBy What is given is at most 16,384 characters of ASCII that can be sent; the same is checked when it is
   * read from the keychain.
   */
  it.each([
    ['a line break', 'evil\nx: y-secret'],
    ['a sign that is not ASCII', 'evil\u2028secretsecret'],
    ['a NUL', 'secret\u0000secret'],
    ['spaces', ' lead-and-trail-secret '],
    ['17,000 characters', 'secret'.repeat(3000)],
  ])('with %s signs nobody in, and is repeated in no error', async (_name, access_token) => {
    const bench = await createBench()
    const hostile = await startHostile((path) =>
      path === '/token' ? { access_token, token_type: 'Bearer', refresh_token: 'r' } : undefined,
    )
    bench.issuer.behaviour.metadata = { token_endpoint: `${hostile.origin}/token` }
    const error: unknown = await bench.open().catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail: 'sign-in/rejected' } },
    })
    expect(JSON.stringify([error, String(error)])).not.toContain('secret')
    expect(bench.vault.secrets.size).toBe(0)
  })

  /** @threat oauth.unusable-tokens */
  it('that no header can hold is not read from the keychain either', async () => {
    const bench = await createBench()
    await bench.open()
    const [[ref, account] = ['', '']] = [...bench.vault.secrets]
    bench.vault.secrets.set(ref, account.replace(/"access":"/, '"access":"\\n'))
    await bench.echo(await bench.open(true), 'hello')
    expect(bench.person.asked).toHaveLength(2)
  })

  /** @threat oauth.unusable-tokens */
  it('that lives for ever is kept', async () => {
    const bench = await createBench({ behaviour: { lifetimeSeconds: 1e300 } })
    await bench.open()
    await bench.open(true)
    expect(bench.person.asked).toHaveLength(1)
  })
})

/** @threat oauth.unusable-tokens */
it.each([
  ['client id without end', { client_id: 'c'.repeat(20_000) }],
  ['client id of several lines', { client_id: 'a\nb\u202Ec' }],
  ['secret of several lines', { client_id: 'a', client_secret: 'b\nc' }],
])('a registration with a %s asks nobody to sign in', async (_name, registration) => {
  const bench = await createBench()
  const hostile = await startHostile((path) => (path === '/register' ? registration : undefined))
  bench.issuer.behaviour.metadata = { registration_endpoint: `${hostile.origin}/register` }
  await expect(bench.open()).rejects.toMatchObject({
    data: { failure: { code: 'sign-in-needed', detail: 'sign-in/rejected' } },
  })
  expect(bench.person.asked).toEqual([])
})

describe('a server that never takes a token', () => {
  /** @threat oauth.endless-questions */
  it('has the person asked once more, and not at each of its calls', async () => {
    const bench = await createBench({ behaviour: { refreshTokens: 'none' } })
    const connection = await bench.open()
    const { authorization } = bench.server.options
    bench.server.options.authorization = { ...authorization, scopesOf: () => undefined }
    for (let call = 0; call < 5; call += 1)
      await expect(bench.echo(connection, 'x')).rejects.toMatchObject({ code: 'sign-in/rejected' })
    expect(bench.person.asked).toHaveLength(2)
  })

  /** @threat oauth.endless-questions */
  it('has the person asked a few times where it takes each of them once', async () => {
    const bench = await createBench({ behaviour: { refreshTokens: 'none' } })
    const connection = await bench.open()
    for (let call = 0; call < 8; call += 1) {
      bench.issuer.expireAll()
      await bench.echo(connection, 'x').catch(() => undefined)
    }
    expect(bench.person.asked).toHaveLength(4)
  })
})

describe('a person who refused', () => {
  /**
   * @threat oauth.endless-questions
   * @attacker server
   * @tries To wear the person down with sign-ins that lead to nothing.
   * @stoppedBy A refusal holds until the person starts the server; access that was asked for is not asked for again; a
   * token that was never taken leads to no other sign-in, and four in ten minutes are the most.
   */
  it('is not asked again by a start that they did not ask for', async () => {
    const bench = await createBench()
    const { authorization } = bench.server.options
    const isOpen = { now: true }
    bench.server.options.authorization = {
      ...authorization,
      scopesOf: (token) => (isOpen.now ? [] : authorization.scopesOf(token)),
    }
    bench.person.does = 'refuse'
    for (let round = 0; round < 4; round += 1) {
      isOpen.now = true
      const connection = await bench.reopen()
      isOpen.now = false
      await expect(bench.echo(connection, 'x')).rejects.toMatchObject({ code: 'sign-in/refused' })
      await connection.close()
    }
    expect(bench.person.asked).toHaveLength(1)
    await expect(bench.open()).rejects.toMatchObject(failed)
    expect(bench.person.asked).toHaveLength(2)
  })

  /** @threat oauth.endless-questions */
  it('is asked by no ping', async () => {
    const bench = await createBench({ era: 'legacy' })
    const { authorization } = bench.server.options
    bench.server.options.authorization = { ...authorization, scopesOf: () => [] }
    const connection = await bench.open()
    bench.server.options.authorization = authorization
    await connection.ping(NEVER_ABORTED).catch(() => undefined)
    expect(bench.person.asked).toEqual([])
  })
})

describe('signing out', () => {
  /**
   * @threat oauth.signed-out-again
   * @attacker server
   * @tries To be signed in again after a sign-out or a removal, by a refresh whose response is late.
   * @stoppedBy What comes after the end is kept nowhere and revoked at its issuer; what was kept for another address is
   * removed.
   */
  it.each(['signOut', 'forget'] as const)(
    'while tokens are refreshed leaves none in the keychain, and none that works (%s)',
    async (how) => {
      const held: { now: Promise<void> } = { now: Promise.resolve() }
      const bench = await createBench({
        http: (send) => ({
          async send(request, limits, signal) {
            const response = await send(request, limits, signal)
            if (request.url.endsWith('/token')) await held.now
            return response
          },
        }),
      })
      await bench.open()
      const { authorizations } = bench
      const server = bench.authorized()
      const authorization = authorizations.open(server)
      const { signal } = new AbortController()
      const request = { method: 'POST', url: server.url }
      const sent = await authorization.headers(request, signal)
      let release: () => void = () => undefined
      held.now = new Promise((resolve) => (release = resolve))
      const refusing = authorization
        .refused({ status: 401, challenge: undefined, sent, attempt: 0 }, signal)
        .catch((error: unknown) => error)
      await expect.poll(() => bench.issuer.requests('/token').length).toBe(2)
      await (how === 'signOut' ? authorizations.signOut(server) : authorizations.forget(server.id))
      release()
      expect(await refusing).toMatchObject({ code: 'sign-in/refused' })
      const kept = [...bench.vault.secrets.values()].join()
      expect(kept).not.toContain('"tokens"')
      expect(bench.vault.secrets.size).toBe(0)
      expect(bench.issuer.requests('/revoke')).toHaveLength(how === 'signOut' ? 2 : 1)
      expect(await authorizations.open(server).headers(request, signal)).toEqual({})
    },
  )

  it('does not wait for an issuer that is late, which is notified all the same', async () => {
    const bench = await createBench({
      http: (send) => ({
        send(request, limits, signal) {
          const sent = send(request, limits, signal)
          return request.url.endsWith('/revoke') ? sent.then(() => new Promise(() => {})) : sent
        },
      }),
    })
    await bench.open()
    await bench.authorizations.signOut(bench.authorized(), Promise.resolve())
    expect(bench.vault.secrets.size).toBe(0)
    await expect.poll(() => bench.issuer.requests('/revoke').length).toBeGreaterThan(0)
  })

  /** @threat oauth.signed-out-again */
  it.each(['opening', 'signing out'])(
    'after the address was changed leaves no token of the former one (%s)',
    async (how) => {
      const bench = await createBench()
      await bench.open()
      const other = { ...bench.authorized(), receiver: 'another' }
      const request = { method: 'POST', url: other.url }
      const { signal } = new AbortController()
      if (how === 'opening') await bench.authorizations.open(other).headers(request, signal)
      else await bench.authorizations.signOut(other)
      expect(bench.vault.secrets.size).toBe(0)
      await expect.poll(() => bench.issuer.requests('/revoke').length).toBe(1)
      const back = bench.authorizations.open(bench.authorized())
      expect(await back.headers(request, signal)).toEqual({})
    },
  )
})

/**
 * @threat oauth.filled-trace
 * @attacker program
 * @tries To hide how a sign-in ended by filling its trace with requests to the redirect address.
 * @stoppedBy Strangers are counted in one line, and of too many lines those in the middle are left out.
 */
it('the trace of a sign-in shows how it ended, whatever came to the redirect address', async () => {
  const bench = await createBench({ oauth: { browserTimeoutMs: 20_000 } })
  bench.person.does = 'wait'
  const opening = bench.open().catch((error: unknown) => error)
  await expect.poll(() => bench.person.asked.length).toBe(1)
  const { redirectUri = '', url = '' } = bench.person.asked[0] ?? {}
  for (let visit = 0; visit < 70; visit += 1) await visitPage(`${redirectUri}?state=${visit}`)
  bench.issuer.behaviour.consent = 'deny'
  await visitPage(url)
  await opening
  const { trace } = await bench.authorizations.view(bench.authorized())
  expect(trace.at(-1)?.step).toBe('ended')
  expect(trace.filter(({ text }) => text.includes('70 times'))).toHaveLength(1)
})

describe('a server that is asked in the clear over a network', () => {
  /**
   * @threat oauth.clear-text
   * @attacker server
   * @tries To read tokens, or to choose the authorization server, on the way to a server that is asked without TLS.
   * @stoppedBy Such a server gets no token, and the person is not asked to sign in to it, unless it is on this
   * computer.
   */
  it.each(['http://192.168.1.20/mcp', 'http://server.example/mcp'])(
    'gets no token, and nobody is asked to sign in to it (%s)',
    async (url) => {
      const bench = await createBench()
      await bench.open()
      const server = { ...bench.authorized(), url }
      const { signal } = new AbortController()
      const authorization = bench.authorizations.open(server)
      expect(await authorization.headers({ method: 'POST', url }, signal)).toEqual({})
      await expect(
        authorization.refused({ status: 401, challenge: undefined, sent: {}, attempt: 0 }, signal),
      ).rejects.toMatchObject({ code: 'sign-in/unsafe' })
      expect(bench.person.asked).toHaveLength(1)
    },
  )
})
