import { isGatehouseError } from '@gatehouse/domain'
import type { AuthorizedServer, ClientCredential } from '@gatehouse/host/ports'
import type { Account, AccountStore } from './account.ts'
import { readProofKey, type ProofKey } from './proof-key.ts'
import { signInError } from './sign-in-error.ts'

export interface AccountSessionDependencies {
  store: AccountStore
  /** Revokes what came when nobody wanted it any more: tokens, and what an identity provider gave. Never rejects. */
  revoke(account: Account): Promise<void>
  /** Removes what was kept for another address or client. */
  drop(account: Account): Promise<void>
  /** What must be over before anything is read. */
  before: Promise<void>
}

/**
 * The account at one server: read once, on disk and reported to those who hide secrets before it is used, and
 * revoked when it comes after the end.
 */
export class AccountSession {
  #server: AuthorizedServer
  readonly #deps: AccountSessionDependencies
  #loading: Promise<void> | undefined
  #account: Account | undefined
  #proofKey: ProofKey | undefined
  #saving: Promise<void> = Promise.resolve()
  /** As it was kept last, also after the end. */
  #kept: Account | undefined
  #isOver = false
  #isDamaged = false

  constructor(server: AuthorizedServer, deps: AccountSessionDependencies) {
    this.#server = server
    this.#deps = deps
  }

  /** As the connection that was opened last sees it. */
  get server(): AuthorizedServer {
    return this.#server
  }

  get account(): Account | undefined {
    return this.#account
  }

  /** Whether something is kept that is no sign-in. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  get proofKey(): ProofKey | undefined {
    return this.#proofKey
  }

  /** A connection is opened anew, by its own prompt. */
  begin(server: AuthorizedServer): void {
    this.#server = server
    this.#reportSecrets(this.#account)
  }

  /**
   * Resolves when it writes nothing any more. What a request that is under way still brings is kept nowhere,
   * and revoked at its issuer.
   */
  async end(): Promise<void> {
    this.#isOver = true
    this.#account = undefined
    await this.#saving.catch(() => undefined)
  }

  assertGoesOn(): void {
    if (this.#isOver)
      throw signInError('refused', `The sign-in at ${this.#server.name} was ended meanwhile.`)
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

  async #find(): Promise<Account | undefined> {
    const { store, drop } = this.#deps
    const found = await store.find(this.#server)
    if (!found.account) {
      this.#isDamaged = found.isDamaged
      return undefined
    }
    if (!found.isOthers) return found.account
    await drop(found.account)
    return undefined
  }

  /** What a sign-in brought, with the key that its tokens are bound to. */
  async keepSignedIn(account: Account): Promise<void> {
    await this.#keep(account, await readProofKey(account.proofKey))
  }

  /** What takes the place of `former`, unless a sign-in did meanwhile: what is newer stays. */
  async replace(former: Account, account: Account): Promise<void> {
    if (this.#account !== undefined && this.#account !== former) return
    await this.#keep(account, this.#proofKey)
  }

  /** On disk before it is used: a crash must not lose what replaced the old. */
  async #keep(account: Account, proofKey: ProofKey | undefined): Promise<void> {
    this.#reportSecrets(account)
    const former = this.#kept
    if (this.#isOver) await this.#deps.revoke(newOf(account, former))
    this.assertGoesOn()
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

/** Without what is as it was kept before: that may be in use by who came after. */
function newOf({ tokens, identity, ...rest }: Account, former: Account | undefined): Account {
  return {
    ...rest,
    ...(tokens?.access === former?.tokens?.access ? {} : { tokens }),
    ...(identity?.refresh === former?.identity?.refresh ? {} : { identity }),
  }
}

function secretOf(credential: ClientCredential): string | undefined {
  if (credential.kind === 'none') return undefined
  return credential.kind === 'key' ? credential.key : credential.secret
}
