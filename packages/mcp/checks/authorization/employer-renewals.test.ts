/** The refresh token of an employer's provider, which is used up by each renewal: whoever asks for one, and leaves. */
import type { OutboundHttp, RequestAuthorization, RequestRefusal } from '@gatehouse/host/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BenchOptions } from './authorization-bench.ts'
import { createEmployerBench } from './employer-bench.ts'

const { signal } = new AbortController()

/** Milliseconds after which what the provider said has ended, and after which the server's token has too. */
const ENDED = 301_000
const EXPIRED = 3_601_000

async function createBench(given: BenchOptions = {}) {
  const iat = Math.floor(Date.now() / 1000)
  const clock = { now: Date.now() }
  const employer = await createEmployerBench(
    onTestFinished,
    { idToken: { iat, exp: iat + 300 } },
    { oauth: { now: () => clock.now }, ...given },
  )
  const { bench, provider } = employer
  const connection = await bench.open()
  let release = (): void => undefined
  let isUsedUp = false
  const held = new Promise<void>((resolve) => (release = resolve))
  onTestFinished(() => release())
  return {
    ...employer,
    connection,
    clock,
    release: () => release(),
    /** The provider keeps the answer to a renewal back. */
    hold() {
      provider.behaviour.atRefresh = (stage) => {
        if (stage !== 'given') return undefined
        isUsedUp = true
        return held
      }
    },
    usedUp: () => expect.poll(() => isUsedUp, { timeout: 15_000 }).toBe(true),
    /** True if the stored refresh token is still unused at the provider. */
    isKeptUnused() {
      const kept = [...bench.vault.secrets.values()].join()
      return provider.isUnused(/"identity":\{.*"refresh":"([^"]+)"/.exec(kept)?.[1] ?? '')
    },
    request: () => ({ method: 'POST', url: bench.server.url }),
  }
}

type Bench = Awaited<ReturnType<typeof createBench>>

async function refusedBy(
  authorization: RequestAuthorization,
  { request }: Bench,
  refusal: Partial<RequestRefusal> = {},
) {
  const sent = await authorization.headers(request(), signal)
  return { status: 401, challenge: undefined, attempt: 0, ...refusal, sent }
}

describe('what a renewal brings that nobody waits for any more', () => {
  async function leftInside(): Promise<Bench> {
    const all = await createBench()
    all.hold()
    all.clock.now += ENDED
    all.bench.issuer.expireAll()
    const calling = all.bench.echo(all.connection, 'x').catch(() => undefined)
    await all.usedUp()
    await all.connection.close()
    await calling
    return all
  }

  it('is kept when the server is stopped', async () => {
    const all = await leftInside()
    const { bench } = all
    all.release()
    await expect.poll(() => all.isKeptUnused()).toBe(true)
    expect(await bench.echo(await bench.open(true), 'later')).toContain('later')
    expect(bench.person.asked).toHaveLength(1)
  })

  it('is waited for by the next start', async () => {
    const all = await leftInside()
    const { bench } = all
    const opening = bench.open()
    all.release()
    expect(await bench.echo(await opening, 'later')).toContain('later')
    expect(all.asked('refresh_token')).toHaveLength(1)
    expect(bench.person.asked).toHaveLength(1)
  })

  it('is in the vault before the app is left', async () => {
    const all = await leftInside()
    const { set } = all.bench.vault
    all.bench.vault.set = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await set(...given)
    }
    const closing = all.bench.authorizations.close()
    all.release()
    await closing
    expect(all.isKeptUnused()).toBe(true)
  })

  it('is revoked where the person signed out', async () => {
    const all = await leftInside()
    const { bench, provider } = all
    await bench.authorizations.signOut(bench.authorized())
    all.release()
    await expect.poll(() => provider.requests('/revoke').length).toBe(2)
    const revoked = provider.requests('/revoke').map(({ parameters }) => parameters['token'])
    expect(new Set(revoked).size).toBe(2)
    expect(bench.vault.secrets.size).toBe(0)
  })
})

