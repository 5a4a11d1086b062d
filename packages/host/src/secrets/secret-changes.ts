import { SerialQueue } from '@gatehouse/base'
import { valueOfJson, type ModelProvider, type ServerConfig } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { oauthClientSecretRefs } from './oauth-client-secrets.ts'
import { networkSecretRefs } from './proxy-secrets.ts'
import { secretRefs } from './server-secrets.ts'

/**
 * The vault's reference of the references that an unfinished change may leave behind. Each profile has its own: it
 * would delete those of another one, which its records do not name.
 */
const pendingCleanupRefOf = (profile: string): string => `unfinished-changes/${profile}`

/** The secrets of a change: new ones by their references, and references that it may delete. */
export interface SecretChange {
  newSecrets: ReadonlyMap<string, string>
  replacedRefs: readonly string[]
}

type Dependencies = Pick<HostDependencies, 'vault' | 'stores' | 'ids' | 'profile'> & {
  /** Called when other secrets are there, before those that nothing names are forgotten. Must not throw. */
  onChanged?: () => Promise<void>
}

/** References to delete from the keychain, as they are stored there. */
interface PendingCleanup {
  /** References of unfinished changes: deleted unless a record names them. */
  unfinished: Set<string>
  /** References that the person deletes, whoever names them. */
  forgetting: Set<string>
}

/**
 * Changes records together with their secrets. A typed secret always gets a new reference, which only the new record
 * names: whatever fails, and whenever the app is killed, the old record names its old secrets and the new one its new
 * ones. Secrets that no record names in the end are deleted, after a kill at the first use of the keychain that follows.
 */
export class SecretChanges {
  readonly #deps: Dependencies
  readonly #pendingCleanupRef: string
  readonly #changes = new SerialQueue()
  #pendingCleanup: Promise<PendingCleanup> | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#pendingCleanupRef = pendingCleanupRefOf(deps.profile)
  }

  /** A reference that was never used, e.g. `server/abc/env/TOKEN/…`. */
  newRef(place: string): string {
    return `${place}/${this.#deps.ids.next()}`
  }

  /** Runs one change after the other: each sees the records that the one before it left. */
  runExclusive<Value>(change: () => Promise<Value>): Promise<Value> {
    return this.#changes.run(change)
  }

  /** `keep` saves the record. Rejects as it and the vault do, and then forgets what was typed. */
  async change<Value>(
    { newSecrets, replacedRefs }: SecretChange,
    keep: () => Value | Promise<Value>,
  ): Promise<Value> {
    const refs = [...newSecrets.keys(), ...replacedRefs]
    if (refs.length === 0) return keep()
    await this.#updatePendingCleanup(({ unfinished }) => refs.forEach((ref) => unfinished.add(ref)))
    try {
      for (const [ref, secret] of newSecrets) await this.#deps.vault.set(ref, secret)
      return await keep()
    } finally {
      await this.#deps.onChanged?.()
      await this.#forgetUnnamed(refs)
    }
  }

  /**
   * Forgets these although records name them; `forgetOne` takes one out. A kill in between leaves none of them:
   * the next use takes out the rest. One after the other, in their order. Rejects as `forgetOne` and the vault do, and then the rest stays noted.
   */
  async forget(refs: readonly string[], forgetOne: (ref: string) => Promise<void>): Promise<void> {
    await this.#updatePendingCleanup(({ forgetting }) => refs.forEach((ref) => forgetting.add(ref)))
    for (const ref of refs) await forgetOne(ref)
    await this.#updatePendingCleanup(({ forgetting }) =>
      refs.forEach((ref) => forgetting.delete(ref)),
    )
  }

  /** Forgets what changes left behind that a kill ended, and what the person had forgotten. */
  tidy(): Promise<void> {
    return this.runExclusive(async () => {
      const pending = await this.#read().catch(() => undefined)
      if (!pending) return
      const forgetting = [...pending.forgetting]
      if (forgetting.length > 0)
        await this.forget(forgetting, (ref) => this.#deps.vault.delete(ref)).catch(() => undefined)
      if (pending.unfinished.size > 0) await this.#forgetUnnamed([...pending.unfinished])
    })
  }

  /** Never rejects: the change itself is through or has failed, and the next start does it again. */
  async #forgetUnnamed(refs: readonly string[]): Promise<void> {
    const { stores, vault } = this.#deps
    try {
      const named = new Set([
        ...stores.servers.list().flatMap(secretRefsOf),
        ...stores.providers.list().flatMap(providerRefs),
        ...networkSecretRefs(stores.settings.load().network),
      ])
      for (const ref of refs) if (!named.has(ref)) await vault.delete(ref)
      await this.#updatePendingCleanup(({ unfinished }) =>
        refs.forEach((ref) => unfinished.delete(ref)),
      )
    } catch {
      // The references stay noted.
    }
  }

  async #updatePendingCleanup(change: (pending: PendingCleanup) => void): Promise<void> {
    const pending = await this.#read()
    change(pending)
    const { unfinished, forgetting } = pending
    const lines = [...unfinished, ...[...forgetting].map((forget) => ({ forget }))]
    if (lines.length === 0) await this.#deps.vault.delete(this.#pendingCleanupRef)
    else await this.#deps.vault.set(this.#pendingCleanupRef, JSON.stringify(lines))
  }

  #read(): Promise<PendingCleanup> {
    const reading = (this.#pendingCleanup ??= this.#deps.vault.get(this.#pendingCleanupRef).then(
      (result) => {
        // What a keychain that cannot be read has noted is not known, and is asked for again.
        if (result.kind === 'locked' || result.kind === 'unavailable')
          this.#pendingCleanup = undefined
        return pendingCleanupIn(result.kind === 'there' ? result.secret : undefined)
      },
      (error: unknown) => {
        this.#pendingCleanup = undefined
        throw error
      },
    ))
    return reading
  }
}

/** Every reference that a server's record names. */
export function secretRefsOf({ transport, network, oauthClient }: ServerConfig): string[] {
  return [
    ...secretRefs(transport),
    ...networkSecretRefs(network),
    ...oauthClientSecretRefs(oauthClient),
  ]
}

/** Under which the key of a provider is kept; without one in its record, as an earlier version did. */
export function keyRefOf({ id, keyRef }: ModelProvider): string {
  return keyRef ?? `provider/${id}/key`
}

/** Under which the secret headers of a provider are kept. */
export function headerRefsOf({ headers = [] }: ModelProvider): string[] {
  return headers.flatMap(({ value }) => (value.kind === 'secret' ? [value.ref] : []))
}

function providerRefs(provider: ModelProvider): string[] {
  const key = provider.hasKey ? [keyRefOf(provider)] : []
  return [...key, ...headerRefsOf(provider)]
}

function pendingCleanupIn(text: string | undefined): PendingCleanup {
  const pending: PendingCleanup = { unfinished: new Set(), forgetting: new Set() }
  const lines = text === undefined ? [] : valueOfJson(text)
  for (const line of Array.isArray(lines) ? lines : []) {
    if (typeof line === 'string') pending.unfinished.add(line)
    else if (typeof line === 'object' && line !== null && !Array.isArray(line)) {
      const { forget } = line
      if (typeof forget === 'string') pending.forgetting.add(forget)
    }
  }
  return pending
}
