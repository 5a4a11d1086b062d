import { isGatehouseError } from '@gatehouse/domain'
import { SerialQueue } from '@gatehouse/base'
import type { AuthorizedServer, ClientCredential, SecretReadOptions } from '@gatehouse/host/ports'
import type { Account, AccountStore, Identity, SharedIdentity } from './account.ts'
import { readProofKey, type DpopKey } from './dpop-key.ts'
import { signInError } from './sign-in-error.ts'

export interface AccountSessionDependencies {
  store: AccountStore
  /** Revokes tokens, and an identity provider's response, that arrived after the end. Never rejects. */
  revoke(account: Account): Promise<void>
  /** Removes what was kept for another address or client. */
  drop(account: Account): Promise<void>
  /** The account is read only after this has settled. */
  before: Promise<void>
}

/**
 * The account at one server. It is read once. New tokens are on disk and masked before use, and revoked if they
 * arrive after the end.
 */
export class AccountSession {
  #server: AuthorizedServer
  readonly #deps: AccountSessionDependencies
  #loading: Promise<void> | undefined
  #peeking: Promise<void> | undefined
  #account: Account | undefined
  #proofKey: DpopKey | undefined
  /** Changes of the account, one after the other: each starts from the state that the one before it left. */
  readonly #changes = new SerialQueue()
  /** A refresh token of an identity provider is shown by one at a time, who takes the present one. */
  readonly #identityRefreshes = new SerialQueue()
  #saving: Promise<void> = Promise.resolve()
  /** The account as it was saved last, also after the end. */
  #kept: Account | undefined
  #isLeft = false
  #isOver = false
  #isDamaged = false

  constructor(server: AuthorizedServer, deps: AccountSessionDependencies) {
    this.#server = server
    this.#deps = deps
  }

  /** The server, as the connection that was opened last sees it. */
  get server(): AuthorizedServer {
    return this.#server
  }

  get account(): Account | undefined {
    return this.#account
  }

  /** True if the vault holds a value that is no sign-in. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  get proofKey(): DpopKey | undefined {
    return this.#proofKey
  }

  /** A connection is opened again, by its own prompt. */
  begin(server: AuthorizedServer): void {
    this.#server = server
    this.#reportSecrets(this.#account)
  }

  /** Nothing new is to begin. What is under way is still kept. */
  leave(): void {
    this.#isLeft = true
  }

  /** True if another session, or none, continues in its place. */
  get isLeft(): boolean {
    return this.#isLeft || this.#isOver
  }

  /** Resolves when nothing is under way that took the place of what is kept. */
  async settled(): Promise<void> {
    await this.#identityRefreshes.settled()
    await this.#changes.settled()
  }

  /**
   * Resolves when nothing more is written. A pending request's result is stored nowhere, and revoked at its issuer.
   */
  async end(): Promise<void> {
    this.#isOver = true
    this.#account = undefined
    await this.#saving.catch(() => undefined)
  }

  assertGoesOn(): void {
    if (this.isLeft) throw this.#ended()
  }

