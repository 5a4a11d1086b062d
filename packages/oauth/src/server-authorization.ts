import { raceAbort } from '@gatehouse/base'
import { isGatehouseError } from '@gatehouse/domain'
import type { AuthorizedServer, RequestRefusal } from '@gatehouse/host/ports'
import { AccountSession, type AccountSessionDependencies } from './account-session.ts'
import { readChallenge, type Challenge } from './challenge.ts'
import { asksPerson, isNonInteractive } from './non-interactive-grants.ts'
import { isPlaintext } from './address-policy.ts'
import { SharedSignIn, type SharedSignInDependencies } from './shared-sign-in.ts'
import { tokenRejected, signInError } from './sign-in-error.ts'
import { TokenRefresh, type TokenRefreshDependencies } from './token-refresh.ts'

/** Sign-ins for more access that one start of a server gets. */
const MAX_STEP_UPS = 2

export interface ServerAuthorizationDependencies
  extends AccountSessionDependencies, TokenRefreshDependencies, SharedSignInDependencies {}

/**
 * Authorizes the requests to one server, shared by all its connections, and handles refused requests by a refresh,
 * more access or a sign-in.
 */
export class ServerAuthorization {
  readonly #session: AccountSession
  readonly #refresh: TokenRefresh
  readonly #signIn: SharedSignIn
  #stepUps = 0
  /** The token that the server accepted at least once. */
  #accepted: string | undefined
  #nonce: string | undefined
  /** True while nothing that is kept is sent: the person wants to sign in anew. */
  #isAgain = false

  constructor(server: AuthorizedServer, deps: ServerAuthorizationDependencies) {
    this.#session = new AccountSession(server, deps)
    this.#refresh = new TokenRefresh(this.#session, deps)
    this.#signIn = new SharedSignIn(this.#session, deps)
  }

  /** A connection is opened again, by its own prompt. */
  begin(server: AuthorizedServer): void {
    this.#session.begin(server)
  }

  /** The person starts the server: what they refused before may be asked again. */
  allowAsking(): void {
    this.#signIn.allowAsking()
    this.#stepUps = 0
    this.#isAgain = false
  }

  /** The next refused request leads to a sign-in, whatever tokens are kept; they stay until that is done. */
  signInAgain(): void {
    this.#isAgain = true
  }

  /** Begins nothing new; another authorization continues with pending work, once that is stored. */
  leave(): void {
    this.#session.leave()
    this.#signIn.end()
  }

  /** Resolves when nothing more is written. */
  async end(): Promise<void> {
    const ended = this.#session.end()
    this.#signIn.end()
    await ended
  }

  /** Resolves when nothing that its issuer gave in place of something else is still to be kept. */
  async settled(): Promise<void> {
    await this.#refresh.settled()
    await this.#session.settled()
  }

  /** True if only the person can change that requests are refused. */
  get needsSignIn(): boolean {
    return this.#refresh.hasFailed || this.#signIn.hasFailed
  }

  /** True if the last refresh of the present tokens failed. */
  get hasFailedToRefresh(): boolean {
    return this.#refresh.hasFailed
  }

