import { NEVER_ABORTED } from '@gatehouse/base'
import { expect, test } from 'vitest'
import type { Account } from './account.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { checkedResponse, refreshTokens } from './token-requests.ts'

const account = {
  receiver: 'r',
  issuer: 'https://login.example',
  resource: 'https://files.example/mcp',
  tokenEndpoint: 'https://login.example/token',
  asked: ['read', 'write'],
  client: { id: 'c', method: 'none', how: 'registered' },
  tokens: { access: 'old', refresh: 'old-refresh', obtainedAt: 0, scopes: ['read'] },
} satisfies Account

/** Refreshes at an endpoint that responds as `answer` says; with all forms that it got. */
async function refresh(answer: (form: URLSearchParams) => [number, object]) {
  const forms: URLSearchParams[] = []
  const http = {
    fetch(_url: string, init: RequestInit) {
      const form = new URLSearchParams(init.body as URLSearchParams)
      forms.push(form)
      const [status, body] = answer(form)
      const headers = { 'content-type': 'application/json' }
      return Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
    },
  } as unknown as AuthorizationClient
  const asking = { http, now: () => 5, signal: NEVER_ABORTED }
  const outcome = await refreshTokens(account, asking).catch((error: unknown) => error)
  return { forms, outcome }
}

test.each([
  [
    'every optional member null',
    {
      token_type: 'Bearer',
      expires_in: null,
      refresh_token: null,
      scope: null,
      id_token: null,
      error: null,
    },
  ],
  ['no type of token', {}],
  ['a life as text', { token_type: 'Bearer', expires_in: '3600' }],
  ['scopes as a list', { token_type: 'bearer', scope: ['read'] }],
])('a response with %s gives tokens', async (_what, more) => {
  const { outcome } = await refresh(() => [200, { access_token: 'new', ...more }])
  expect(outcome).toMatchObject({ access: 'new', refresh: 'old-refresh', scopes: ['read'] })
})

test('a life that is sent as text is one', async () => {
  const { outcome } = await refresh(() => [200, { access_token: 'new', expires_in: '3600' }])
  expect(outcome).toMatchObject({ expiresAt: 3_600_005 })
})

test('an unusable response names the field', async () => {
  const { outcome } = await refresh(() => [200, { token_type: 'Bearer', access_token: 5 }])
  expect(outcome).toMatchObject({ message: expect.stringContaining('the field access_token') })
})

test('a refresh asks for what was granted, and once for nothing where that is refused', async () => {
  const { forms, outcome } = await refresh((form) =>
    form.has('scope')
      ? [400, { error: 'invalid_scope' }]
      : [200, { access_token: 'new', token_type: 'Bearer' }],
  )
  expect(forms.map((form) => form.get('scope'))).toEqual(['read', null])
  expect(outcome).toMatchObject({ access: 'new' })
})

test('a refusal keeps the words of the service, apart from the message', async () => {
  const said = 'must NOT have additional property resource'
  const { forms, outcome } = await refresh(() => [
    400,
    { error: 'invalid_request', error_description: said },
  ])
  expect(forms).toHaveLength(1)
  expect(outcome).toMatchObject({ data: { error: 'invalid_request', said } })
  expect((outcome as Error).message).not.toContain(said)
})

function check(issuer: string, iss: string): URLSearchParams {
  const server = { issuer, authorization_response_iss_parameter_supported: true }
  const response = new URLSearchParams({ code: 'c', state: 's', iss })
  return checkedResponse({ server, client: account.client, response, state: 's' })
}

test.each([
  ['https://login.example', 'https://other.example'],
  // Compared as a text.
  ['https://login.example', 'https://login.example/'],
  ['https://login.example/', 'https://login.example'],
])('of %s a response that names %s is not used', (issuer, iss) => {
  expect(() => check(issuer, iss)).toThrow('did not come from')
  expect(check(issuer, issuer).get('code')).toBe('c')
})
