import { NEVER_ABORTED } from '@gatehouse/base'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)

const refreshes = (bench: Awaited<ReturnType<typeof createBench>>) =>
  bench.issuer
    .requests('/token')
    .filter(({ parameters }) => parameters['grant_type'] === 'refresh_token')

describe('a token that expired', () => {
  it('is refreshed once for 20 calls at the same time', { timeout: 60_000 }, async () => {
    const bench = await createBench()
    const connection = await bench.open()
    await bench.echo(connection, 'first')
    bench.issuer.expireAll()
    const texts = Array.from({ length: 20 }, (_, at) => `call ${at}`)
    const results = await Promise.all(texts.map((text) => bench.echo(connection, text)))
    for (const [at, result] of results.entries()) expect(result).toContain(`call ${at}`)
    expect(refreshes(bench)).toHaveLength(1)
    expect(bench.behind.events.filter(({ type }) => type === 'tool-called')).toHaveLength(21)
    expect(bench.person.asked).toHaveLength(1)
    proves('signin.kept.once')
  })

  it('is refreshed once for two connections', async () => {
    const bench = await createBench()
    const [one, other] = [await bench.open(), await bench.open()]
    bench.issuer.expireAll()
    await Promise.all([bench.echo(one, 'a'), bench.echo(other, 'b')])
    expect(refreshes(bench)).toHaveLength(1)
  })

  it('is refreshed before it expires', async () => {
    let now = Date.now()
    const bench = await createBench({ oauth: { now: () => now } })
    const connection = await bench.open()
    now += 3_590_000
    const before = bench.server.responses.length
    await bench.echo(connection, 'early')
    expect(refreshes(bench)).toHaveLength(1)
    expect(bench.server.responses.slice(before).map(({ status }) => status)).not.toContain(401)
  })

  it('is refreshed again and again where it lives for a second', async () => {
    const bench = await createBench({ behaviour: { lifetimeSeconds: 1 } })
    const connection = await bench.open()
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1100))
      expect(await bench.echo(connection, `round ${round}`)).toContain(`round ${round}`)
    }
    expect(bench.person.asked).toHaveLength(1)
  })

  it.each([3_600_000, -3_600_000])('is renewed with a clock that is off by %i ms', async (skew) => {
    const bench = await createBench({ oauth: { now: () => Date.now() + skew } })
    const connection = await bench.open()
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'skewed')).toContain('skewed')
    expect(bench.person.asked).toHaveLength(1)
    // Nothing is taken for expired that is not.
    expect(await bench.echo(connection, 'again')).toContain('again')
    expect(refreshes(bench)).toHaveLength(1)
  })

  it.each([3_600_000, -3_600_000])(
    'costs one refresh at most when the clock is set by %i ms while it lives',
    async (skew) => {
      const clock = { offset: 0 }
      const bench = await createBench({ oauth: { now: () => Date.now() + clock.offset } })
      const connection = await bench.open()
      clock.offset = skew
      for (let call = 0; call < 3; call += 1)
        expect(await bench.echo(connection, `call ${call}`)).toContain(`call ${call}`)
      expect(refreshes(bench)).toHaveLength(skew > 0 ? 1 : 0)
      bench.issuer.expireAll()
      expect(await bench.echo(connection, 'expired')).toContain('expired')
      expect(bench.person.asked).toHaveLength(1)
    },
  )

  it('keeps the refresh token when no other one comes', async () => {
    const bench = await createBench({ behaviour: { refreshTokens: 'keep' } })
    const connection = await bench.open()
    for (let round = 0; round < 3; round += 1) {
      bench.issuer.expireAll()
      await bench.echo(connection, 'again')
    }
    const used = new Set(refreshes(bench).map(({ parameters }) => parameters['refresh_token']))
    expect(used.size).toBe(1)
    expect(bench.person.asked).toHaveLength(1)
  })

  it('has its successor in the vault before that is used', async () => {
    const bench = await createBench()
    const connection = await bench.open()
    const { set } = bench.vault
    let isSlow = true
    bench.vault.set = async (ref, secret) => {
      bench.issuer.expireAll()
      await new Promise((resolve) => setTimeout(resolve, isSlow ? 200 : 0))
      isSlow = false
      await set(ref, secret)
    }
    bench.issuer.expireAll()
    const before = bench.server.responses.length
    const echo = bench.echo(connection, 'kept').catch(() => undefined)
    await expect.poll(() => refreshes(bench).length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(bench.server.responses.slice(before).filter(({ status }) => status !== 401)).toEqual([])
    await echo
  })

  it.each(['http-500', 'http-429', 'busy', 'drop'] as const)(
    'is not forgotten when a refresh fails: %s',
    async (fault) => {
      const bench = await createBench()
      const connection = await bench.open()
      bench.issuer.behaviour.refresh = fault
      bench.issuer.expireAll()
      await expect(bench.echo(connection, 'no')).rejects.toThrow(
        /HTTP 500|HTTP 429|temporarily_unavailable|could not be reached/,
      )
      bench.issuer.behaviour.refresh = 'ok'
      expect(await bench.echo(connection, 'yes')).toContain('yes')
      expect(bench.person.asked).toHaveLength(1)
      proves('signin.kept.words')
    },
  )

  it.each(['invalid-request', 'other-words'] as const)(
    'leads to a new sign-in when the issuer will not have the refresh token, in words of its own: %s',
    async (refresh) => {
      const bench = await createBench()
      const connection = await bench.open()
      bench.issuer.behaviour.refresh = refresh
      bench.issuer.expireAll()
      expect(await bench.echo(connection, 'anew')).toContain('anew')
      expect(bench.person.asked).toHaveLength(2)
      expect(bench.behind.events.filter(({ type }) => type === 'tool-called')).toHaveLength(1)
    },
  )

  it('leads to a new sign-in when the refresh token is of no use, and the call goes on', async () => {
    const bench = await createBench()
    const connection = await bench.open()
    bench.issuer.revokeAll()
    expect(await bench.echo(connection, 'anew')).toContain('anew')
    expect(bench.person.asked).toHaveLength(2)
    expect(bench.issuer.requests('/register')).toHaveLength(1)
    expect(bench.behind.events.filter(({ type }) => type === 'tool-called')).toHaveLength(1)
  })

  it('leads to a new sign-in where there is no refresh token', async () => {
    const bench = await createBench({ behaviour: { refreshTokens: 'none' } })
    const connection = await bench.open()
    const { account } = await bench.authorizations.view(bench.authorized())
    expect(account?.token).toMatchObject({ isRenewable: false })
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'anew')).toContain('anew')
    expect(bench.person.asked).toHaveLength(2)
  })
})

