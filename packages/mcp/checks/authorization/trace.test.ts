import { proves } from '@gatehouse/testkit/proves'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)

it('a trace lists each request, what it led to, what was chosen and why, and holds no secret', async () => {
  const bench = await createBench({
    server: { metadata: { scopes_supported: ['files:read'] } },
  })
  await bench.open()
  const { trace } = await bench.authorizations.view(bench.authorized())
  const steps = trace.map(({ step, text }) => `${step}: ${text}`)
  const { issuer } = bench.issuer
  const { origin } = new URL(bench.server.url)
  for (const line of [
    `request: GET ${origin}/.well-known/oauth-protected-resource/mcp: HTTP 200`,
    `resource-metadata: ${issuer}/ chosen (1 listed): it is listed first`,
    `request: GET ${issuer}/.well-known/oauth-authorization-server: HTTP 200`,
    'scopes: files:read: named by the resource metadata',
    `request: POST ${issuer}/register: HTTP 201`,
    'client: registered, authenticates with none: none is entered, and there is no document that the issuer reads',
    `request: POST ${issuer}/token: HTTP 200`,
  ])
    expect(steps).toContain(line)
  const text = steps.join('\n')
  for (const secret of bench.issuer.secrets()) expect(text).not.toContain(secret)
  const state = new URL(bench.person.asked[0]?.url ?? '').searchParams.get('state') ?? 'none'
  expect(text).not.toContain(state)
  proves('signin.page.responses')
})

it('a trace shows which request had no response, and which was refused', async () => {
  const bench = await createBench({ behaviour: { metadataFault: 'missing' } })
  await expect(bench.open()).rejects.toMatchObject({ code: 'connection/failed' })
  const refused = await bench.authorizations.view(bench.authorized())
  expect(refused.trace.map(({ text }) => text)).toContain(
    `GET ${bench.issuer.issuer}/.well-known/openid-configuration: HTTP 404`,
  )
  await bench.issuer.close()
  await expect(bench.open()).rejects.toMatchObject({ code: 'connection/failed' })
  const gone = await bench.authorizations.view(bench.authorized())
  expect(gone.trace.map(({ text }) => text)).toContain(
    `GET ${bench.issuer.issuer}/.well-known/oauth-authorization-server: no response (http/failed)`,
  )
})