describe('a renewal and a sign-in at the same time use one refresh token once', () => {
  it('where the sign-in began before', async () => {
    let reach = (): void => undefined
    const reached = new Promise<void>((resolve) => (reach = resolve))
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => (go = resolve))
    let isHolding = false
    const http = (send: OutboundHttp['send']): OutboundHttp => ({
      async send(request, ...rest) {
        // What is asked first of all that a sign-in asks.
        if (isHolding && request.url.includes('oauth-protected-resource')) {
          reach()
          await held
        }
        return send(request, ...rest)
      },
    })
    const all = await createBench({ http })
    const { bench, clock } = all
    const authorization = bench.authorizations.open(bench.authorized())
    const refusal = await refusedBy(authorization, all)
    isHolding = true
    const signingIn = authorization.refused(refusal, signal)
    await reached
    clock.now += EXPIRED
    const headers = await authorization.headers(all.request(), signal)
    expect(headers).not.toEqual(refusal.sent)
    go()
    expect(await signingIn).toBe(true)
    expect(all.asked('refresh_token')).toHaveLength(1)
    expect(all.isKeptUnused()).toBe(true)
    expect(bench.person.asked).toHaveLength(1)
  })

  it('where the sign-in renews', async () => {
    const all = await createBench()
    const { bench, clock } = all
    const authorization = bench.authorizations.open(bench.authorized())
    const refusal = await refusedBy(authorization, all)
    all.hold()
    clock.now += EXPIRED
    const signingIn = authorization.refused(refusal, signal)
    await all.usedUp()
    const asking = authorization.headers(all.request(), signal)
    await new Promise((resolve) => setTimeout(resolve, 100))
    all.release()
    expect(await signingIn).toBe(true)
    expect(await asking).not.toEqual(refusal.sent)
    expect(all.asked('refresh_token')).toHaveLength(1)
    expect(all.isKeptUnused()).toBe(true)
    expect(bench.person.asked).toHaveLength(1)
  })

  it('where a request is refused while it is renewed', async () => {
    const all = await createBench()
    const { bench, clock } = all
    const authorization = bench.authorizations.open(bench.authorized())
    const refusal = await refusedBy(authorization, all)
    all.hold()
    clock.now += EXPIRED
    const asking = authorization.headers(all.request(), signal)
    await all.usedUp()
    const going = authorization.refused(refusal, signal)
    all.release()
    expect(await going).toBe(true)
    expect(await asking).not.toEqual(refusal.sent)
    expect(all.asked('refresh_token')).toHaveLength(1)
    // One for the sign-in, and one for the renewal.
    expect(all.exchanges()).toHaveLength(2)
    expect(bench.person.asked).toHaveLength(1)
  })
})

it('another way to the server waits for what is being renewed', async () => {
  const all = await createBench()
  const { bench, clock, provider } = all
  const authorization = bench.authorizations.open(bench.authorized())
  all.hold()
  clock.now += EXPIRED
  const former = authorization.headers(all.request(), signal)
  await all.usedUp()
  const redirect = { kind: 'loopback', host: '127.0.0.1' } as const
  const next = bench.authorizations.open({ ...bench.authorized(), redirect })
  const asking = next.headers(all.request(), signal)
  all.release()
  expect(await asking).toEqual(await former)
  expect(all.isKeptUnused()).toBe(true)
  expect(provider.requests('/revoke')).toEqual([])
  expect(all.asked('refresh_token')).toHaveLength(1)
})

describe('a renewal that the provider refuses', () => {
  it('is not asked for by each request, nor reported, and the person signs in again', async () => {
    const all = await createBench()
    const { bench, clock, provider } = all
    const authorization = bench.authorizations.open(bench.authorized())
    provider.behaviour.refresh = 'invalid-grant'
    bench.person.does = 'refuse'
    clock.now += EXPIRED
    await authorization.headers(all.request(), signal)
    const asked = provider.requests('/').length
    const refusal = await refusedBy(authorization, all)
    expect(provider.requests('/')).toHaveLength(asked)
    const { account } = await bench.authorizations.view(bench.authorized())
    expect(account?.token).toMatchObject({ isRenewable: false })
    await expect(authorization.refused(refusal, signal)).rejects.toMatchObject({
      code: 'sign-in/refused',
    })
    await authorization.headers(all.request(), signal)
    expect(all.asked('refresh_token')).toHaveLength(1)
    bench.person.does = 'agree'
    bench.issuer.expireAll()
    expect(await bench.echo(await bench.open(), 'anew')).toContain('anew')
    expect(all.isKeptUnused()).toBe(true)
  })

  it('in words of its own is asked for again when a request was refused, else once a minute', async () => {
    const all = await createBench()
    const { bench, clock, provider } = all
    const authorization = bench.authorizations.open(bench.authorized())
    provider.behaviour.refresh = 'invalid-request'
    clock.now += EXPIRED
    for (let request = 0; request < 3; request += 1)
      await authorization.headers(all.request(), signal)
    expect(all.asked('refresh_token')).toHaveLength(1)
    clock.now += 60_000
    for (let request = 0; request < 3; request += 1)
      await authorization.headers(all.request(), signal)
    expect(all.asked('refresh_token')).toHaveLength(2)
    expect(all.isKeptUnused()).toBe(true)
    provider.behaviour.refresh = 'ok'
    const refusal = await refusedBy(authorization, all)
    expect(await authorization.refused(refusal, signal)).toBe(true)
    expect(all.asked('refresh_token')).toHaveLength(3)
    expect(bench.person.asked).toHaveLength(1)
  })
})
