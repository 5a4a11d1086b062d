import { expect, test } from 'vitest'
import type { Account } from './account.ts'
import { AccountSession } from './account-session.ts'

const identity = {
  issuer: 'https://idp.example',
  clientId: 'at-home',
  token: 'said',
  endsAt: 1,
  refresh: 'R1',
}
const first: Account = {
  receiver: 'r',
  issuer: 'https://login.example',
  resource: 'https://files.example/mcp',
  tokenEndpoint: 'https://login.example/token',
  asked: ['read'],
  client: { id: 'c', method: 'none', how: 'given' },
  tokens: { access: 'old', refresh: 'old-refresh', obtainedAt: 0, scopes: ['read'] },
  identity,
}
const tokens = { access: 'renewed', refresh: 'renewed-refresh', obtainedAt: 2, scopes: ['read'] }
const signedIn: Account = {
  ...first,
  tokens: { access: 'new', refresh: 'new-refresh', obtainedAt: 1, scopes: ['read', 'write'] },
}

/** One whose keychain takes as long for each write as the test says. */
async function begin() {
  const saved: Account[] = []
  const revoked: Account[] = []
  let writing: Promise<void> = Promise.resolve()
  const server = { id: 's', name: 'files', url: first.resource, onSecrets: () => undefined }
  const session = new AccountSession(
    server as unknown as ConstructorParameters<typeof AccountSession>[0],
    {
      store: {
        find: () => Promise.resolve({ account: first, isOthers: false }),
        save: (_id, one) => writing.then(() => void saved.push(one)),
        remove: () => Promise.resolve(),
      },
      revoke: (account) => Promise.resolve(void revoked.push(account)),
      drop: () => Promise.resolve(),
      before: Promise.resolve(),
    },
  )
  await session.load()
  return {
    session,
    saved,
    revoked,
    holdWrites() {
      let release = (): void => undefined
      writing = new Promise((resolve) => (release = resolve))
      return () => release()
    },
  }
}

test('an older renewal does not overwrite a sign-in that is still being written', async () => {
  const { session, saved, revoked, holdWrites } = await begin()
  const release = holdWrites()
  const signingIn = session.keepSignedIn(signedIn)
  const renewing = session.replaceTokens(first, { tokens })
  release()
  await signingIn
  expect(await renewing).toBe(false)
  expect(session.account).toEqual(signedIn)
  expect(saved).toEqual([signedIn])
  expect(revoked).toMatchObject([{ issuer: first.issuer, tokens }])
  expect(revoked[0]?.identity).toBeUndefined()
})

test('tokens that are used no more are revoked without a refresh token that came again', async () => {
  const { session, revoked } = await begin()
  await session.keepSignedIn(signedIn)
  const again = { ...tokens, refresh: 'new-refresh' }
  expect(await session.replaceTokens(first, { tokens: again })).toBe(false)
  expect(revoked.map((one) => one.tokens)).toEqual([
    { access: 'renewed', obtainedAt: 2, scopes: ['read'] },
  ])
})

test('a refresh token that is found to be of no use late is revoked nowhere', async () => {
  const { session, revoked } = await begin()
  await session.keepSignedIn(signedIn)
  const { refresh: _refresh, ...useless } = first.tokens ?? tokens
  expect(await session.replaceTokens(first, { tokens: useless })).toBe(false)
  expect(revoked.map((one) => one.tokens)).toEqual([undefined])
})

test('a sign-in that used what a provider said before leaves what that gave meanwhile', async () => {
  const { session, saved } = await begin()
  const renewed = { ...identity, token: 'said again', refresh: 'R2' }
  await session.identityFor(first).keep(renewed)
  await session.keepSignedIn(signedIn)
  expect(session.account).toEqual({ ...signedIn, identity: renewed })
  expect(saved.at(-1)).toEqual({ ...signedIn, identity: renewed })
})

test('what a provider gives is kept with the tokens that are there then', async () => {
  const { session, saved } = await begin()
  const kept = session.identityFor(first)
  await session.keepSignedIn(signedIn)
  await kept.keep({ ...identity, refresh: 'R2' })
  expect(saved.at(-1)).toEqual({ ...signedIn, identity: { ...identity, refresh: 'R2' } })
})

test('tokens may be renewed after what a provider gave was kept', async () => {
  const { session, saved } = await begin()
  await session.identityFor(first).keep({ ...identity, refresh: 'R2' })
  expect(await session.replaceTokens(first, { tokens })).toBe(true)
  expect(saved.at(-1)).toEqual({ ...first, tokens, identity: { ...identity, refresh: 'R2' } })
})

test('what comes after the end is kept nowhere, and what was being written is written before it', async () => {
  const { session, saved, revoked, holdWrites } = await begin()
  const release = holdWrites()
  const writing = session.identityFor(first).keep({ ...identity, refresh: 'R2' })
  const late = session.identityFor(first).keep({ ...identity, refresh: 'R3' })
  // What is first in turn is being written.
  await Promise.resolve()
  let isEnded = false
  const ended = session.end().then(() => (isEnded = true))
  await Promise.resolve()
  expect(isEnded).toBe(false)
  release()
  await ended
  await writing
  await expect(late).rejects.toMatchObject({ code: 'sign-in/refused' })
  expect(saved.map((one) => one.identity?.refresh)).toEqual(['R2'])
  expect(revoked.map((one) => one.identity?.refresh)).toEqual(['R3'])
})
