import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)
const failure = (detail: string) => ({
  data: { failure: { code: 'sign-in-needed', detail } },
})

interface RedirectResponse {
  status: number
  location: string
}

/** Responds to each request with a redirect; `seen`: everything it heard. */
async function startRedirecting(to: (request: URL) => RedirectResponse) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${body}`)
      const { status, location } = to(new URL(request.url ?? '/', 'http://hostile'))
      response.writeHead(status, { location }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

describe('an endpoint that sends its requests on to somebody else', () => {
  /**
   * @threat oauth.redirected-secrets
   * @attacker server
   * @tries To get code, verifier, secret or registration of another issuer by having their requests, or the person,
   * sent on.
   * @stoppedBy Requests with something secret follow no redirect; what comes back from the browser must name the issuer
   * that was asked.
   * @remains Where an honest issuer does not name itself in its responses (RFC 9207), one whose page was forwarded is
   * distinguished by the code alone.
   */
  it.each([302, 307, 308])(
    'gets no token for it, and nobody else hears of the code (%i)',
    async (status) => {
      const bench = await createBench()
      const other = await startRedirecting(() => ({ status: 404, location: '/' }))
      const between = await startRedirecting(() => ({ status, location: `${other.origin}/token` }))
      bench.issuer.behaviour.metadata = { token_endpoint: `${between.origin}/token` }
      await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
      expect(between.seen).toHaveLength(1)
      expect(other.seen).toEqual([])
      expect(bench.vault.secrets.size).toBe(0)
    },
  )

  /** @threat oauth.redirected-secrets */
  it('registers nobody', async () => {
    const bench = await createBench()
    const other = await startRedirecting(() => ({ status: 404, location: '/' }))
    const between = await startRedirecting(() => ({ status: 307, location: other.origin }))
    bench.issuer.behaviour.metadata = { registration_endpoint: `${between.origin}/register` }
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/rejected'))
    expect(other.seen).toEqual([])
    expect(bench.person.asked).toEqual([])
  })
})

describe('a sign-in page that sends the browser on to somebody else', () => {
  /** @threat oauth.redirected-secrets */
  it('signs nobody in with the response of that one', async () => {
    const bench = await createBench()
    const hostile = await startRedirecting((request) => {
      const back = new URL(request.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('state', request.searchParams.get('state') ?? '')
      back.searchParams.set('code', 'code-of-somebody-else')
      back.searchParams.set('iss', `http://${request.host}`)
      return { status: 302, location: back.href }
    })
    const page = await startRedirecting(({ search }) => ({
      status: 302,
      location: `${hostile.origin}/${search}`,
    }))
    bench.issuer.behaviour.metadata = { authorization_endpoint: `${page.origin}/authorize` }
    await expect(bench.open()).rejects.toMatchObject(failure('sign-in/unsafe'))
    expect(hostile.seen).toHaveLength(1)
    // What it heard is of no use: there is neither a code nor the verifier in it.
    const secrets = bench.issuer.secrets()
    for (const secret of secrets) expect(hostile.seen.join()).not.toContain(secret)
    expect(bench.issuer.requests('/token')).toEqual([])
  })
})

/** @threat oauth.redirected-secrets */
it('a code that was exchanged before signs nobody in', async () => {
  const bench = await createBench({ behaviour: { refreshTokens: 'none' } })
  const connection = await bench.open()
  bench.issuer.behaviour.consent = 'used-code'
  bench.issuer.expireAll()
  await expect(bench.echo(connection, 'again')).rejects.toMatchObject({ code: 'sign-in/rejected' })
  const codes = bench.issuer.requests('/token').map(({ parameters }) => parameters['code'])
  expect(codes).toHaveLength(2)
  expect(new Set(codes).size).toBe(1)
  const { trace } = await bench.authorizations.view(bench.authorized())
  expect(trace.at(-1)?.text).toContain('invalid_grant')
})
