import { afterEach, describe, expect, it } from 'vitest'
import { connectHttp, modeOf } from './connected-client.ts'
import type { FixtureFeature } from './fixture-options.ts'
import type { FixtureHttpServer } from './http-server.ts'
import { startFixtureHttpServer } from './http-server.ts'

let server: FixtureHttpServer

afterEach(() => server.close())

describe('legacy Streamable HTTP', () => {
  it('holds one session from initialize to DELETE, with a GET stream', async () => {
    server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
    const connected = await connectHttp(server.url, 'legacy')
    await connected.client.listTools()
    await expect.poll(() => server.requests.some(({ method }) => method === 'GET')).toBe(true)
    const id = connected.transport.sessionId
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const [opening, ...rest] = server.requests
    expect(opening?.headers['mcp-session-id']).toBeUndefined()
    expect(opening?.body).toMatchObject({ method: 'initialize' })
    expect(new Set(rest.map(({ headers }) => headers['mcp-session-id']))).toEqual(new Set([id]))

    const ended = await fetch(server.url, {
      method: 'DELETE',
      headers: { 'mcp-session-id': String(id), 'mcp-protocol-version': '2025-11-25' },
    })
    expect(ended.status).toBe(200)
    await expect(connected.client.listTools()).rejects.toMatchObject({ data: { status: 404 } })
    await connected.close()
  })

  it('responds with 404 to a session it has forgotten and opens a new one', async () => {
    server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
    const old = await connectHttp(server.url, 'legacy')
    await server.forgetSessions()
    await expect(old.client.listTools()).rejects.toMatchObject({ data: { status: 404 } })
    const fresh = await connectHttp(server.url, 'legacy')
    expect((await fresh.client.listTools()).tools).toHaveLength(1)
    await Promise.all([old.close(), fresh.close()])
  })

  it('keeps two sessions apart', async () => {
    server = await startFixtureHttpServer({ era: 'legacy' })
    const [one, two] = await Promise.all([
      connectHttp(server.url, 'legacy'),
      connectHttp(server.url, 'legacy'),
    ])
    expect(one.transport.sessionId).not.toBe(two.transport.sessionId)
    const abort = new AbortController()
    const cancelled = one.client.callTool(
      { name: 'slow', arguments: { steps: 500, stepMs: 10 } },
      { signal: abort.signal },
    )
    const finished = two.client.callTool({ name: 'slow', arguments: { steps: 5, stepMs: 10 } })
    abort.abort('stop one')
    await expect(cancelled).rejects.toThrow('stop one')
    expect((await finished).content).toEqual([{ type: 'text', text: 'Finished 5 steps.' }])
    await Promise.all([one.close(), two.close()])
  })

  it('is taken for legacy by a client that may choose', async () => {
    server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
    const connected = await connectHttp(server.url, 'auto')
    expect(connected.client.getProtocolEra()).toBe('legacy')
    await connected.close()
  })
})

describe('modern Streamable HTTP', () => {
  it('has neither sessions nor GET, and names method and tool in headers', async () => {
    server = await startFixtureHttpServer({ era: 'modern', features: ['echo'] })
    const connected = await connectHttp(server.url, 'auto')
    expect(connected.client.getProtocolEra()).toBe('modern')
    await connected.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    expect(server.requests.every(({ method }) => method === 'POST')).toBe(true)
    expect(server.requests.every(({ headers }) => !('mcp-session-id' in headers))).toBe(true)
    const call = server.requests.find(({ headers }) => headers['mcp-method'] === 'tools/call')
    expect(call?.headers['mcp-name']).toBe('echo')
    expect(call?.body).toMatchObject({ method: 'tools/call', params: { name: 'echo' } })
    expect((await fetch(server.url)).status).toBeGreaterThanOrEqual(400)
    await connected.close()
  })

  it('refuses the old handshake', async () => {
    server = await startFixtureHttpServer({ era: 'modern', features: ['echo'] })
    await expect(connectHttp(server.url, 'legacy')).rejects.toThrow(/version/i)
  })

  it('serves both generations at once when dual', async () => {
    server = await startFixtureHttpServer({ era: 'dual', features: ['add'] })
    for (const era of ['legacy', 'modern'] as const) {
      const connected = await connectHttp(server.url, modeOf(era))
      const sum = await connected.client.callTool({ name: 'add', arguments: { a: 1, b: 1 } })
      expect(sum.structuredContent).toEqual({ sum: 2 })
      await connected.close()
    }
  })
})

describe('the endpoint', () => {
  it.each(['legacy', 'modern'] as const)(
    'lets nothing pass without its headers, %s',
    async (era) => {
      const headersRequired = { Authorization: 'Bearer right', 'X-Team': 'blue' }
      server = await startFixtureHttpServer({ era, features: ['echo'], headersRequired })
      const wrong = { Authorization: 'Bearer wrong', 'X-Team': 'blue' }
      const refused = connectHttp(server.url, modeOf(era), wrong)
      await expect(refused).rejects.toThrow(/wrong header|401/i)
      expect(server.requests[0]?.headers['authorization']).toBe('Bearer wrong')
      const connected = await connectHttp(server.url, modeOf(era), headersRequired)
      expect((await connected.client.listTools()).tools).toHaveLength(1)
      await connected.close()
    },
  )

  it('records what it refuses and frees its port when closed', async () => {
    server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
    const elsewhere = server.url.replace('/mcp', '/elsewhere')
    const response = await fetch(elsewhere, { method: 'POST', body: 'not json' })
    expect(response.status).toBe(404)
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/elsewhere', body: 'not json' },
    ])
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow('fetch failed')
  })

  it('reports an unknown feature at start, not at the first request', async () => {
    server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
    // A caller in plain JavaScript is not held back by the type.
    const features = ['echo', 'nope'] as unknown as FixtureFeature[]
    await expect(startFixtureHttpServer({ era: 'legacy', features })).rejects.toThrow(
      /"nope"; known: echo/,
    )
  })
})
