import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { PreregisteredClient } from '@gatehouse/host/ports'
import { startAuthorizationServer } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)

const SECRET = 'the-secret-of-the-client/+'
const secret = { kind: 'secret', secret: SECRET } as const
const direct = (issuer: string, change: object = {}): PreregisteredClient => ({
  issuer,
  id: 'machine',
  credential: secret,
  scopes: [],
  grant: 'client-credentials',
  ...change,
})
const withSecret = (change: Partial<BenchOptions['behaviour']> = {}): BenchOptions => ({
  behaviour: {
    clients: { machine: { secret: SECRET } },
    metadata: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
    ...change,
  },
  client: (issuer) => direct(issuer),
})
const failure = (detail: string) => ({
  data: { failure: { code: 'sign-in-needed', detail } },
})
const signed = (claims: object) =>
  [{ alg: 'ES256' }, claims, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

describe('a client with a secret of its own', () => {
  it.each(['client_secret_basic', 'client_secret_post'])(
    'gets its tokens without a person (%s)',
    async (method) => {
      proves('signin.direct.secret')
      const metadata = { token_endpoint_auth_methods_supported: [method] }
      const bench = await createBench(withSecret({ metadata }))
      expect(await bench.echo(await bench.open(), 'hello')).toContain('hello')
      expect(bench.person.asked).toEqual([])
      const [request] = bench.issuer.requests('/token')
      expect(request?.parameters).toMatchObject({
        grant_type: 'client_credentials',
        resource: bench.server.url,
      })
      expect(request?.authorization?.startsWith('Basic ')).toBe(
        method === 'client_secret_basic' || undefined,
      )
    },
  )

  it(
    'gets one token for 20 calls when the former one expired, and none for a new run',
    { timeout: 60_000 },
    async () => {
      proves('signin.direct.renewed')
      const bench = await createBench(withSecret())
      const connection = await bench.open()
      const { account } = await bench.authorizations.view(bench.authorized())
      expect(account?.token).toMatchObject({ isRenewable: true })
      bench.issuer.expireAll()
      const calls = Array.from({ length: 20 }, (_, at) => bench.echo(connection, `call ${at}`))
      for (const [at, result] of (await Promise.all(calls)).entries())
        expect(result).toContain(`call ${at}`)
      expect(bench.issuer.requests('/token')).toHaveLength(2)
      await bench.echo(await bench.open(true), 'again')
      expect(bench.issuer.requests('/token')).toHaveLength(2)
    },
  )

  it('gets another token before one expires', async () => {
    let now = Date.now()
    const bench = await createBench({ ...withSecret(), oauth: { now: () => now } })
    const connection = await bench.open()
    now += 3_590_000
    const before = bench.server.responses.length
    await bench.echo(connection, 'early')
    expect(bench.server.responses.slice(before).map(({ status }) => status)).not.toContain(401)
  })

  it('is not known to the vault, and its secret is hidden in what comes back', async () => {
    const bench = await createBench(withSecret())
    await bench.open()
    expect(bench.vault.written.join(' ')).not.toContain(SECRET)
    expect(bench.masked).toContain(SECRET)
  })

  /**
   * @threat oauth.client-elsewhere
   * @attacker server
   * @tries To get the secret of a client, or a statement of who this computer is, by naming an authorization server of
   * its own.
   * @stoppedBy A client that was registered by hand is for one issuer; when the server names another one nothing is
   * sent, and both are named.
   */
  it('is sent to no other authorization server than the one in the settings', async () => {
    proves('signin.direct.issuer')
    const bench = await createBench({
      ...withSecret(),
      client: () => direct('https://login.example'),
    })
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/unsafe'))
    expect(bench.issuer.requests('/token')).toEqual([])
  })

  it('is refused once and not tried again by itself', async () => {
    proves('signin.direct.once')
    const bench = await createBench({
      ...withSecret(),
      client: (issuer) => direct(issuer, { credential: { kind: 'secret', secret: 'wrong' } }),
    })
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
    expect(bench.issuer.requests('/token')).toHaveLength(1)
    expect(bench.person.asked).toEqual([])
  })

  it('ends with words where the server takes its token from nobody', async () => {
    const bench = await createBench(withSecret())
    bench.server.options.authorization = { ...bench.issuer, scopesOf: () => undefined }
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
    expect(bench.issuer.requests('/token')).toHaveLength(1)
  })

  /** @threat oauth.endless-tokens */
  it('asks for what the settings name and for nothing beyond', async () => {
    proves('signin.direct.scopes')
    const bench = await createBench({
      ...withSecret(),
      client: (issuer) => direct(issuer, { scopes: ['read'] }),
      server: { toolScopes: { echo: 'write' } },
    })
    const connection = await bench.open()
    await expect(bench.echo(connection, 'more')).rejects.toMatchObject({ code: 'call/protocol' })
    const asked = bench.issuer.requests('/token').map(({ parameters }) => parameters['scope'])
    expect(asked).toEqual(['read'])
  })

  it('asks for the access that a call needs, and the call runs once', async () => {
    const bench = await createBench({ ...withSecret(), server: { toolScopes: { echo: 'write' } } })
    const connection = await bench.open()
    expect(await bench.echo(connection, 'more')).toContain('more')
    expect(bench.behind.events.filter(({ type }) => type === 'tool-called')).toHaveLength(1)
  })

  it('gets nothing that was kept for another client', async () => {
    const clients = { machine: { secret: SECRET }, other: { secret: SECRET } }
    let id = 'machine'
    const bench = await createBench({
      ...withSecret({ clients }),
      client: (issuer) => direct(issuer, { id }),
    })
    await bench.open()
    id = 'other'
    await bench.open(true)
    expect(bench.issuer.requests('/token')).toHaveLength(2)
  })
})

describe('a client with a key of its own', () => {
  const keyOf = (
    format: 'pem' | 'jwk',
    pair = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ) => ({
    publicKey: pair.publicKey,
    key:
      format === 'pem'
        ? pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
        : JSON.stringify(pair.privateKey.export({ format: 'jwk' })),
  })

  it.each([
    ['a key on P-256 as PEM', keyOf('pem')],
    ['a key on P-256 as JWK', keyOf('jwk')],
    ['an Ed25519 key', keyOf('pem', generateKeyPairSync('ed25519'))],
  ])('gets its tokens with %s, which never leaves this computer', async (_, { key, publicKey }) => {
    proves('signin.direct.secret')
    const bench = await createBench({
      behaviour: { clients: { machine: { publicKey } } },
      client: (issuer) => direct(issuer, { credential: { kind: 'key', key, keyId: 'k1' } }),
    })
    expect(await bench.echo(await bench.open(), 'hello')).toContain('hello')
    const sent = JSON.stringify(bench.issuer.requests('/'))
    expect(sent).toContain('client_assertion')
    expect(sent).not.toContain('PRIVATE')
    expect(bench.masked).toContain(key)
  })

  it('is reported in words when the key is none', async () => {
    const publicKey = createPublicKey(keyOf('pem').key)
    const text = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const bench = await createBench({
      client: (issuer) => direct(issuer, { credential: { kind: 'key', key: text } }),
    })
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/unsupported'))
  })
})

describe('a statement of who this is', () => {
  it('that is for another server, is refused once and not tried with another grant', async () => {
    const bench = await createBench({
      behaviour: { clients: { machine: {} } },
      client: (issuer) =>
        direct(issuer, {
          grant: 'workload',
          credential: { kind: 'none' },
          assertion: () => Promise.resolve(signed({ aud: 'https://elsewhere.example' })),
        }),
    })
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
    expect(bench.issuer.requests('/token')).toHaveLength(1)
  })

  /** @threat oauth.statement-of-another-kind */
  it('that is not a signed token, is not sent', async () => {
    proves('signin.direct.statement')
    const bench = await createBench({
      behaviour: { clients: { machine: {} } },
      client: (issuer) =>
        direct(issuer, {
          grant: 'workload',
          credential: { kind: 'none' },
          assertion: () => Promise.resolve('root:x:0:0:root:/root:/bin/sh'),
        }),
    })
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/unsupported'))
    expect(bench.issuer.requests('/token')).toEqual([])
  })

  it('is read anew for each token', async () => {
    proves('signin.direct.statement')
    const statements: string[] = []
    const bench = await createBench({
      behaviour: { clients: { machine: {} } },
      client: (issuer) =>
        direct(issuer, {
          grant: 'workload',
          credential: { kind: 'none' },
          assertion() {
            statements.push(signed({ aud: issuer, at: statements.length }))
            return Promise.resolve(statements.at(-1))
          },
        }),
    })
    const connection = await bench.open()
    bench.issuer.expireAll()
    await bench.echo(connection, 'again')
    const sent = bench.issuer.requests('/token').map(({ parameters }) => parameters['assertion'])
    expect(sent).toEqual(statements)
    expect(new Set(sent).size).toBe(2)
  })

  /**
   * @threat oauth.home-identity
   * @attacker server
   * @tries To learn who the person is at their employer, or to get what could be used there.
   * @stoppedBy The ID token goes to the identity provider alone; the server’s issuer gets a statement that is for it
   * alone.
   */
  it('of an employer is exchanged there for one that only the named server takes', async () => {
    proves('signin.direct.employer')
    const provider = await startAuthorizationServer({ clients: { 'at-home': {} } })
    onTestFinished(() => provider.close())
    const idToken = signed({ sub: 'ada' })
    const bench = await createBench({
      ...withSecret(),
      client: (issuer) =>
        direct(issuer, {
          grant: 'enterprise',
          assertion: () => Promise.resolve(idToken),
          provider: { issuer: provider.issuer, id: 'at-home', credential: { kind: 'none' } },
        }),
    })
    expect(await bench.echo(await bench.open(), 'hello')).toContain('hello')
    const [exchange] = provider.requests('/token')
    expect(exchange?.parameters).toMatchObject({
      audience: bench.issuer.issuer,
      resource: bench.server.url,
      subject_token: idToken,
    })
    // Who the person is at home is told to nobody else.
    expect(JSON.stringify(bench.issuer.requests('/'))).not.toContain(idToken)
    expect(JSON.stringify(provider.requests('/'))).not.toContain(SECRET)
    for (const value of provider.secrets()) expect(bench.masked).toContain(value)
  })
})

describe('a token that is bound to a key', () => {
  const bound: BenchOptions = {
    behaviour: { metadata: { dpop_signing_alg_values_supported: ['ES256'] } },
    server: { bound: {} },
  }

  it('leaves no key behind when the person signs out', async () => {
    const bench = await createBench(bound)
    await bench.open()
    const before = [...bench.vault.secrets.values()].join()
    expect(before).toContain('"proofKey"')
    await bench.authorizations.signOut(bench.authorized())
    expect([...bench.vault.secrets.values()]).toEqual([])
  })

  /**
   * @threat oauth.stolen-token
   * @attacker program
   * @tries To use a token that was read on its way, in a log of the server or of a proxy.
   * @stoppedBy Where both servers can do that, a token is of use only with proofs of a key that is in the keychain.
   * @remains Where a server does not speak of it (RFC 9449), who has the token can use it until it expires.
   */
  it('is sent with a proof for each request, and goes on after a restart', async () => {
    proves('signin.bound.proof')
    const bench = await createBench(bound)
    await bench.echo(await bench.open(), 'hello')
    expect(await bench.echo(await bench.open(true), 'again')).toContain('again')
    expect(bench.person.asked).toHaveLength(1)
    bench.issuer.expireAll()
    expect(await bench.echo(await bench.open(true), 'renewed')).toContain('renewed')
    expect(bench.person.asked).toHaveLength(1)
  })

  it('is sent with the numbers that both servers want, whenever they change', async () => {
    proves('signin.bound.nonce')
    const bench = await createBench(bound)
    bench.issuer.behaviour.nonce = 'one'
    bench.server.options.bound = { nonce: 'first' }
    const connection = await bench.open()
    bench.server.options.bound = { nonce: 'second' }
    expect(await bench.echo(connection, 'hello')).toContain('hello')
    bench.issuer.behaviour.nonce = 'two'
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'hello')).toContain('hello')
    expect(bench.behind.events.filter(({ type }) => type === 'tool-called')).toHaveLength(2)
  })

  it('is not asked for where the server does not speak of it', async () => {
    const bench = await createBench({ ...bound, server: {} })
    expect(await bench.echo(await bench.open(), 'hello')).toContain('hello')
  })

  /** @threat oauth.stolen-token */
  it('is what there must be where the server takes no others', async () => {
    proves('signin.bound.required')
    const bench = await createBench({
      server: { metadata: { dpop_bound_access_tokens_required: true } },
    })
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/unsupported'))
    expect(bench.vault.secrets.size).toBe(0)
  })

  it('is given to a client with a secret as well', async () => {
    const { behaviour } = withSecret()
    const metadata = { ...behaviour?.metadata, ...bound.behaviour?.metadata }
    const bench = await createBench({ ...withSecret({ metadata }), server: { bound: {} } })
    expect(await bench.echo(await bench.open(), 'hello')).toContain('hello')
  })
})

describe('a registration that its server does not know any more', () => {
  it('is made anew once, and the person signs in once', async () => {
    proves('signin.stranger.once')
    const bench = await createBench()
    const connection = await bench.open()
    bench.issuer.forgetClients()
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'hello')).toContain('hello')
    expect(bench.issuer.requests('/register')).toHaveLength(2)
    expect(bench.person.asked).toHaveLength(2)
  })

  it('is made anew once when that comes to light after the browser', async () => {
    const bench = await createBench({ behaviour: { refreshTokens: 'none' } })
    const connection = await bench.open()
    bench.issuer.forgetClients()
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'hello')).toContain('hello')
    expect(bench.issuer.requests('/register')).toHaveLength(2)
    expect(bench.person.asked).toHaveLength(3)
  })

  it('is not made anew for ever', async () => {
    const bench = await createBench()
    await (await bench.open()).close()
    bench.issuer.behaviour.refresh = 'invalid-grant'
    bench.issuer.expireAll()
    const before = bench.issuer.requests('/register').length
    const timer = setInterval(() => bench.issuer.forgetClients(), 1)
    onTestFinished(() => clearInterval(timer))
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
    expect(bench.issuer.requests('/register').length - before).toBe(1)
  })
})
