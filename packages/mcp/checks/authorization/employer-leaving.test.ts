import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmployerBench, OPEN_ID } from './employer-bench.ts'

const createBench = (
  behaviour?: Parameters<typeof createEmployerBench>[1],
  given?: Parameters<typeof createEmployerBench>[2],
) => createEmployerBench(onTestFinished, behaviour, given)

const { signal } = new AbortController()

describe('no cards without end', () => {
  it('a person is asked four times in ten minutes, whatever ends so soon', async () => {
    const iat = Math.floor(Date.now() / 1000)
    const { bench } = await createBench({ refreshTokens: 'none', idToken: { iat, exp: iat + 10 } })
    const connection = await bench.open()
    for (let call = 0; call < 6; call += 1) {
      bench.issuer.expireAll()
      await bench.echo(connection, 'x').catch(() => undefined)
    }
    expect(bench.person.asked).toHaveLength(4)
  })

  it('a sign-in that the provider cannot finish is not asked for again by calls', async () => {
    const { bench } = await createBench({
      metadata: { ...OPEN_ID, token_endpoint: 'http://127.0.0.1:1/token' },
    })
    for (const open of [() => bench.open(), () => bench.reopen(), () => bench.reopen()])
      await expect(open()).rejects.toBeInstanceOf(Error)
    expect(bench.person.asked).toHaveLength(1)
  })
})

describe('the identity from the provider is revoked there', () => {
  it.each(['id', 'issuer'])('when another %s of a provider is entered', async (what) => {
    const { bench, provider } = await createBench()
    await bench.open()
    const server = bench.authorized()
    if (server.client?.grant !== 'enterprise') throw new Error('It is for an employer.')
    const other = { ...server.client.provider, [what]: 'https://another.example' }
    const client = { ...server.client, provider: other }
    const view = await bench.authorizations.view({ ...server, client })
    expect(view.account).toBeNull()
    const changed = bench.authorizations.open({ ...server, client })
    expect(await changed.headers({ method: 'POST', url: server.url }, signal)).toEqual({})
    expect(bench.vault.secrets.size).toBe(0)
    await expect.poll(() => provider.requests('/revoke').length).toBe(1)
  })

  it('when it comes after the person signed out', async () => {
    let now = Date.now()
    const { bench, provider, asked } = await createBench({}, { oauth: { now: () => now } })
    const connection = await bench.open()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    provider.behaviour.atRefresh = (stage) => (stage === 'given' ? held : undefined)
    now += 3_590_000
    const calling = bench.echo(connection, 'x').catch(() => undefined)
    await expect.poll(() => asked('refresh_token').length).toBe(1)
    await bench.authorizations.signOut(bench.authorized())
    expect(provider.requests('/revoke')).toHaveLength(1)
    release()
    await calling
    await expect.poll(() => provider.requests('/revoke').length).toBe(2)
    const revoked = provider.requests('/revoke').map(({ parameters }) => parameters['token'])
    expect(new Set(revoked).size).toBe(2)
    expect(bench.vault.secrets.size).toBe(0)
  })

  it('when a file says it from now on', async () => {
    const { bench, provider, exchanges } = await createBench()
    await bench.open()
    const idToken = exchanges()[0]?.parameters['subject_token'] ?? ''
    const server = bench.authorized()
    if (server.client?.grant !== 'enterprise') throw new Error('It is for an employer.')
    const client = { ...server.client, assertion: () => Promise.resolve(idToken) }
    const authorization = bench.authorizations.open({ ...server, client })
    const sent = await authorization.headers({ method: 'POST', url: server.url }, signal)
    await authorization.refused({ status: 401, challenge: undefined, sent, attempt: 0 }, signal)
    expect([...bench.vault.secrets.values()].join()).not.toContain('"identity"')
    await expect.poll(() => provider.requests('/revoke').length).toBe(1)
  })
})

it.each([
  ['rotate', true],
  ['none', false],
] as const)('a token is renewable as what the provider said is (%s)', async (kind, isRenewable) => {
  const { bench } = await createBench({ refreshTokens: kind })
  await bench.open()
  const { account } = await bench.authorizations.view(bench.authorized())
  expect(account?.token).toMatchObject({ isRenewable })
})
