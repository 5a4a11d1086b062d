import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)

const SECRET = 'the-secret-of-the-client'
const withSecret = (change: Partial<BenchOptions['behaviour']> = {}): BenchOptions => ({
  behaviour: {
    clients: { machine: { secret: SECRET } },
    metadata: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
    ...change,
  },
  client: (issuer) => ({
    issuer,
    id: 'machine',
    credential: { kind: 'secret', secret: SECRET },
    scopes: [],
    grant: 'client-credentials',
  }),
})

describe('a client that gets its tokens by itself', () => {
  /**
   * @threat oauth.endless-tokens
   * @attacker server
   * @tries To have tokens fetched without end, or for access that was not intended, where a client gets them by itself.
   * @stoppedBy After a token that was not taken no other one is fetched for ten minutes, and after refusals 30 in that
   * time are the most. Access that the person entered is all that is asked for.
   * @remains Where no access was entered the server chooses what is asked for, and the consent window states it; the
   * issuer decides what the client gets, for that server alone (RFC 8707).
   */
  it('gets no other token for a while from a server that takes none of them, however often it is called', async () => {
    let now = Date.now()
    const bench = await createBench({ ...withSecret(), oauth: { now: () => now } })
    const connection = await bench.open()
    const { authorization } = bench.server.options
    bench.server.options.authorization = { ...authorization, scopesOf: () => undefined }
    for (let call = 0; call < 5; call += 1)
      await expect(bench.echo(connection, 'x')).rejects.toMatchObject({ code: 'sign-in/rejected' })
    // The one that was taken, and one more.
    expect(bench.issuer.requests('/token')).toHaveLength(2)
    bench.server.options.authorization = authorization
    now += 601_000
    bench.issuer.expireAll()
    expect(await bench.echo(connection, 'later')).toContain('later')
    expect(bench.issuer.requests('/token')).toHaveLength(3)
    proves('signin.direct.often')
  })

  /** @threat oauth.endless-tokens */
  it(
    'gets 30 tokens in ten minutes from a server that refuses each after one request',
    { timeout: 60_000 },
    async () => {
      const bench = await createBench({ ...withSecret({ lifetimeSeconds: 0 }) })
      const connection = await bench.open()
      for (let call = 0; call < 40; call += 1) {
        bench.issuer.expireAll()
        await bench.echo(connection, 'x').catch(() => undefined)
      }
      expect(bench.issuer.requests('/token')).toHaveLength(30)
      expect(bench.person.asked).toEqual([])
      proves('signin.direct.often')
    },
  )
})
