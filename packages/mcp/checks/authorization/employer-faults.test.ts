import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmployerBench, OPEN_ID } from './employer-bench.ts'

const createBench = (
  behaviour?: Parameters<typeof createEmployerBench>[1],
  given?: Parameters<typeof createEmployerBench>[2],
) => createEmployerBench(onTestFinished, behaviour, given)

/** Nearly as long as an ID token lasts. */
const HOUR_MS = 3_590_000

describe('what the provider gave is kept', () => {
  it.each(['the exchange', 'the server of the tokens'])(
    'after a sign-in in the browser, when %s fails',
    async (what) => {
      const { bench, provider, asked } = await createBench()
      fail(what, { bench, provider })
      await expect(bench.open()).rejects.toBeInstanceOf(Error)
      expect([...bench.vault.secrets.values()].join()).toContain('"identity"')
      repair({ bench, provider })
      expect(await bench.echo(await bench.open(true), 'later')).toContain('later')
      expect(bench.person.asked).toHaveLength(1)
      expect(asked('authorization_code')).toHaveLength(1)
    },
  )

  it.each(['the exchange', 'the server of the tokens'])(
    'with another refresh token, when %s fails after a renewal',
    async (what) => {
      let now = Date.now()
      const { bench, provider, asked } = await createBench({}, { oauth: { now: () => now } })
      const connection = await bench.open()
      fail(what, { bench, provider })
      now += HOUR_MS
      bench.issuer.expireAll()
      await expect(bench.echo(connection, 'no')).rejects.toBeInstanceOf(Error)
      await connection.close()
      repair({ bench, provider })
      now += HOUR_MS
      expect(await bench.echo(await bench.open(true), 'yes')).toContain('yes')
      const sent = asked('refresh_token').map(({ parameters }) => parameters['refresh_token'])
      expect(sent.length).toBeGreaterThan(1)
      expect(new Set(sent).size).toBe(sent.length)
      expect(bench.person.asked).toHaveLength(1)
    },
  )
})

type Faulty = Pick<Awaited<ReturnType<typeof createEmployerBench>>, 'bench' | 'provider'>

function fail(what: string, { bench, provider }: Faulty): void {
  if (what === 'the exchange') provider.behaviour.exchangeFault = () => 'server_error'
  else bench.issuer.behaviour.assertionFault = 'server_error'
}

function repair({ bench, provider }: Faulty): void {
  provider.behaviour.exchangeFault = () => undefined
  bench.issuer.behaviour.assertionFault = undefined
}

describe.each(['invalid_grant', 'invalid_request'] as const)(
  'an ID token that the provider no longer takes (%s)',
  (word) => {
    it('is renewed without a question', async () => {
      const { bench, provider, asked, exchanges } = await createBench()
      const connection = await bench.open()
      const [first] = exchanges()
      provider.behaviour.exchangeFault = (token) =>
        token === first?.parameters['subject_token'] ? word : undefined
      bench.issuer.expireAll()
      expect(await bench.echo(connection, 'renewed')).toContain('renewed')
      expect(asked('refresh_token')).toHaveLength(1)
      expect(bench.person.asked).toHaveLength(1)
    })

    it('is asked for anew where it cannot be renewed, once', async () => {
      const { bench, provider, exchanges } = await createBench({ refreshTokens: 'none' })
      const connection = await bench.open()
      provider.behaviour.exchangeFault = () => word
      bench.issuer.expireAll()
      await expect(bench.echo(connection, 'no')).rejects.toThrow(word)
      expect(bench.person.asked).toHaveLength(2)
      expect(exchanges()).toHaveLength(3)
      await expect(bench.echo(connection, 'no')).rejects.toThrow(word)
      expect(bench.person.asked).toHaveLength(2)
    })
  },
)

it('what is kept goes to no other host than it came from: the person is asked', async () => {
  const { bench, provider, asked } = await createBench()
  const connection = await bench.open()
  await connection.close()
  const other = `${provider.issuer.replace('127.0.0.1', 'localhost')}/token`
  provider.behaviour.metadata = { ...OPEN_ID, token_endpoint: other }
  bench.issuer.expireAll()
  await bench.open(true)
  expect(bench.person.asked.map(({ tokenEndpoint }) => tokenEndpoint)).toEqual([
    `${provider.issuer}/token`,
    other,
  ])
  expect(asked('refresh_token')).toEqual([])
})

it('a word about somebody else takes the place of nothing', async () => {
  let now = Date.now()
  const { bench, provider, exchanges } = await createBench({}, { oauth: { now: () => now } })
  const connection = await bench.open()
  provider.behaviour.idToken = { sub: 'eve' }
  bench.person.does = 'refuse'
  now += HOUR_MS
  bench.issuer.expireAll()
  await expect(bench.echo(connection, 'no')).rejects.toMatchObject({ code: 'sign-in/refused' })
  expect(bench.person.asked).toHaveLength(2)
  expect(exchanges()).toHaveLength(1)
})

it('the provider is asked for nothing where nothing can be renewed and nobody is asked', async () => {
  let now = Date.now()
  const { bench, provider } = await createBench(
    { refreshTokens: 'none' },
    { oauth: { now: () => now } },
  )
  const connection = await bench.open()
  const before = provider.requests('/').length
  now += HOUR_MS
  // The token that is kept is still taken.
  expect(await bench.echo(connection, 'goes on')).toContain('goes on')
  expect(provider.requests('/')).toHaveLength(before)
  expect(bench.person.asked).toHaveLength(1)
})

it('a provider without a page to sign in at is reported in words', async () => {
  const { bench } = await createBench({
    metadata: { ...OPEN_ID, authorization_endpoint: undefined },
  })
  await expect(bench.open()).rejects.toThrow('does not name a page to sign in at')
})
