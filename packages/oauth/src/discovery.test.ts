import type { OutboundHttp, OutboundResponse } from '@gatehouse/host/ports'
import { expect, test } from 'vitest'
import { discover } from './discovery.ts'
import { createAuthorizationClient } from './metadata-client.ts'
import { addressPolicyFor } from './address-policy.ts'
import { createTrace } from './trace.ts'

const SERVER = 'https://mcp.example.com/mcp'
const ISSUER = 'https://login.example.com'
const RESOURCE = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'
const METADATA = `${ISSUER}/.well-known/oauth-authorization-server`

const PRIVATE = [
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.169.254/latest/meta-data',
  'https://10.1.2.3/',
  'https://192.168.1.1/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://127.0.0.1:8443/',
  'https://localhost/',
  'file:///etc/passwd',
]

type Responses = Record<string, Partial<OutboundResponse>>

/** Looks for the authorization server of a server that is elsewhere; `asked` are all addresses that heard of it. */
function look(responses: Responses, resourceMetadata?: string) {
  const asked: string[] = []
  const http: OutboundHttp = {
    send(request) {
      asked.push(request.url)
      return Promise.resolve({ status: 404, headers: {}, body: '', ...responses[request.url] })
    },
  }
  const client = createAuthorizationClient({ http, addressPolicy: addressPolicyFor(SERVER) })
  const { signal } = new AbortController()
  const trace = createTrace(Date.now)
  const found = discover(SERVER, { resourceMetadata, known: undefined }, { client, trace, signal })
  return { asked, found }
}

const json = (value: object) => ({ status: 200, body: JSON.stringify(value) })
const redirect = (location: string) => ({ status: 302, headers: { location } })
const resource = json({ resource: SERVER, authorization_servers: [ISSUER] })
const metadata = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  code_challenge_methods_supported: ['S256'],
}
const unsafe = { code: 'sign-in/unsafe' }

test('the authorization server that a server names is found', async () => {
  const { found } = look({ [RESOURCE]: resource, [METADATA]: json(metadata) })
  expect((await found).server.issuer).toBe(ISSUER)
})

test.each([
  [SERVER, false],
  [`${SERVER}/`, false],
  ['https://mcp.example.com', true],
  ['https://mcp.example.com/', true],
])('a resource %s is wider than the server: %s', async (named, isWider) => {
  const document = json({ resource: named, authorization_servers: [ISSUER] })
  const { found } = look({ [RESOURCE]: document, [METADATA]: json(metadata) })
  expect(await found).toMatchObject({ resource: named, isWider })
})

/** @threat oauth.private-metadata */
test.each(PRIVATE)('a challenge that names metadata at %s is not followed', async (address) => {
  const { asked, found } = look({}, address)
  await expect(found).rejects.toMatchObject(unsafe)
  expect(asked).toEqual([])
})

/** @threat oauth.private-metadata */
test.each(PRIVATE)(
  'a server whose metadata names %s as who signs in is not followed',
  async (address) => {
    const response = json({ resource: SERVER, authorization_servers: [address] })
    const { asked, found } = look({ [RESOURCE]: response })
    await expect(found).rejects.toMatchObject(unsafe)
    expect(asked).toEqual([RESOURCE])
  },
)

/** @threat oauth.private-metadata */
test.each(PRIVATE)('metadata that leads on to %s is not followed', async (address) => {
  const { asked, found } = look({ [RESOURCE]: resource, [METADATA]: redirect(address) })
  await expect(found).rejects.toMatchObject(unsafe)
  expect(asked).toEqual([RESOURCE, METADATA])
})

/** @threat oauth.private-metadata */
test.each(
  ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'].flatMap((name) =>
    PRIVATE.map((address) => [name, address] as const),
  ),
)('an %s at %s begins no sign-in', async (name, address) => {
  const response = json({ ...metadata, [name]: address })
  const { found } = look({ [RESOURCE]: resource, [METADATA]: response })
  await expect(found).rejects.toMatchObject(unsafe)
})
