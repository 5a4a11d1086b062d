import { NEVER_ABORTED } from '@gatehouse/base'
import { expect, test, vi } from 'vitest'
import type { Account } from './account.ts'
import { AccountSession } from './account-session.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { TokenRefresh } from './token-refresh.ts'

const account: Account = {
  receiver: 'r',
  issuer: 'https://login.example',
  resource: 'https://files.example/mcp',
  tokenEndpoint: 'https://login.example/token',
  asked: ['read'],
  client: { id: 'c', method: 'none', how: 'registered' },
  tokens: { access: 'old', refresh: 'old-refresh', obtainedAt: 0, scopes: ['read'] },
}
const signedIn: Account = {
  ...account,
  asked: ['read', 'write'],
  tokens: { access: 'new', refresh: 'new-refresh', obtainedAt: 1, scopes: ['read', 'write'] },
}

/** A renewal whose response is given by hand. */
async function begin() {
  const saved: Account[] = []
  const session = new AccountSession(
    {
      id: 's',
      name: 'files',
      url: account.resource,
      receiver: 'r',
      onSecrets: () => undefined,
    } as unknown as ConstructorParameters<typeof AccountSession>[0],
    {
      store: {
        find: () => Promise.resolve({ account, isOthers: false }),
        save: (_id: string, one: Account) => Promise.resolve(void saved.push(one)),
        remove: () => Promise.resolve(),
      },
      revoke: () => Promise.resolve(),
      drop: () => Promise.resolve(),
      before: Promise.resolve(),
    },
  )
  await session.load()
  const fetch = vi.fn<AuthorizationClient['fetch']>()
  let respond = (_status: number, _body: object): void => undefined
  fetch.mockReturnValue(
    new Promise((resolve) => {
      respond = (status, body) =>
        resolve(
          new Response(JSON.stringify(body), {
            status,
            headers: { 'content-type': 'application/json' },
          }),
        )
    }),
  )
  const http = { fetch } as unknown as AuthorizationClient
  const renewal = new TokenRefresh(session, { http, httpFor: () => http, now: () => 2 })
  const done = renewal.refresh(NEVER_ABORTED)
  await vi.waitUntil(() => fetch.mock.calls.length > 0)
  return { session, saved, done, respond: (status: number, body: object) => respond(status, body) }
}

const fresh = { access_token: 'renewed', token_type: 'Bearer', refresh_token: 'renewed-refresh' }

test('a renewal takes the place of the tokens that it renewed', async () => {
  const { session, saved, done, respond } = await begin()
  respond(200, fresh)
  expect(await done).toBe(true)
  expect(session.account?.tokens).toMatchObject({ access: 'renewed', refresh: 'renewed-refresh' })
  expect(saved).toHaveLength(1)
})

test.each([
  ['succeeds', 200, fresh],
  ['is refused', 400, { error: 'invalid_grant' }],
])('a late renewal that %s leaves what the person signed in for meanwhile', async (...given) => {
  const [, status, body] = given
  const { session, saved, done, respond } = await begin()
  await session.keepSignedIn(signedIn)
  respond(status, body)
  expect(await done).toBe(true)
  expect(session.account).toEqual(signedIn)
  expect(saved).toEqual([signedIn])
})
