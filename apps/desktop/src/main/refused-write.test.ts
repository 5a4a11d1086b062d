import { NEVER_ABORTED } from '@gatehouse/base'
import type { VaultState } from '@gatehouse/domain'
import type { RequestAuthorization } from '@gatehouse/host/ports'
import { createOutboundHttp } from '@gatehouse/mcp'
import { createAuthorizations } from '@gatehouse/oauth'
import {
  startAuthorizationServer,
  startFixtureHttpServer,
  startProtectedServer,
  visitPage,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { createSecretVault } from '@gatehouse/vault'
import { expect, onTestFinished, test, vi } from 'vitest'

/** A keychain that can be told to refuse its next writes of a sign-in. */
function createKeychain() {
  const entries = new Map<string, string>()
  const keychain = { entries, refusals: 0 }
  return Object.assign(keychain, {
    keytar: {
      getPassword: (_: string, account: string) => Promise.resolve(entries.get(account) ?? null),
      setPassword(_: string, account: string, password: string) {
        const isSignIn = account.startsWith('server/')
        if (isSignIn && keychain.refusals-- > 0)
          return Promise.reject(new Error('Something happened.'))
        return Promise.resolve(void entries.set(account, password))
      },
      deletePassword: (_: string, account: string) => Promise.resolve(entries.delete(account)),
    },
  })
}

async function start() {
  const issuer = await startAuthorizationServer()
  const behind = await startFixtureHttpServer({ era: 'modern' })
  const server = await startProtectedServer({ target: behind.url, authorization: issuer })
  onTestFinished(
    async () => void (await Promise.all([server, behind, issuer].map((one) => one.close()))),
  )
  const keychain = createKeychain()
  let asked = 0
  /** One run of the app, with its own vault. */
  async function run() {
    const states: VaultState['kind'][] = []
    const vault = await createSecretVault({
      service: 'test',
      loadKeytar: () => keychain.keytar,
      laterMs: 50,
      onStateChange: ({ kind }) => states.push(kind),
    })
    onTestFinished(() => vault.close())
    const authorization = createAuthorizations({
      vault,
      http: createOutboundHttp({ environment: {} }),
      own: { name: 'Gatehouse' },
      language: () => 'en',
    }).open({
      id: 'guarded',
      name: 'guarded',
      url: server.url,
      receiver: 'one',
      prompt: {
        async show(page) {
          asked += 1
          await visitPage(page.url)
          await new Promise(() => undefined)
        },
      },
      onSecrets: () => undefined,
    })
    return { states, vault, request: () => send(server.url, authorization) }
  }
  return { issuer, keychain, run, asked: () => asked }
}

/** One request, sent again as the connection layer does. Returns its status. */
async function send(url: string, authorization: RequestAuthorization): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const sent = await authorization.headers({ method: 'POST', url }, NEVER_ABORTED)
    const { status, headers } = await fetch(url, { method: 'POST', headers: sent, body: '{}' })
    if (status !== 401) return status
    const challenge = headers.get('www-authenticate') ?? undefined
    if (!(await authorization.refused({ status, challenge, sent, attempt }, NEVER_ABORTED)))
      return status
  }
}

/** Until the keychain has what it refused. */
const isTaken = (states: readonly VaultState['kind'][]): Promise<void> =>
  vi.waitFor(() => expect(states.at(-1)).toBe('keychain'), 15_000)

/**
 * @threat oauth.refused-write
 * @attacker program
 * @tries To lose a sign-in whose refresh token rotates by having the keychain refuse one write.
 * @stoppedBy What the keychain refuses stays in memory, the person is notified, and the write is retried until it
 * succeeds.
 * @remains A keychain that refuses until Gatehouse quits loses what was given out meanwhile: the person signs in again.
 * One that is locked is not tried again by itself, as each try would ask for a password.
 */
test(
  'a keychain that refuses the write of a renewed token loses no sign-in',
  { timeout: 60_000 },
  async () => {
    const { issuer, keychain, run, asked } = await start()
    const first = await run()
    expect(await first.request()).not.toBe(401)
    issuer.expireAll()
    keychain.refusals = 2
    expect(await first.request()).not.toBe(401)
    expect(first.states).toContain('memory')
    issuer.expireAll()
    expect(await first.request()).not.toBe(401)
    await isTaken(first.states)
    await first.vault.close()

    const second = await run()
    issuer.expireAll()
    expect(await second.request()).not.toBe(401)
    expect(asked()).toBe(1)
    proves('signin.secrets.refused')
  },
)

test(
  'a keychain that refuses the write of a sign-in has it a moment later',
  { timeout: 60_000 },
  async () => {
    const { keychain, run, asked } = await start()
    const first = await run()
    keychain.refusals = 1
    expect(await first.request()).not.toBe(401)
    expect(first.states).toContain('memory')
    await isTaken(first.states)
    await first.vault.close()
    expect(await (await run()).request()).not.toBe(401)
    expect(asked()).toBe(1)
  },
)
