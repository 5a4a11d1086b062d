import { NEVER_ABORTED } from '@gatehouse/base'
import { visitPage } from '@gatehouse/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)

const signInNeeded = { code: 'connection/failed', data: { failure: { code: 'sign-in-needed' } } }

describe('a server behind a sign-in', () => {
  it.each(['legacy', 'modern'] as const)('is used after one sign-in (%s)', async (era) => {
    const bench = await createBench({ era })
    const connection = await bench.open()
    expect(await bench.echo(connection, 'hello')).toContain('hello')
    expect(bench.person.asked).toHaveLength(1)
    expect(bench.person.visited[0]?.text).toContain('You can go back to Gatehouse.')
    expect(bench.issuer.requests('/token')).toHaveLength(1)
  })

  it('asks nobody again after a restart', { timeout: 60_000 }, async () => {
    const bench = await createBench()
    for (let run = 0; run < 20; run += 1) {
      const connection = await bench.open(true)
      await bench.echo(connection, 'hello')
      await connection.close()
    }
    expect(bench.person.asked).toHaveLength(1)
    expect(bench.issuer.requests('/register')).toHaveLength(1)
  })

  it('names the resource in every request to the authorization server', async () => {
    const bench = await createBench()
    await bench.echo(await bench.open(), 'hello')
    bench.issuer.expireAll()
    await bench.echo(await bench.open(), 'hello')
    const asked = [...bench.issuer.requests('/authorize'), ...bench.issuer.requests('/token')]
    expect(asked).toHaveLength(3)
    for (const { parameters } of asked) expect(parameters['resource']).toBe(bench.server.url)
  })

  it('waits for a slow person beyond the time limit of a start', async () => {
    const bench = await createBench({ startTimeoutMs: 2000 })
    bench.person.does = 'wait'
    const opening = bench.open()
    await expect.poll(() => bench.person.asked.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 2300))
    await visitPage(bench.person.asked[0]?.url ?? '')
    expect(await bench.echo(await opening, 'late')).toContain('late')
  })

  /** @threat oauth.endless-questions */
  it('is not asked again behind the back of a person who refused', async () => {
    const bench = await createBench()
    bench.person.does = 'refuse'
    await expect(bench.open()).rejects.toMatchObject(signInNeeded)
    expect(bench.person.asked).toHaveLength(1)
    expect(bench.issuer.requests('/token')).toHaveLength(0)
    bench.person.does = 'agree'
    expect(await bench.echo(await bench.open(), 'yes')).toContain('yes')
  })

  it('ends with words when nobody answers in time', async () => {
    const bench = await createBench({ oauth: { browserTimeoutMs: 200 } })
    bench.person.does = 'wait'
    await expect(bench.open()).rejects.toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail: 'sign-in/timed-out' } },
    })
    expect(bench.person.ended).toEqual(['expired'])
    const [page] = bench.person.asked
    expect(Math.abs((page?.expiresAt ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('frees the port of the listener when it is over', async () => {
    const bench = await createBench()
    await bench.open()
    const { redirectUri } = bench.person.asked[0] ?? { redirectUri: '' }
    await expect(visitPage(redirectUri)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('goes on with the call that needs more access, once the person agreed', async () => {
    const bench = await createBench({ server: { toolScopes: { echo: 'write' } } })
    const connection = await bench.open()
    expect(await bench.echo(connection, 'more')).toContain('more')
    expect(bench.person.asked.map(({ isMore, scopes }) => ({ isMore, scopes }))).toEqual([
      { isMore: false, scopes: [] },
      { isMore: true, scopes: ['write'] },
    ])
    expect(bench.behind.events.filter(({ type }) => type === 'tool-called')).toHaveLength(1)
  })

  it('fails the call that needs more access in words when the person refuses, and keeps what they gave before', async () => {
    const bench = await createBench({ server: { toolScopes: { add: 'numbers:add' } } })
    const connection = await bench.open()
    const tool = (await connection.listTools(NEVER_ABORTED)).find(({ name }) => name === 'add')
    if (!tool) throw new Error('There is no add.')
    bench.person.does = 'refuse'
    const call = { tool, arguments: { a: 1, b: 2 }, onProgress: () => undefined }
    for (let round = 0; round < 2; round += 1)
      await expect(connection.callTool(call, NEVER_ABORTED)).rejects.toThrow(
        '"add" did not run. You did not sign in',
      )
    expect(bench.person.asked.map(({ isMore }) => isMore)).toEqual([false, true])
    expect(await bench.echo(connection, 'as before')).toContain('as before')
    expect(bench.behind.events.filter(({ type }) => type === 'tool-called')).toHaveLength(1)
  })

  /** @threat oauth.endless-questions */
  it('does not ask for ever for access that it never gives', async () => {
    const bench = await createBench({
      server: { toolScopes: { echo: 'write' } },
      behaviour: { scopesGiven: 'read' },
    })
    const connection = await bench.open()
    for (let call = 0; call < 3; call += 1)
      await expect(bench.echo(connection, 'more')).rejects.toMatchObject({ code: 'call/protocol' })
    expect(bench.person.asked.length).toBeLessThanOrEqual(3)
    expect(bench.behind.events).toEqual([])
  })
})

describe('what an authorization server may do', () => {
  /**
   * @threat oauth.mix-up
   * @attacker server
   * @tries To get the code of another authorization server, by responding in its place or naming it in its own
   * metadata.
   * @stoppedBy Each sign-in has a port and a state of its own; the issuer in the response and in the metadata must be
   * the one that was asked.
   */
  it.each([
    ['deny', 'sign-in/denied'],
    ['wrong-iss', 'sign-in/unsafe'],
    ['no-iss', 'sign-in/unsafe'],
    ['wrong-state', 'sign-in/timed-out'],
  ] as const)('a response with %s signs nobody in', async (consent, detail) => {
    const bench = await createBench({
      behaviour: { consent },
      // Only an answer that is refused lets the wait go on to its end.
      oauth: { browserTimeoutMs: consent === 'wrong-state' ? 500 : 15_000 },
    })
    await expect(bench.open()).rejects.toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail } },
    })
    expect(bench.issuer.requests('/token')).toHaveLength(0)
    expect(bench.vault.secrets.size).toBe(0)
  })

  /** @threat oauth.forged-response */
  it('a wrong response does not end the wait for the right one', async () => {
    const bench = await createBench({ behaviour: { consent: 'never' } })
    bench.person.does = 'wait'
    const opening = bench.open()
    await expect.poll(() => bench.person.asked.length).toBe(1)
    const { redirectUri, url } = bench.person.asked[0] ?? { redirectUri: '', url: '' }
    const forged = await visitPage(`${redirectUri}?code=x&state=guessed`)
    expect(forged.status).toBe(400)
    bench.issuer.behaviour.consent = 'grant'
    await visitPage(url)
    await opening
  })

  /**
   * @threat oauth.page-address
   * @attacker server
   * @tries To have a script, a file or a page without TLS opened as its sign-in page.
   * @stoppedBy The address is checked before the person is asked, and again by the one way out to the browser.
   */
  it.each([
    ['javascript:alert(1)', 'a script'],
    ['file:///etc/passwd', 'a file'],
    ['http://example.com/authorize', 'a page without TLS'],
    ['https://user:word@example.com/authorize', 'a page with a password'],
    ['http://169.254.169.254/authorize', 'the metadata of a cloud'],
  ])('a sign-in page that is %s is never opened (%s)', async (authorization_endpoint) => {
    const bench = await createBench({
      behaviour: { metadata: { authorization_endpoint } },
    })
    await expect(bench.open()).rejects.toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail: 'sign-in/unsafe' } },
    })
    expect(bench.person.asked).toEqual([])
  })

  /**
   * @threat oauth.endless-responses
   * @attacker server
   * @tries To hold main with metadata without end, or redirects that lead on for ever.
   * @stoppedBy A document has 256 KB, 15 seconds and three redirects.
   * @threat oauth.mix-up
   */
  it.each([
    ['metadata of 10 MB', { metadataFault: 'huge' }, 'sign-in/unsafe'],
    ['metadata that leads on for ever', { metadataFault: 'redirect-loop' }, 'sign-in/unsafe'],
    ['no metadata', { metadataFault: 'missing' }, 'sign-in/unsupported'],
    [
      'the metadata of another issuer',
      { metadata: { issuer: 'https://elsewhere.example' } },
      'sign-in/unsafe',
    ],
    [
      'no PKCE',
      { metadata: { code_challenge_methods_supported: undefined } },
      'sign-in/unsupported',
    ],
    ['no registration', { metadata: { registration_endpoint: undefined } }, 'sign-in/unsupported'],
  ] as const)('%s begins no sign-in', async (_name, behaviour, detail) => {
    const bench = await createBench({ behaviour })
    await expect(bench.open()).rejects.toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail } },
    })
    expect(bench.person.asked).toEqual([])
  })

  /** @threat oauth.token-elsewhere */
  it('a resource that is another server begins no sign-in', async () => {
    const bench = await createBench({
      server: { metadata: { resource: 'https://elsewhere.example/mcp' } },
    })
    await expect(bench.open()).rejects.toMatchObject({
      data: { failure: { detail: 'sign-in/unsafe' } },
    })
    expect(bench.issuer.requests('/')).toEqual([])
  })

  /** @threat oauth.token-elsewhere */
  it('a resource that is wider than the server is said on the card', async () => {
    for (const isWider of [true, false]) {
      const metadata: { resource?: string } = {}
      const bench = await createBench({ server: { metadata } })
      const { origin } = new URL(bench.server.url)
      if (isWider) metadata.resource = origin
      await bench.open()
      expect(bench.person.asked.map(({ widerResource }) => widerResource)).toEqual([
        isWider ? origin : undefined,
      ])
    }
  })

  it('a server that wants a key and has no sign-in asks nobody', async () => {
    const bench = await createBench({
      server: { challenge: null, metadata: { authorization_servers: [] } },
    })
    await expect(bench.open()).rejects.toMatchObject({
      data: { failure: { code: 'sign-in-needed', detail: 'sign-in/unsupported' } },
    })
    expect(bench.person.asked).toEqual([])
  })

  /**
   * @threat oauth.token-elsewhere
   * @attacker server
   * @tries To get a token that is for another server, by its address or by naming its resource.
   * @stoppedBy What is kept is bound to the receiver and the issuer; the resource of the metadata must cover the
   * address of the server.
   * @remains The resource may be wider than the server, up to its origin, as many servers name it: the card says so.
   * Parties that share an origin and its authorization server share such a token.
   */
  it('a token is given to nobody but the server that it is for', async () => {
    const bench = await createBench()
    await bench.echo(await bench.open(), 'hello')
    const other = await createBench()
    other.vault.secrets.set('server/guarded/sign-in', [...bench.vault.secrets.values()][0] ?? '')
    await other.open()
    expect(other.person.asked).toHaveLength(1)
  })
})