it('is renewed while the person takes their time to give more access, once it has expired', async () => {
  let now = Date.now()
  const bench = await createBench({ oauth: { now: () => now } })
  await bench.open()
  const authorization = bench.authorizations.open(bench.authorized())
  const request = { method: 'POST', url: bench.server.url }
  const { signal } = new AbortController()
  const sent = await authorization.headers(request, signal)
  bench.person.does = 'wait'
  const challenge = 'Bearer error="insufficient_scope", scope="files:write"'
  const left = new AbortController()
  const asking = authorization
    .refused({ status: 403, challenge, sent, attempt: 0 }, left.signal)
    .catch(() => undefined)
  await expect.poll(() => bench.person.asked.length).toBe(2)
  // It is to be replaced anyway.
  now += 3_590_000
  expect(await authorization.headers(request, signal)).toEqual(sent)
  expect(refreshes(bench)).toEqual([])
  now += 11_000
  expect(await authorization.headers(request, signal)).not.toEqual(sent)
  expect(refreshes(bench)).toHaveLength(1)
  left.abort()
  await asking
})

describe('a keychain', () => {
  it('is looked into once before a sign-in, read once for it, and not again for many calls', async () => {
    const bench = await createBench()
    const { get } = bench.vault
    let reads = 0
    bench.vault.get = (ref) => {
      reads += 1
      return get(ref)
    }
    const connection = await bench.open()
    for (let call = 0; call < 20; call += 1) await bench.echo(connection, 'again')
    expect(reads).toBe(2)
  })

  it('that is locked does not keep a server from starting that wants no sign-in', async () => {
    const bench = await createBench()
    bench.server.options.authorization = { ...bench.issuer, scopesOf: () => [] }
    bench.vault.get = () =>
      Promise.resolve({ kind: 'locked', reason: 'Locked.', remedy: 'Unlock.' })
    expect(await bench.echo(await bench.open(), 'open')).toContain('open')
  })

  it('that is not there keeps nobody from signing in, and is used once it is there', async () => {
    const bench = await createBench()
    const { get } = bench.vault
    bench.vault.get = () =>
      Promise.resolve({ kind: 'unavailable', reason: 'No keychain.', remedy: 'Start one.' })
    const connection = await bench.open()
    expect(await bench.echo(connection, 'in memory')).toContain('in memory')
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'renewed')).toContain('renewed')
    expect(bench.person.asked).toHaveLength(1)
    bench.person.does = 'refuse'
    await expect(bench.open(true)).rejects.toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail: 'sign-in/refused' } },
    })
    expect(bench.person.asked).toHaveLength(2)
    bench.vault.get = get
    expect(await bench.echo(await bench.open(), 'found')).toContain('found')
    expect(bench.person.asked).toHaveLength(2)
  })

  it('that is locked is not taken for one without a sign-in', async () => {
    const bench = await createBench()
    await (await bench.open()).close()
    bench.vault.get = () =>
      Promise.resolve({ kind: 'locked', reason: 'Locked.', remedy: 'Unlock.' })
    await expect(bench.open(true)).rejects.toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail: 'sign-in/locked' } },
    })
    expect(bench.person.asked).toHaveLength(1)
  })
})