  async headers(
    request: { method: string; url: string },
    signal: AbortSignal,
  ): Promise<Record<string, string>> {
    // Who listens on the way would have it (RFC 6750, section 5.2).
    if (isPlaintext(this.#session.server.url) || this.#isAgain) return {}
    // A keychain that is locked matters only to a server that wants a sign-in.
    await raceAbort(this.#session.peek(), signal).catch(passOver)
    // A sign-in brings others anyway, but a person may take their time.
    const isEarly = !this.#signIn.isUnderWay
    if (this.#refresh.isDue({ isEarly })) {
      const refreshing = this.#refresh.refresh(signal).catch(passOver)
      // A token that is still valid waits for no issuer.
      if (this.#refresh.isDue({ isEarly: false })) await refreshing
      else refreshing.catch(() => undefined)
    }
    const authorization = this.#authorization()
    if (authorization === undefined) return {}
    const { tokens } = this.#session.account ?? {}
    if (tokens?.isBound !== true) return { authorization }
    const token = tokens.access
    const dpop = await this.#session.proofKey?.proof({ ...request, token, nonce: this.#nonce })
    return dpop === undefined ? {} : { authorization, dpop }
  }

  noteAccepted(sent: Readonly<Record<string, string>>): void {
    this.#accepted = sent['authorization'] ?? this.#accepted
  }

  noteNonce(nonce: string): void {
    // It goes into a header that is written again each time (RFC 9449, section 8.1).
    if (/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/.test(nonce)) this.#nonce = nonce
  }

  #authorization(): string | undefined {
    const { access, isBound } = this.#session.account?.tokens ?? {}
    if (access === undefined) return undefined
    return `${isBound === true ? 'DPoP' : 'Bearer'} ${access}`
  }

  async refused(refusal: RequestRefusal, signal: AbortSignal): Promise<boolean> {
    this.#session.assertGoesOn()
    const { name, url } = this.#session.server
    if (isPlaintext(url))
      throw signInError(
        'unsafe',
        `${name} wants a sign-in, and everybody on the way could read it: its address is not https. Nobody was asked to sign in.`,
      )
    await raceAbort(this.#session.load(), signal)
    const challenge = await readChallenge(refusal.challenge)
    if (this.#isAgain) return this.#signInAnew(challenge, signal)
    if (this.#isReplaced(refusal)) return true
    if (refusal.status === 403) return this.#stepUp(challenge, refusal, signal)
    const { client } = this.#session.server
    if (isNonInteractive(client) && refusal.attempt > 0)
      throw tokenRejected(this.#session.server.name)
    const isRefreshed =
      !isNonInteractive(client) && refusal.attempt === 0
        ? await this.#refresh.refresh(signal)
        : await this.#isRefreshedMeanwhile(refusal, signal)
    if (isRefreshed) return true
    this.#session.assertGoesOn()
    const current = this.#authorization()
    if (refusal.isUnasked === true && asksPerson(client)) return false
    this.#signIn.limitRepeats(current !== undefined && current !== this.#accepted)
    await this.#signIn.signIn({ challenge, isMore: false }, signal)
    return true
  }

  async #signInAnew(challenge: Challenge | undefined, signal: AbortSignal): Promise<boolean> {
    await this.#signIn.signIn({ challenge, isMore: false }, signal)
    this.#isAgain = false
    return true
  }

  /** True if another request has refreshed the authorization, or signed in, since. */
  #isReplaced({ sent }: RequestRefusal): boolean {
    const current = this.#authorization()
    return current !== undefined && sent['authorization'] !== current
  }

  /** A refresh that is under way may be all that it takes. */
  async #isRefreshedMeanwhile(refusal: RequestRefusal, signal: AbortSignal): Promise<boolean> {
    if (this.#refresh.isUnderWay) await raceAbort(this.#refresh.settled(), signal)
    return this.#isReplaced(refusal)
  }

  /** Only what a sign-in can change: a server that still refuses what it asked for is not asked again. */
  async #stepUp(
    challenge: Challenge | undefined,
    refusal: RequestRefusal,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (challenge?.error !== 'insufficient_scope') return false
    if (await this.#isRefreshedMeanwhile(refusal, signal)) return true
    this.#session.assertGoesOn()
    const { server, account } = this.#session
    const { client } = server
    // No one is asked here: what the person entered is all that is asked for.
    if (isNonInteractive(client) && client.scopes.length > 0) return false
    const asked = new Set(account?.asked)
    const isNew = challenge.scopes.some((scope) => !asked.has(scope))
    if (!this.#signIn.isUnderWay) {
      if (!isNew || this.#stepUps >= MAX_STEP_UPS) return false
      this.#stepUps += 1
    }
    await this.#signIn.signIn({ challenge, isMore: true }, signal)
    return true
  }
}

/** A token that could not be refreshed early may still work; if not, the refusal says so. */
function passOver(error: unknown): void {
  if (!isGatehouseError(error) || !error.code.startsWith('sign-in/')) throw error
}
