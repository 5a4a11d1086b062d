import { isGatehouseError } from '@gatehouse/domain'
import type { AuthorizedServer, ClientCredential, RequestRefusal } from '@gatehouse/host/ports'
import type { Account, AccountStore, Tokens } from './account.ts'
import { readChallenge, type Challenge } from './challenge.ts'
import { isDirect, obtainDirectly } from './direct-grants.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { readProofKey, type ProofKey } from './proof-key.ts'
import type { PageLanguage } from './redirect-page.ts'
import { isInTheClear } from './reach.ts'
import { signIn } from './sign-in-flow.ts'
import type { OwnClient } from './sign-in-wish.ts'
import { signInError } from './sign-in-error.ts'
import { refreshTokens } from './token-requests.ts'
import { createTrace, type SignInTrace } from './trace.ts'

/** A token is renewed this long before it expires, or in the last fifth of a short life. */
const EARLY_MS = 60_000
/** Sign-ins for more access that one start of a server gets. */
const MAX_STEP_UPS = 2
/** Sign-ins within a while that one start of a server gets. */
const MAX_SIGN_INS = 4
const WHILE_MS = 600_000

export interface ServerAuthorizationDependencies {
  store: AccountStore
  http: AuthorizationClient
  /** For an address that the person named. */
  httpFor(url: string): AuthorizationClient
  own: OwnClient
  language(): PageLanguage
  now(): number
  patienceMs: number
  /** Takes the trace of each sign-in when it begins. */
  onTrace(trace: SignInTrace): void
  /** Gives up what came when nobody wanted it any more. Never rejects. */
  revoke(account: Account & { tokens: Tokens }): Promise<void>
  /** Removes what was kept for another address or client. */
  drop(account: Account): Promise<void>
  /** What must be over before anything is read. */
  before: Promise<void>
}

/** The sign-in at one server, shared by all its connections: one refresh and one sign-in at a time. */
export class ServerAuthorization {
  #server: AuthorizedServer
  readonly #deps: ServerAuthorizationDependencies
  #loading: Promise<Account | undefined> | undefined
  #account: Account | undefined
  #refreshing: Promise<boolean> | undefined
  #signingIn: { done: Promise<void>; over: AbortController; waiting: number } | undefined
  #refusal: Error | undefined
  #stepUps = 0
  /** When the person signed in, lately. */
  #signedInAt: number[] = []
  /** What the server took at least once. */
  #accepted: string | undefined
  #saving: Promise<void> = Promise.resolve()
  #isOver = false
  #proofKey: ProofKey | undefined
  #nonce: string | undefined

  constructor(server: AuthorizedServer, deps: ServerAuthorizationDependencies) {
    this.#server = server
    this.#deps = deps
  }

  /** A connection is opened anew, by its own prompt. */
  begin(server: AuthorizedServer): void {
    this.#server = server
    this.#tell(this.#account)
  }

  /** The person starts the server: what they refused before may be asked again. */
  allowAsking(): void {
    this.#refusal = undefined
    this.#stepUps = 0
    this.#signedInAt = []
  }

  /**
   * Resolves when it writes nothing any more. What a request that is under way still brings is kept nowhere,
   * and given up at its issuer.
   */
  async end(): Promise<void> {
    this.#isOver = true
    this.#account = undefined
    this.#signingIn?.over.abort()
    await this.#saving.catch(() => undefined)
  }

