import { isGatehouseError, raceAbort } from '@gatehouse/domain'
import type { Account, Identity, Tokens } from './account.ts'
import type { AccountSession } from './account-session.ts'
import { isDirect } from './direct-grants.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { refreshTokens } from './token-requests.ts'
import { UNDECIDED } from './token-response.ts'
import { createTrace } from './trace.ts'
import { obtainVouched } from './vouched-grant.ts'

/** A token is renewed this long before it expires, or in the last fifth of a short life. */
const EARLY_MS = 60_000

/** A refresh token, or a client, that will never be of use again (RFC 6749, section 5.2). */
const ENDED = new Set<unknown>(['invalid_grant', 'invalid_client', 'unauthorized_client'])
export interface TokenRenewalDependencies {
  http: AuthorizationClient
  /** For an address that the person named. */
  httpFor(url: string): AuthorizationClient
  now(): number
}

/** New tokens in place of the kept ones without asking anybody: one renewal for all who need it. */
export class TokenRenewal {
  readonly #session: AccountSession
  readonly #deps: TokenRenewalDependencies
  #refreshing: Promise<boolean> | undefined

  constructor(session: AccountSession, deps: TokenRenewalDependencies) {
    this.#session = session
    this.#deps = deps
  }

  isDue(): boolean {
    const { account, server } = this.#session
    const { expiresAt, obtainedAt, refresh } = account?.tokens ?? {}
    if (expiresAt === undefined || obtainedAt === undefined) return false
    if (refresh === undefined && !isDirect(server.client)) return false
    const early = Math.min(EARLY_MS, (expiresAt - obtainedAt) / 5)
    return this.#deps.now() >= expiresAt - early
  }

  /** False when there is no refresh token, or its issuer will not have it. Rejects while nobody can say. */
  refresh(signal: AbortSignal): Promise<boolean> {
    const { account, server } = this.#session
    const { client } = server
    if (!account?.tokens) return Promise.resolve(false)
    if (account.tokens.refresh === undefined && !isDirect(client)) return Promise.resolve(false)
    // Not ended with one of its requests: a token that was given must not be lost.
    this.#refreshing ??= this.#renew(account, account.tokens).finally(
      () => (this.#refreshing = undefined),
    )
    return raceAbort(this.#refreshing, signal)
  }

  /** Resolves when no renewal is under way, whatever became of it. */
  async settled(): Promise<void> {
    await this.#refreshing?.catch(() => undefined)
  }

  async #renew(account: Account, former: Tokens): Promise<boolean> {
    // With what an identity provider gave on the way: what comes after may fail.
    let kept = account
    const keep = async (identity: Identity): Promise<void> => {
      const next = { ...kept, identity }
      await this.#session.replace(kept, next)
      kept = next
    }
    try {
      const renewed = await this.#renewed({ ...account, tokens: former }, keep)
      await this.#session.replace(kept, { ...kept, ...renewed })
      return true
    } catch (error) {
      if (!isGatehouseError(error) || error.code !== 'sign-in/rejected') throw error
      const word = error.data['error']
      if (UNDECIDED.has(word)) throw error
      // In words of its own it may mean anything: the person may sign in, and nothing is forgotten before.
      if (!ENDED.has(word)) return this.#session.account !== kept
      // Only now is it certain that this refresh token is of no use.
      const { refresh: _refresh, ...tokens } = former
      const client =
        word === 'invalid_client' ? { ...account.client, isRejected: true } : account.client
      const useless = { ...kept, client, tokens }
      await this.#session.replace(kept, useless)
      // The person may have signed in meanwhile.
      return this.#session.account !== useless
    }
  }

  async #renewed(
    account: Account & { tokens: Tokens },
    keep: (identity: Identity) => Promise<void>,
  ): Promise<Pick<Account, 'tokens' | 'identity'>> {
    const { http, httpFor, now } = this.#deps
    const { proofKey } = this.#session
    const { client: given, onSecrets } = this.#session.server
    const { signal } = new AbortController()
    const asking = { http, httpFor, now, given, proofKey, signal }
    if (!isDirect(given)) return { tokens: await refreshTokens(account, asking) }
    const { issuer, tokenEndpoint, client, resource, asked } = account
    const server = { issuer, token_endpoint: tokenEndpoint }
    return obtainVouched(
      { given, server, client, resource, scopes: asked },
      { kept: account.identity, keep },
      { ...asking, trace: createTrace(now), onSecrets },
    )
  }
}
