import { NEVER_ABORTED } from '@gatehouse/base'
import type { OutboundHttp, OutboundResponse } from '@gatehouse/host/ports'
import { expect, test } from 'vitest'
import { addressPolicyFor } from './address-policy.ts'
import { discover } from './discovery.ts'
import { isSameIssuer } from './issuer.ts'
import { createAuthorizationClient } from './metadata-client.ts'
import { createTrace } from './trace.ts'

const SERVER = 'https://mcp.example.com/mcp'
const RESOURCE = 'https://mcp.example.com/.well-known/oauth-protected-resource'
const ISSUER = 'https://login.example.com/tenant'
const OAUTH = 'https://login.example.com/.well-known/oauth-authorization-server/tenant'
const OPENID = 'https://login.example.com/tenant/.well-known/openid-configuration'

type Responses = Record<string, Partial<OutboundResponse>>
const json = (value: object) => ({ status: 200, body: JSON.stringify(value) })
const resource = { resource: SERVER, authorization_servers: [ISSUER] }
const metadata = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  code_challenge_methods_supported: ['S256'],
}

function look(responses: Responses) {
  const http: OutboundHttp = {
    send: (request) =>
      Promise.resolve({ status: 404, headers: {}, body: '', ...responses[request.url] }),
  }
  const client = createAuthorizationClient({ http, addressPolicy: addressPolicyFor(SERVER) })
  const options = { client, trace: createTrace(Date.now), signal: NEVER_ABORTED }
  return discover(SERVER, { resourceMetadata: undefined, known: undefined }, options)
}

const failures: [string, Partial<OutboundResponse>][] = [
  ['HTTP 500', { status: 500, body: '{}' }],
  ['HTTP 502 with HTML', { status: 502, body: '<html>' }],
  ['HTTP 401', { status: 401, body: '<html>' }],
  ['HTTP 429', { status: 429 }],
  ['a page', { status: 200, body: '<html>app' }],
  ['an error with status 200', json({ error: 'Not found' })],
  ['an empty document', json({})],
]

test.each(failures)('a place of the server that gives %s is passed over', async (_what, failed) => {
  const found = await look({
    [`${RESOURCE}/mcp`]: failed,
    [RESOURCE]: json(resource),
    [OAUTH]: json(metadata),
  })
  expect(found).toMatchObject({ resource: SERVER, server: { issuer: ISSUER } })
})

test.each(failures)('a place of the issuer that gives %s is passed over', async (_what, failed) => {
  const found = await look({
    [RESOURCE]: json(resource),
    [OAUTH]: failed,
    [OPENID]: json(metadata),
  })
  expect(found.server.issuer).toBe(ISSUER)
})

test('a server that may have named another issuer is not taken for its own one', async () => {
  await expect(look({ [RESOURCE]: { status: 503 } })).rejects.toMatchObject({
    code: 'sign-in/unreachable',
  })
})

test('metadata of another issuer is passed over for those of the right one', async () => {
  const other = json({ ...metadata, issuer: 'https://login.example.com' })
  const found = await look({ [RESOURCE]: json(resource), [OAUTH]: other, [OPENID]: json(metadata) })
  expect(found.server.issuer).toBe(ISSUER)
})

test.each([
  ['another issuer', { ...metadata, issuer: `${ISSUER}/proxy` }, `${ISSUER}/proxy`],
  ['no issuer', { ...metadata, issuer: undefined }, null],
])('%s alone begins no sign-in, and says what was expected and what came', async (...given) => {
  const [, document, found] = given
  await expect(look({ [RESOURCE]: json(resource), [OAUTH]: json(document) })).rejects.toMatchObject(
    {
      code: 'sign-in/unsafe',
      data: { field: 'issuer', expected: ISSUER, found },
    },
  )
})

test('another resource begins no sign-in, and says what was expected and what came', async () => {
  const other = { ...resource, resource: 'https://other.example/mcp' }
  await expect(look({ [RESOURCE]: json(other) })).rejects.toMatchObject({
    data: { field: 'resource', expected: SERVER, found: 'https://other.example/mcp' },
  })
})

test('a member that is null is absent', async () => {
  const nothing = { scopes_supported: null, jwks_uri: null }
  const found = await look({
    [RESOURCE]: json({ ...resource, ...nothing, dpop_signing_alg_values_supported: null }),
    [OAUTH]: json({
      ...metadata,
      ...nothing,
      registration_endpoint: null,
      revocation_endpoint: null,
    }),
  })
  expect(found).toMatchObject({ scopes: [], bound: 'undeclared' })
  expect(found.server).toEqual(metadata)
})

test.each([
  ['https://a.example', 'https://a.example/', true],
  ['https://a.example/t/', 'https://a.example/t', true],
  ['https://a.example/t//', 'https://a.example/t', false],
  ['https://a.example/t', 'https://a.example/T', false],
  ['https://a.example', 'https://b.example', false],
  ['nothing', 'nothing/', false],
])('%s and %s are one issuer: %s', (one, other, isSame) => {
  expect(isSameIssuer(one, other)).toBe(isSame)
})