  async headers(
    request: { method: string; url: string },
    signal: AbortSignal,
  ): Promise<Record<string, string>> {
    // Who listens on the way would have it (RFC 6750, section 5.2).
    if (isInTheClear(this.#server.url)) return {}
    // A keychain that is locked matters only to a server that wants a sign-in.
    await this.#load().catch(passOver)
    if (this.#isDue()) await this.#refresh(signal).catch(passOver)
    const authorization = this.#authorization()
    if (authorization === undefined) return {}
    const token = this.#account?.tokens?.access ?? ''
    if (this.#account?.tokens?.isBound !== true) return { authorization }
    const dpop = await this.#proofKey?.proof({ ...request, token, nonce: this.#nonce })
    return dpop === undefined ? {} : { authorization, dpop }
  }

  noteAccepted(sent: Readonly<Record<string, string>>): void {
    this.#accepted = sent['authorization'] ?? this.#accepted
  }

  noteNonce(nonce: string): void {
    // It goes into a header that is written anew each time (RFC 9449, section 8.1).
    if (/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/.test(nonce)) this.#nonce = nonce
  }

  #authorization(): string | undefined {
    const { access, isBound } = this.#account?.tokens ?? {}
    if (access === undefined) return undefined
    return `${isBound === true ? 'DPoP' : 'Bearer'} ${access}`
  }

  async refused(refusal: RequestRefusal, signal: AbortSignal): Promise<boolean> {
    this.#assertGoesOn()
    if (isInTheClear(this.#server.url))
      throw signInError(
        'unsafe',
        `${this.#server.name} wants a sign-in, and everybody on the way could read it: its address is not https. Nobody was asked to sign in.`,
      )
    await this.#load()
    const current = this.#authorization()
    // Another request has renewed it meanwhile.
    if (current !== undefined && refusal.sent['authorization'] !== current) return true
    const challenge = await readChallenge(refusal.challenge)
    if (refusal.status === 403) return this.#stepUp(challenge, signal)
    const { client } = this.#server
    if (isDirect(client) && refusal.attempt > 0) throw this.#notAccepted()
    if (!isDirect(client) && refusal.attempt === 0 && (await this.#refresh(signal))) return true
    if (refusal.isUnasked === true && !isDirect(client)) return false
    this.#assertMayAsk(current)
    await this.#signIn(challenge, false, signal)
    return true
  }

  /** A server that took nothing of what the person signed in for gets no other sign-in by itself. */
  #assertMayAsk(current: string | undefined): void {
    if (isDirect(this.#server.client) || this.#signingIn) return
    const since = this.#deps.now() - WHILE_MS
    this.#signedInAt = this.#signedInAt.filter((at) => at > since)
    const isFresh = this.#signedInAt.length > 0 && current !== undefined
    if (isFresh && current !== this.#accepted) this.#refusal ??= this.#notAccepted()
    if (this.#signedInAt.length >= MAX_SIGN_INS) this.#refusal ??= this.#notAccepted()
  }

  #notAccepted(): Error {
    const { name } = this.#server
    return signInError('rejected', `${name} does not accept the token that it was given.`)
  }

  #assertGoesOn(): void {
    if (this.#isOver)
      throw signInError('refused', `The sign-in at ${this.#server.name} was ended meanwhile.`)
  }

  /** Only what a sign-in can change: a server that still refuses what it asked for is not asked again. */
  async #stepUp(challenge: Challenge | undefined, signal: AbortSignal): Promise<boolean> {
    if (challenge?.error !== 'insufficient_scope') return false
    const { client } = this.#server
    // Nobody is asked here: what the person entered is all that is asked for.
    if (isDirect(client) && client.scopes.length > 0) return false
    const asked = new Set(this.#account?.asked)
    const isNew = challenge.scopes.some((scope) => !asked.has(scope))
    if (this.#signingIn === undefined) {
      if (!isNew || this.#stepUps >= MAX_STEP_UPS) return false
      this.#stepUps += 1
    }
    await this.#signIn(challenge, true, signal)
    return true
  }

  #load(): Promise<Account | undefined> {
    this.#loading ??= this.#deps.before
      .then(() => this.#find())
      .then(async (account) => {
        this.#proofKey = await readProofKey(account?.proofKey)
        if (!this.#isOver) this.#take(account)
        return account
      })
      .catch((error: unknown) => {
        this.#loading = undefined
        throw error
      })
    return this.#loading
  }

  async #find(): Promise<Account | undefined> {
    const { store, drop } = this.#deps
    const { account, isOthers } = (await store.find(this.#server)) ?? {}
    if (!account || isOthers !== true) return account
    await drop(account)
    return undefined
  }

  #isDue(): boolean {
    const { expiresAt, obtainedAt, refresh } = this.#account?.tokens ?? {}
    if (expiresAt === undefined || obtainedAt === undefined) return false
    if (refresh === undefined && !isDirect(this.#server.client)) return false
    const early = Math.min(EARLY_MS, (expiresAt - obtainedAt) / 5)
    return this.#deps.now() >= expiresAt - early
  }

  /** False when there is no refresh token, or it does not work any more. Rejects while nobody can say. */
  #refresh(signal: AbortSignal): Promise<boolean> {
    const account = this.#account
    const { client } = this.#server
    if (!account?.tokens) return Promise.resolve(false)
    if (account.tokens.refresh === undefined && !isDirect(client)) return Promise.resolve(false)
    // Not ended with one of its requests: a token that was given must not be lost.
    this.#refreshing ??= this.#renew({ ...account, tokens: account.tokens }).finally(
      () => (this.#refreshing = undefined),
    )
    return unlessAborted(this.#refreshing, signal)
  }

  async #renew(account: Account & { tokens: Tokens }): Promise<boolean> {
    try {
      await this.#keep({ ...account, tokens: await this.#renewed(account) })
      return true
    } catch (error) {
      if (!isGatehouseError(error) || error.code !== 'sign-in/rejected') throw error
      const word = error.data['error']
      if (word !== 'invalid_grant' && word !== 'invalid_client' && word !== 'unauthorized_client')
        throw error
      // Only now is it certain that this refresh token is of no use.
      const { refresh: _refresh, ...tokens } = account.tokens
      const client =
        word === 'invalid_client' ? { ...account.client, isRejected: true } : account.client
      await this.#keep({ ...account, client, tokens })
      return false
    }
  }

  #renewed(account: Account & { tokens: Tokens }): Promise<Tokens> {
    const { http, httpFor, now } = this.#deps
    const { client: given, onSecrets } = this.#server
    const { signal } = new AbortController()
    const asking = { http, httpFor, now, given, proofKey: this.#proofKey, signal }
    if (!isDirect(given)) return refreshTokens(account, asking)
    const { issuer, tokenEndpoint, client, resource, asked } = account
    const server = { issuer, token_endpoint: tokenEndpoint }
    return obtainDirectly(
      { given, server, client, resource, scopes: asked },
      { ...asking, trace: createTrace(now), onSecrets },
    )
  }

  /** One for all requests that need it; ended when none of them waits any more. */
  async #signIn(
    challenge: Challenge | undefined,
    isMore: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#refusal) throw this.#refusal
    if (!this.#signingIn) {
      const over = new AbortController()
      const done = this.#askPerson(challenge, isMore, over.signal)
      this.#signingIn = { done, over, waiting: 0 }
    }
    const current = this.#signingIn
    const leave = (): void => {
      if (this.#signingIn === current) this.#signingIn = undefined
    }
    current.done.then(leave, leave)
    current.waiting += 1
    try {
      await unlessAborted(current.done, signal)
    } finally {
      current.waiting -= 1
      if (current.waiting === 0) {
        current.over.abort()
        // Who comes now begins another one.
        leave()
      }
    }
  }

  async #askPerson(
    challenge: Challenge | undefined,
    isMore: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { language, now, ...deps } = this.#deps
    const trace = createTrace(now)
    this.#deps.onTrace(trace)
    try {
      const account = await signIn(
        { challenge, account: this.#account, isMore },
        { ...deps, server: this.#server, trace, language: language(), now, signal },
      )
      this.#proofKey = await readProofKey(account.proofKey)
      await this.#keep(account)
      this.#signedInAt.push(now())
    } catch (error) {
      const failure = asSignInError(error, this.#server.name)
      trace.note('ended', failure.message)
      if (!signal.aborted && !this.#mayPass(error)) this.#refusal = failure
      throw failure
    }
  }

  /** Nobody is bothered when a request for a token is made again. */
  #mayPass(error: unknown): boolean {
    const isUnreachable = isGatehouseError(error) && error.code === 'sign-in/unreachable'
    return isUnreachable && isDirect(this.#server.client)
  }

  /** On disk before it is used: a crash must not lose what replaced the old. */
  async #keep(account: Account): Promise<void> {
    this.#tell(account)
    const { tokens } = account
    if (this.#isOver && tokens) await this.#deps.revoke({ ...account, tokens })
    this.#assertGoesOn()
    this.#saving = this.#deps.store.save(this.#server.id, account)
    await this.#saving
    if (!this.#isOver) this.#account = account
  }

  #take(account: Account | undefined): void {
    this.#tell(account)
    this.#account = account
  }

  #tell(account: Account | undefined): void {
    const { tokens, client } = account ?? {}
    const given = this.#server.client
    const credentials = given ? [given.credential] : []
    if (given?.grant === 'enterprise') credentials.push(given.provider.credential)
    const secrets = [tokens?.access, tokens?.refresh, client?.secret, ...credentials.map(secretOf)]
    this.#server.onSecrets(secrets.flatMap((value) => (value === undefined ? [] : [value])))
  }
}

function secretOf(credential: ClientCredential): string | undefined {
  if (credential.kind === 'none') return undefined
  return credential.kind === 'key' ? credential.key : credential.secret
}

/** A token that could not be renewed early may still work; if not, the refusal says so. */
function passOver(error: unknown): void {
  if (!isGatehouseError(error) || !error.code.startsWith('sign-in/')) throw error
}

function asSignInError(error: unknown, name: string): Error {
  if (isGatehouseError(error) && error.code.startsWith('sign-in/')) return error
  return signInError('rejected', `Nobody could be signed in to ${name}.`, { cause: error })
}

function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('Ended.'))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
