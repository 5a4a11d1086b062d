import { NEVER_ABORTED } from '@gatehouse/base'
import { startFixtureHttpServer } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestBench, type TestBench } from '../../../checks/testing/recorded-connection.ts'

const TOKEN = 'Bearer a-token-that-nobody-may-see'
let bench: TestBench
const closers: (() => Promise<void>)[] = []

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

describe.each(['legacy', 'modern'] as const)('frames over HTTP, %s', (era) => {
  it('say how a message went, and no more than anybody may see', async () => {
    const server = await startFixtureHttpServer({
      era,
      features: ['echo'],
      headersRequired: { authorization: TOKEN },
    })
    closers.push(() => server.close())
    const { connection, recording } = await bench.open({
      kind: 'http',
      url: `${server.url}?key=in-the-query`,
      headers: { authorization: TOKEN },
    })
    await connection.listTools(NEVER_ABORTED)
    const of = (kind: string) =>
      recording.frames.findLast((frame) => frame.kind === kind && frame.method === 'tools/list')
    const { host, pathname } = new URL(server.url)
    expect(of('request')?.http).toEqual({ method: 'POST', url: `${host}${pathname}` })
    expect(of('response')?.http).toMatchObject({
      method: 'POST',
      url: `${host}${pathname}`,
      status: 200,
      contentType: expect.stringMatching(/json|event-stream/),
    })
    const session = server.requests.map(({ headers }) => headers['mcp-session-id']).find(Boolean)
    const seen = JSON.stringify(recording.frames)
    expect(seen).not.toContain('nobody-may-see')
    expect(seen).not.toContain('in-the-query')
    expect(seen).not.toContain(String(session ?? 'no session'))
    expect(/"session":"[0-9a-f]{8}"/.test(seen)).toBe(era === 'legacy')
  })
})

it('a refusal by a status leaves its request without a response in the traffic', async () => {
  const server = await startFixtureHttpServer({
    era: 'legacy',
    features: ['echo'],
    headersRequired: { authorization: TOKEN },
  })
  closers.push(() => server.close())
  const { recording } = await bench.openFailing({ kind: 'http', url: server.url, headers: {} })
  expect(recording.frames.find(({ kind }) => kind === 'error')).toMatchObject({
    direction: 'in',
    http: { status: 401 },
  })
})
