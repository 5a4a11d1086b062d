import { GatehouseError, valueOfJson } from '@gatehouse/domain'
import {
  storedAuditKeySchema,
  type AuditKey,
  type AuditPlace,
  type StoredAuditKey,
} from '@gatehouse/domain/audit'
import type { AuditKeyStore, AuditKeySwitch, Clock, SecretVault } from '../ports/index.ts'

/** Shortest time between two writes of the anchor, in milliseconds. */
const ANCHOR_EVERY_MS = 60_000

interface Dependencies {
  vault: SecretVault
  keys: AuditKeyStore
  /** Profiles of one person share a keychain. */
  profile: string
  clock: Clock
}

/**
 * Returns the vault, and signs the audit record with a key in it. The key is read, and its anchor written, only right
 * after another use of the keychain: it is open then, and nobody is prompted. The key is made once a secret was
 * stored. Uses of the vault never wait for this and never fail by it. `auditKeys` changes the key for a restore.
 */
export function withAuditKey<Vault extends SecretVault>(
  dependencies: Omit<Dependencies, 'vault'> & { vault: Vault },
): { vault: Vault; auditKeys: AuditKeySwitch } {
  const { vault } = dependencies
  const keeper = new AuditKeyKeeper(dependencies)
  const used: Vault = {
    ...vault,
    async probe() {
      const state = await vault.probe()
      keeper.onUse()
      return state
    },
    async get(ref, options) {
      const found = await vault.get(ref, options)
      if (found.kind === 'there') keeper.onUse()
      return found
    },
    async set(ref, secret) {
      await vault.set(ref, secret)
      keeper.onStored()
    },
  }
  return { vault: used, auditKeys: keeper }
}

class AuditKeyKeeper implements AuditKeySwitch {
  readonly #dependencies: Dependencies
  readonly #ref: string
  #key: StoredAuditKey | null = null
  #anchoredAt = 0
  /** The present use of the keychain. */
  #running: Promise<void> | undefined
  /** The entry is that of other data, which the next start uses. */
  #isSwitched = false
  /** True once a secret was stored, if only in memory. */
  #hasStored = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#ref = `audit-key/${dependencies.profile}`
  }

  onStored(): void {
    this.#hasStored = true
    this.onUse()
  }

  /** Does nothing while no keychain can be used. */
  onUse(): void {
    if (!this.#running && !this.#isSwitched && this.#isKeychain()) this.#running = this.#run()
  }

  begin(place: AuditPlace): Promise<void> {
    return this.#switch((present) => ({
      ...this.#dependencies.keys.create(),
      begins: place,
      anchor: place,
      aside: present,
    }))
  }

  exchange(): Promise<void> {
    return this.#switch((present, aside) => aside && { ...aside, aside: present })
  }

  /** Without a key in the keychain nothing is signed, and nothing is to be changed. */
  async #switch(
    next: (present: AuditKey, aside: AuditKey | undefined) => StoredAuditKey | undefined,
  ): Promise<void> {
    const { vault } = this.#dependencies
    await this.#running
    const found = await vault.get(this.#ref)
    if (found.kind === 'locked')
      throw new GatehouseError(
        'backup/keychain-locked',
        'The keychain is locked. Unlock it, then try again. Your data was not changed.',
      )
    const stored = found.kind === 'there' ? auditKeyIn(found.secret) : null
    if (!stored) return
    this.#isSwitched = true
    const { aside, ...present } = stored
    const key = next(present, aside)
    await (key ? vault.set(this.#ref, JSON.stringify(key)) : vault.delete(this.#ref))
  }

  async #run(): Promise<void> {
    const hadStored = this.#hasStored
    await (this.#key ? this.#moveAnchor(this.#key) : this.#findKey()).catch(() => undefined)
    this.#running = undefined
    if (!hadStored && this.#hasStored && !this.#key) this.onUse()
  }

  async #findKey(): Promise<void> {
    const { vault, keys } = this.#dependencies
    const isMade = this.#hasStored
    // A locked keychain responds as an empty one. A new key in its place would end the use of the stored one.
    const found = await vault.get(this.#ref, { isExpected: isMade })
    if (!this.#isKeychain()) return
    const known = found.kind === 'there' ? auditKeyIn(found.secret) : null
    if (known) {
      this.#use(known)
      return this.#moveAnchor(known)
    }
    if (found.kind !== 'there' && found.kind !== 'absent') return
    keys.use(null)
    if (isMade) await this.#store(keys.create())
  }

  /** An anchor that the record no longer holds stays, so that each check finds the fault. */
  async #moveAnchor(key: StoredAuditKey): Promise<void> {
    const { keys, clock } = this.#dependencies
    if (clock.now() - this.#anchoredAt < ANCHOR_EVERY_MS) return
    const anchor = keys.head()
    if (anchor.record === key.anchor.record || !keys.holds(key.anchor)) return
    await this.#store({ ...key, anchor })
  }

  /** A key that only memory holds is not used: nothing could check its signatures later. */
  async #store(key: StoredAuditKey): Promise<void> {
    const { vault, clock } = this.#dependencies
    this.#anchoredAt = clock.now()
    await vault.set(this.#ref, JSON.stringify(key))
    if (this.#isKeychain()) this.#use(key)
  }

  #use(key: StoredAuditKey): void {
    this.#key = key
    this.#dependencies.keys.use(key)
  }

  #isKeychain(): boolean {
    return this.#dependencies.vault.state().kind === 'keychain'
  }
}

const auditKeyIn = (text: string): StoredAuditKey | null =>
  storedAuditKeySchema.safeParse(valueOfJson(text)).data ?? null
