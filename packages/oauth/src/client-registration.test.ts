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
    new AbortController().signal,
  )
  expect(registered.secretExpiresAt).toBe(expected)
  // What JSON cannot hold would be lost with the sign-in that it belongs to.
  expect(JSON.parse(JSON.stringify(registered))).toEqual(registered)
})
