import { proves } from '@gatehouse/testkit/proves'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmployerBench } from './employer-bench.ts'

const createBench = (
  behaviour?: Parameters<typeof createEmployerBench>[1],
  given?: Parameters<typeof createEmployerBench>[2],
) => createEmployerBench(onTestFinished, behaviour, given)

const failure = (detail: string) => ({ data: { failure: { code: 'sign-in-needed', detail } } })

it('a person signs in at the provider of their employer once, for expiries and restarts too', async () => {
  const { bench, provider, asked, exchanges } = await createBench()
  const connection = await bench.open()
  expect(await bench.echo(connection, 'at work')).toContain('at work')
  expect(bench.person.asked).toMatchObject([
    { issuer: provider.issuer, scopes: ['openid', 'offline_access'], purpose: 'identity' },
  ])
  bench.issuer.expireAll()
  expect(await bench.echo(connection, 'still')).toContain('still')
  bench.issuer.expireAll()
  expect(await bench.echo(await bench.open(true), 'again')).toContain('again')
  expect(exchanges()).toHaveLength(3)
  expect(asked('authorization_code')).toHaveLength(1)
  expect(bench.person.asked).toHaveLength(1)
  // Who the person is, is told to the provider alone, and hidden in what comes back.
  const idToken = exchanges()[0]?.parameters['subject_token'] ?? ''
  expect(provider.secrets()).toContain(idToken)
  expect(bench.masked).toContain(idToken)
  expect(JSON.stringify(bench.issuer.requests('/'))).not.toContain(idToken)
  proves('signin.direct.provider')
})

it('the identity from the provider is renewed without a question when it ends, and asked for when that is refused', async () => {
  let now = Date.now()
  const { bench, provider, asked, exchanges } = await createBench({}, { oauth: { now: () => now } })
  const connection = await bench.open()
  now += 3_590_000
  expect(await bench.echo(connection, 'renewed')).toContain('renewed')
  expect(asked('refresh_token')).toHaveLength(1)
  expect(bench.person.asked).toHaveLength(1)
  const tokens = exchanges().map(({ parameters }) => parameters['subject_token'])
  expect(new Set(tokens).size).toBe(2)
  provider.behaviour.refresh = 'invalid-grant'
  bench.issuer.expireAll()
  now += 3_590_000
  expect(await bench.echo(connection, 'asked')).toContain('asked')
  expect(bench.person.asked).toHaveLength(2)
})

it.each([3_600_000, -3_600_000])(
  'a clock that is off by %i ms makes no difference',
  async (skew) => {
    vi.spyOn(Date, 'now').mockImplementation(
      () => performance.timeOrigin + performance.now() + skew,
    )
    onTestFinished(() => void vi.restoreAllMocks())
    const iat = Math.floor((performance.timeOrigin + performance.now()) / 1000)
    const { bench, exchanges } = await createBench({ idToken: { iat, exp: iat + 3600 } })
    const connection = await bench.open()
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'skewed')).toContain('skewed')
    expect(bench.person.asked).toHaveLength(1)
    expect(exchanges()).toHaveLength(2)
  },
)

it('nothing is forgotten while the provider cannot say', async () => {
  let now = Date.now()
  const { bench, provider } = await createBench({}, { oauth: { now: () => now } })
  const connection = await bench.open()
  provider.behaviour.refresh = 'http-500'
  bench.issuer.expireAll()
  now += 3_590_000
  await expect(bench.echo(connection, 'no')).rejects.toThrow('HTTP 500')
  provider.behaviour.refresh = 'ok'
  expect(await bench.echo(connection, 'yes')).toContain('yes')
  expect(bench.person.asked).toHaveLength(1)
})

/**
 * @threat oauth.foreign-identity
 * @attacker server
 * @tries To have the person signed in under another identity at their employer, with an ID token that was given to
 * another client or in another sign-in.
 * @stoppedBy An ID token is used once issuer, client, nonce and end are those of this sign-in, and comes over TLS from
 * the provider that the person named.
 */
it.each([
  ['for another client', { aud: 'somebody-else' }],
  ['of another provider', { iss: 'https://elsewhere.example' }],
  ['for another sign-in', { nonce: 'another' }],
  ['that has ended', { exp: 1 }],
])('an ID token %s is not used', async (_name, idToken) => {
  const { bench, exchanges } = await createBench({ idToken })
  await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
  expect(exchanges()).toEqual([])
  expect(bench.vault.secrets.size).toBe(0)
})

/** @threat oauth.foreign-identity */
it('a provider that gives no ID token signs nobody in', async () => {
  const { bench, exchanges } = await createBench({ scopesGiven: 'email' })
  await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
  expect(exchanges()).toEqual([])
})

/** @threat oauth.foreign-identity */
it('signing out takes the identity from the keychain, and notifies the provider', async () => {
  const { bench, provider } = await createBench()
  await bench.open()
  expect([...bench.vault.secrets.values()].join()).toContain('"identity"')
  await bench.authorizations.signOut(bench.authorized())
  expect([...bench.vault.secrets.values()]).toEqual([])
  expect(provider.requests('/revoke')).toHaveLength(1)
})

it('a person who refuses at the provider is not asked again by calls', async () => {
  const { bench, exchanges } = await createBench()
  bench.person.does = 'refuse'
  await expect(bench.open()).rejects.toMatchObject(failure('sign-in/refused'))
  await expect(bench.reopen()).rejects.toMatchObject(failure('sign-in/refused'))
  expect(bench.person.asked).toHaveLength(1)
  expect(exchanges()).toEqual([])
})