  /**
   * Reads what is kept, once. Without a keychain there is nothing to wait for: what comes is kept until quit,
   * and one that is there later is read then. Rejects with `sign-in/locked`.
   */
  load(): Promise<void> {
    this.#loading ??= this.#deps.before
      .then(() => this.#find())
      .then((account) => this.#take(account))
      .catch((error: unknown) => {
        this.#loading = undefined
        if (!isGatehouseError(error) || error.data['isGone'] !== true) throw error
      })
    return this.#loading
  }

  /**
   * The same without a look at whether the keychain is locked where nothing is there: for a server that may want no
   * sign-in. Rejects with `sign-in/locked`.
   */
  peek(): Promise<void> {
    if (this.#loading) return this.#loading
    this.#peeking ??= this.#deps.before
      .then(() => this.#find({ isExpected: false }))
      .then((account) => (account ? this.#take(account) : undefined))
      .catch((error: unknown) => {
        this.#peeking = undefined
        throw error
      })
    return this.#peeking
  }

  async #find(options?: SecretReadOptions): Promise<Account | undefined> {
    const { store, drop } = this.#deps
    const found = await store.find(this.#server, options)
    if (!found.account) {
      this.#isDamaged = found.isDamaged
      return undefined
    }
    if (!found.isOthers) return found.account
    await drop(found.account)
    return undefined
  }

  /** Saves the account of a sign-in. An identity is saved when its provider issues it, so the present one stays. */
  keepSignedIn(account: Account): Promise<void> {
    return this.#changes.run(() => {
      const { identity = account.identity } = this.#account ?? {}
      return this.#save(account.identity ? { ...account, identity } : account)
    })
  }

  /**
   * Replaces the tokens of `former`. False if a sign-in has replaced them: its newer tokens stay, and these are
   * revoked.
   */
  replaceTokens(
    former: Account,
    change: Partial<Pick<Account, 'tokens' | 'client' | 'identity'>>,
  ): Promise<boolean> {
    return this.#changes.run(async () => {
      const present = this.#account ?? this.#kept
      if (present && present.tokens === former.tokens) {
        await this.#save({ ...present, ...change })
        return true
      }
      void this.#deps.revoke(unusedOf({ ...former, ...change }, former, present))
      return false
    })
  }

  /** The identity from an identity provider, for all that use it; kept with `first` where nothing is kept yet. */
  identityFor(first: Account): SharedIdentity {
    return {
      present: () => this.#account?.identity,
      keep: (identity: Identity) =>
        this.#changes.run(() => this.#save({ ...(this.#account ?? first), identity })),
      refreshInTurn: (refresh) => this.#identityRefreshes.run(refresh),
    }
  }

  /** On disk before it is used: a crash must not lose what replaced the old. One at a time. */
  async #save(account: Account): Promise<void> {
    this.#reportSecrets(account)
    const proofKey =
      account.proofKey === this.#account?.proofKey
        ? this.#proofKey
        : await readProofKey(account.proofKey)
    const former = this.#kept
    if (this.#isOver) {
      await this.#deps.revoke(newOf(account, former))
      throw this.#ended()
    }
    this.#saving = this.#deps.store.save(this.#server.id, account)
    await this.#saving
    this.#isDamaged = false
    if (former?.identity && !account.identity)
      void this.#deps.revoke({ ...former, tokens: undefined })
    this.#kept = account
    if (this.#isOver) return
    this.#account = account
    this.#proofKey = proofKey
  }

  #ended(): Error {
    return signInError(
      'refused',
      `The sign-in at ${this.#server.name} was ended by another sign-in or sign-out.`,
    )
  }

  async #take(account: Account | undefined): Promise<void> {
    const proofKey = await readProofKey(account?.proofKey)
    // The person may have signed in while it was read.
    if (this.#isOver || this.#account !== undefined) return
    this.#reportSecrets(account)
    this.#kept = account
    this.#account = account
    this.#proofKey = proofKey
  }

  #reportSecrets(account: Account | undefined): void {
    const { tokens, client, identity } = account ?? {}
    const given = this.#server.client
    const credentials = given ? [given.credential] : []
    if (given?.grant === 'enterprise') credentials.push(given.provider.credential)
    const own = [
      tokens?.access,
      tokens?.refresh,
      identity?.token,
      identity?.refresh,
      client?.secret,
    ]
    const secrets = [...own, ...credentials.map(secretOf)]
    this.#server.onSecrets(secrets.flatMap((value) => (value === undefined ? [] : [value])))
  }
}

/** The account without tokens and identity that it shares with `former`: they may still be in use. */
function newOf({ tokens, identity, ...rest }: Account, former: Account | undefined): Account {
  return {
    ...rest,
    ...(tokens?.access === former?.tokens?.access ? {} : { tokens }),
    ...(identity?.refresh === former?.identity?.refresh ? {} : { identity }),
  }
}

/**
 * The parts of an account to revoke. Some issuers return a refresh token that the present account uses too: it stays.
 */
function unusedOf(account: Account, former: Account, present: Account | undefined): Account {
  const { tokens, ...rest } = newOf(account, former)
  if (!tokens) return { ...rest, identity: undefined }
  const { refresh, ...access } = tokens
  const isInUse = refresh !== undefined && refresh === present?.tokens?.refresh
  return { ...rest, tokens: isInUse ? access : tokens, identity: undefined }
}

function secretOf(credential: ClientCredential): string | undefined {
  if (credential.kind === 'none') return undefined
  return credential.kind === 'key' ? credential.key : credential.secret
}
