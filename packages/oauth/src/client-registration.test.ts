import { NEVER_ABORTED } from '@gatehouse/base'
import type { OutboundHttp } from '@gatehouse/host/ports'
import { expect, test } from 'vitest'
import { addressPolicyFor } from './address-policy.ts'
import { registerClient } from './client-registration.ts'
import { createAuthorizationClient } from './metadata-client.ts'

const ISSUER = 'https://login.example.com'

test.each([
  ['1800000000', 1_800_000_000_000],
  ['0', undefined],
  ['-5', undefined],
  ['1e306', 8.64e15],
])('a secret that ends at %s is kept with a date, or without one', async (ends, expected) => {
  const http: OutboundHttp = {
    send: () =>
      Promise.resolve({
        status: 201,
        headers: {},
        body: `{"client_id":"me","client_secret":"s3cret","client_secret_expires_at":${ends}}`,
      }),
  }
  const server = { issuer: ISSUER, registration_endpoint: `${ISSUER}/register` }
  const client = createAuthorizationClient({ http, addressPolicy: addressPolicyFor(ISSUER) })
  const registered = await registerClient(
    { server, redirectUri: 'http://127.0.0.1:1/', clientName: 'Gatehouse', scopes: [] },
    client,
    NEVER_ABORTED,
  )
  expect(registered.secretExpiresAt).toBe(expected)
  // What JSON cannot hold would be lost with the sign-in that it belongs to.
  expect(JSON.parse(JSON.stringify(registered))).toEqual(registered)
})

const redirectUri = 'http://127.0.0.1:1/'
type Sent = Record<string, unknown>

/** Registers at a server that refuses as `refuse` says. */
async function register(refuse: (body: Sent) => [number, object | string] | undefined) {
  const sent: Sent[] = []
  const http: OutboundHttp = {
    send({ body = '' }) {
      const asked = JSON.parse(body) as Sent
      sent.push(asked)
      const [status, response] = refuse(asked) ?? [201, { client_id: 'me', client_secret: null }]
      const text = typeof response === 'string' ? response : JSON.stringify(response)
      return Promise.resolve({ status, headers: {}, body: text })
    },
  }
  const server = { issuer: ISSUER, registration_endpoint: `${ISSUER}/register` }
  const client = createAuthorizationClient({ http, addressPolicy: addressPolicyFor(ISSUER) })
  const request = { server, redirectUri, clientName: 'Gatehouse', scopes: ['read'] }
  const outcome = await registerClient(request, client, NEVER_ABORTED).catch(
    (error: unknown) => error,
  )
  return { sent, outcome }
}

test.each([
  [400, { error: 'invalid_client_metadata', error_description: 'unknown application_type' }],
  [422, { detail: 'Extra inputs are not permitted' }],
])(
  'a registration refused with %s is tried once more with the fewest members',
  async (...given) => {
    const { sent, outcome } = await register((body) =>
      'application_type' in body ? given : undefined,
    )
    expect(outcome).toMatchObject({ id: 'me', redirectUri })
    expect(sent).toHaveLength(2)
    expect(Object.keys(sent[1] ?? {})).toEqual([
      'client_name',
      'redirect_uris',
      'token_endpoint_auth_method',
    ])
  },
)

test('an address that is refused is not tried again, and the service is quoted, bounded', async () => {
  const words = `Redirect URI must use HTTPS <b>now</b>\n${'x'.repeat(5000)}`
  const refusal = { error: 'invalid_redirect_uri', error_description: words }
  const { sent, outcome } = await register(() => [400, refusal])
  expect(sent).toHaveLength(1)
  expect(outcome).toMatchObject({ code: 'sign-in/rejected' })
  const { data } = outcome as { data: { said: string; address: string } }
  // Where the browser was to return: the person can choose another way.
  expect(data.address).toBe(redirectUri)
  expect(data.said).toMatch(/^Redirect URI must use HTTPS now x{200,}$/)
  expect(data.said).toHaveLength(300)
})
