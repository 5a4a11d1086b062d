import { raceAbort, SingleFlight } from '@gatehouse/base'
import { isGatehouseError } from '@gatehouse/domain'
import type { Account, Tokens } from './account.ts'
import type { AccountSession } from './account-session.ts'
import { isNonInteractive } from './non-interactive-grants.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { refreshTokens } from './token-requests.ts'
import { TERMINAL_TOKEN_ERRORS, RETRYABLE_TOKEN_ERRORS } from './token-response.ts'
import { createTrace } from './trace.ts'
import { obtainWithProviderIdentity } from './identity-assertion-grant.ts'

/** Milliseconds that no request asks again for what an issuer will not give, before it is refused itself. */
const REFUSED_MS = 60_000
/** Milliseconds after a refresh without an outcome in which none is begun early. */
const RETRY_EARLY_MS = 15_000
/** A token is refreshed this long before it expires, or in the last fifth of a short life. */
const EARLY_MS = 60_000

export interface TokenRefreshDependencies {
  http: AuthorizationClient
  /** The client for an address that the person named. */
  httpFor(url: string): AuthorizationClient
  now(): number
}

type Refreshable = Account & { tokens: Tokens }

/** New tokens in place of the kept ones without asking the person: one refresh for all callers. */
export class TokenRefresh {
  readonly #session: AccountSession
  readonly #deps: TokenRefreshDependencies
  readonly #refreshing = new SingleFlight<boolean>()
  /** The account that its issuer refused to refresh, and when that was tried last. */
  #refused: { account: Account | undefined; at: number } | undefined
  /** Time of the last refresh that failed without a decision. */
  #failedAt = Number.NEGATIVE_INFINITY
  /** The account that was not refreshed then. */
  #failed: Account | undefined

  constructor(session: AccountSession, deps: TokenRefreshDependencies) {
    this.#session = session
    this.#deps = deps
  }

  get isUnderWay(): boolean {
    return this.#refreshing.isRunning
  }

  /** True if the last refresh of the present tokens failed. */
  get hasFailed(): boolean {
    return this.#failed !== undefined && this.#failed === this.#session.account
  }

  /** `isEarly`: some time before it expires. */
  isDue({ isEarly }: { isEarly: boolean }): boolean {
    const { account, server, isLeft } = this.#session
    if (isLeft) return false
    if (this.#refused?.account === account && this.#sinceRefused() < REFUSED_MS) return false
    const { expiresAt, obtainedAt, refresh } = account?.tokens ?? {}
    if (expiresAt === undefined || obtainedAt === undefined) return false
    if (refresh === undefined && !isNonInteractive(server.client)) return false
    // Until it expires there is time: an issuer that does not respond is not asked again at once.
    const isBackingOff = isEarly && Math.abs(this.#deps.now() - this.#failedAt) < RETRY_EARLY_MS
    const early = isEarly && !isBackingOff ? Math.min(EARLY_MS, (expiresAt - obtainedAt) / 5) : 0
    return this.#deps.now() >= expiresAt - early
  }

  /** Milliseconds, also after the clock was set back. */
  #sinceRefused(): number {
    const since = this.#deps.now() - (this.#refused?.at ?? 0)
    return since < 0 ? REFUSED_MS : since
  }

  /** False when there is no refresh token, or its issuer will not have it. Rejects while that is not known. */
  refresh(signal: AbortSignal): Promise<boolean> {
    const { account, server } = this.#session
    const { client } = server
    if (!account?.tokens) return Promise.resolve(false)
    if (account.tokens.refresh === undefined && !isNonInteractive(client))
      return Promise.resolve(false)
    // Not ended with one of its requests: a token that was given must not be lost.
    const refreshable = { ...account, tokens: account.tokens }
    return raceAbort(
      this.#refreshing.run(() => this.#refresh(refreshable)),
      signal,
    )
  }

  /** Resolves when no refresh is under way, whatever became of it. */
  settled(): Promise<void> {
    return this.#refreshing.settled()
  }

  async #refresh(former: Refreshable): Promise<boolean> {
    try {
      return await this.#replaced(former)
    } catch (error) {
      this.#failed = this.#session.account
      throw error
    }
  }

  async #replaced(former: Refreshable): Promise<boolean> {
    try {
      await this.#session.replaceTokens(former, await this.#refreshed(former))
      return true
    } catch (error) {
      this.#failedAt = this.#deps.now()
      if (!isGatehouseError(error) || error.code !== 'sign-in/rejected') throw error
      const word = error.data['error']
      if (RETRYABLE_TOKEN_ERRORS.has(word)) throw error
      const { refresh: _refresh, ...tokens } = former.tokens
      const client =
        word === 'invalid_client' ? { ...former.client, isRejected: true } : former.client
      // In words of its own it may mean anything: the person may sign in, and nothing is forgotten before.
      const isRefused = TERMINAL_TOKEN_ERRORS.has(word)
        ? // Only now is it certain that this refresh token is of no use.
          await this.#session.replaceTokens(former, { client, tokens })
        : this.#session.account?.tokens === former.tokens
      if (isRefused) {
        this.#refused = { account: this.#session.account, at: this.#deps.now() }
        this.#failed = this.#session.account
      }
      // The person may have signed in meanwhile.
      return !isRefused
    }
  }

  async #refreshed(former: Refreshable): Promise<Partial<Pick<Account, 'tokens' | 'identity'>>> {
    const { http, httpFor, now } = this.#deps
    const { proofKey } = this.#session
    const { client: given, onSecrets } = this.#session.server
    const { signal } = new AbortController()
    const asking = { http, httpFor, now, given, proofKey, signal }
    if (!isNonInteractive(given)) return { tokens: await refreshTokens(former, asking) }
    const { issuer, tokenEndpoint, client, resource, asked } = former
    const server = { issuer, token_endpoint: tokenEndpoint }
    const { tokens, identity } = await obtainWithProviderIdentity(
      { given, server, client, resource, scopes: asked },
      { kept: this.#session.identityFor(former) },
      { ...asking, trace: createTrace(now), onSecrets },
    )
    // What was used is kept already; without any an assertion file identifies the person.
    return identity ? { tokens } : { tokens, identity }
  }
}