describe('leaving', () => {
  /** @threat oauth.lost-response */
  it('waits for the response to a refresh until that is in the vault', async () => {
    const bench = await createBench()
    const connection = await bench.open()
    let respond = (): void => undefined
    const held = new Promise<void>((resolve) => (respond = resolve))
    bench.issuer.behaviour.atRefresh = (stage) => (stage === 'given' ? held : undefined)
    bench.issuer.expireAll()
    const calling = bench.echo(connection, 'x').catch(() => undefined)
    await expect.poll(() => refreshes(bench).length, { timeout: 15_000 }).toBe(1)
    await connection.close()
    const { set } = bench.vault
    bench.vault.set = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await set(...given)
    }
    const closing = bench.authorizations.close()
    respond()
    await closing
    await calling
    const [kept = ''] = bench.vault.secrets.values()
    expect(bench.issuer.secrets().filter((one) => kept.includes(one))).toHaveLength(2)
    expect(bench.issuer.isUnused(/"refresh":"([^"]+)"/.exec(kept)?.[1] ?? '')).toBe(true)
    proves('signin.kept.quit')
  })

  it('does not wait long for an issuer that does not respond', async () => {
    const bench = await createBench()
    const connection = await bench.open()
    let end = (): void => undefined
    const held = new Promise<void>((resolve) => (end = resolve))
    bench.issuer.behaviour.atRefresh = () => held
    bench.issuer.expireAll()
    const calling = bench.echo(connection, 'x').catch(() => undefined)
    await expect.poll(() => refreshes(bench).length, { timeout: 15_000 }).toBe(1)
    const began = performance.now()
    await bench.authorizations.close()
    expect(performance.now() - began).toBeLessThan(4000)
    end()
    await calling
  })
})

describe('a call', () => {
  /**
   * @threat oauth.call-twice
   * @attacker server
   * @tries To have a call run twice by refusing it after it ran.
   * @stoppedBy A call is sent again only after a challenge that states it was not done, and at most twice, plus one
   * more time where only the nonce in its proof was old.
   * @remains A server that runs a call and says that it did not can run it again.
   */
  it('that is refused without a challenge is not sent again', async () => {
    const bench = await createBench()
    const connection = await bench.open()
    const [tool] = (await connection.listTools(NEVER_ABORTED)).filter(({ name }) => name === 'echo')
    if (!tool) throw new Error('There is no echo.')
    bench.server.options.challenge = null
    bench.issuer.expireAll()
    const before = bench.server.responses.length
    const call = { tool, arguments: { text: 'once' }, onProgress: () => undefined }
    await expect(connection.callTool(call, NEVER_ABORTED)).rejects.toMatchObject({
      code: 'call/protocol',
    })
    const sent = bench.server.responses
      .slice(before)
      .filter(({ method }) => method === 'tools/call')
    expect(sent).toHaveLength(1)
  })

  /**
   * @threat oauth.secrets-shown
   * @attacker server
   * @tries To have a token shown, or told to a model, by repeating it in a result.
   * @stoppedBy Every token is hidden in all that comes back, from before it is used.
   */
  it('reports every secret that must be hidden before it is used', async () => {
    const bench = await createBench()
    const connection = await bench.open()
    bench.issuer.expireAll()
    await bench.echo(connection, 'hidden')
    const tokens = bench.vault.written.flatMap((text) => {
      const kept = JSON.parse(text) as { tokens: { access: string; refresh: string } }
      return [kept.tokens.access, kept.tokens.refresh]
    })
    for (const token of tokens) expect(bench.masked).toContain(token)
  })
})
