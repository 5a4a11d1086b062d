import { expect, test } from 'vitest'
import type { Account } from './account.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { ServerAuthorization } from './server-authorization.ts'
import { signInError } from './sign-in-error.ts'

const LIFE_MS = 3_600_000
const account: Account = {
  receiver: 'r',
  issuer: 'https://login.example',
  resource: 'https://files.example/mcp',
  tokenEndpoint: 'https://login.example/token',
  asked: [],
  client: { id: 'c', method: 'none', how: 'registered' },
  tokens: { access: 'old', refresh: 'kept', obtainedAt: 0, expiresAt: LIFE_MS, scopes: [] },
}

/** A server that is signed in to, whose token endpoint responds when the test says so. */
function begin() {
  let now = LIFE_MS - 30_000
  const ends: ((error: Error) => void)[] = []
  const http = {
    fetch: () => new Promise((_resolve, reject) => void ends.push(reject)),
  } as unknown as AuthorizationClient
  type Parameters = ConstructorParameters<typeof ServerAuthorization>
  const server = { id: 's', name: 'files', url: account.resource, onSecrets: () => undefined }
  const deps = {
    http,
    httpFor: () => http,
    now: () => now,
    before: Promise.resolve(),
    store: { find: () => Promise.resolve({ account, isOthers: false }) },
  }
  const authorization = new ServerAuthorization(
    server as unknown as Parameters[0],
    deps as unknown as Parameters[1],
  )
  const request = { method: 'POST', url: account.resource }
  const { signal } = new AbortController()
  return {
    authorization,
    headers: () => authorization.headers(request, signal),
    asked: () => ends.length,
    fail: () => ends.at(-1)?.(signInError('unreachable', 'It did not respond.')),
    advance: (ms: number) => void (now += ms),
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a token endpoint that hangs delays no request whose token is still valid', async () => {
  const { authorization, headers, asked, fail, advance } = begin()
  expect(await headers()).toEqual({ authorization: 'Bearer old' })
  expect(await headers()).toEqual({ authorization: 'Bearer old' })
  await settle()
  expect(asked()).toBe(1)
  expect(authorization.hasFailedToRefresh).toBe(false)
  fail()
  await settle()
  expect(authorization.hasFailedToRefresh).toBe(true)
  advance(5000)
  await headers()
  await settle()
  // It is left alone for a while.
  expect(asked()).toBe(1)
  advance(15_000)
  await headers()
  await settle()
  expect(asked()).toBe(2)
})
