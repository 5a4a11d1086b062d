import { inventoryOwnerSchema, valueOfJson, type InventoryOwner } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { secretsOfNetwork, secretsOfProvider, secretsOfServer } from './secret-subjects.ts'

/** The vault's reference of the inventory. Each profile has its own, as they share one keychain. */
const refOf = (profile: string): string => `kept-secrets/${profile}`

/** This app never makes a longer list. */
const MAX_OWNERS = 10_000

type Dependencies = Pick<HostDependencies, 'vault' | 'stores' | 'profile'>

/**
 * Which secrets this profile has put into the keychain, and whose they were. A keychain cannot be asked for that
 * without giving out every value, nor which of its entries are of this profile. It is in the keychain
 * itself, so that what the database loses is still known here. A reference goes only once the keychain has
 * been seen not to have it.
 *
 * Without a keychain it is not kept: what is in memory then goes with it.
 */
export class SecretInventory {
  readonly #deps: Dependencies
  readonly #place: string
  #owners = new Map<string, InventoryOwner>()
  #isRead = false
  #written = ''

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#place = refOf(deps.profile)
  }

  /** Takes in what the records name now, and returns all that is known. Never rejects. */
  async update(): Promise<InventoryOwner[]> {
    await this.#read()
    for (const owner of recordedOwners(this.#deps)) {
      const { refs = [] } = this.#owners.get(keyOf(owner)) ?? {}
      this.#owners.set(keyOf(owner), { ...owner, refs: [...new Set([...refs, ...owner.refs])] })
    }
    await this.#write()
    return [...this.#owners.values()]
  }

  /** Takes in what the records name now; leaves the keychain alone where they name nothing. Never rejects. */
  async updateIfRecorded(): Promise<void> {
    if (recordedOwners(this.#deps).length > 0) await this.update()
  }

  /** Lets go of references that the keychain has no entry for, unless a record names them. Never rejects. */
  async drop(refs: ReadonlySet<string>): Promise<void> {
    const recorded = new Map(recordedOwners(this.#deps).map((owner) => [keyOf(owner), owner]))
    for (const [key, owner] of this.#owners) {
      const named = new Set(recorded.get(key)?.refs)
      const left = owner.refs.filter((ref) => named.has(ref) || !refs.has(ref))
      if (left.length === 0) this.#owners.delete(key)
      else this.#owners.set(key, { ...owner, refs: left })
    }
    await this.#write()
  }

  async #read(): Promise<void> {
    if (this.#isRead) return
    const result = await this.#deps.vault.get(this.#place).catch(() => undefined)
    if (result?.kind !== 'there' && result?.kind !== 'absent') return
    this.#isRead = true
    if (result.kind === 'absent') return
    this.#written = result.secret
    for (const owner of ownersIn(result.secret)) {
      const { refs = [] } = this.#owners.get(keyOf(owner)) ?? {}
      this.#owners.set(keyOf(owner), { ...owner, refs: [...new Set([...owner.refs, ...refs])] })
    }
  }

  /** Not before it was read, nor while the keychain is not there: what is in it must not be lost. */
  async #write(): Promise<void> {
    const { vault } = this.#deps
    if (!this.#isRead || vault.state().kind !== 'keychain') return
    const text = JSON.stringify([...this.#owners.values()])
    if (text === this.#written || (this.#owners.size === 0 && this.#written === '')) return
    try {
      if (this.#owners.size === 0) await vault.delete(this.#place)
      else await vault.set(this.#place, text)
      this.#written = this.#owners.size === 0 ? '' : text
    } catch {
      // The next update writes it.
    }
  }
}

/** The app's own network setting. The window has words for its name. */
export const NETWORK_OWNER = { kind: 'network', id: 'global', name: '', hue: null } as const

/** Everything that has, or is to have, secrets. */
function recordedOwners({ stores }: Pick<HostDependencies, 'stores'>): InventoryOwner[] {
  const servers = stores.servers.list().map((config): InventoryOwner => {
    const { id, name, hue } = config
    return { kind: 'server', id, name, hue, refs: refsOf(secretsOfServer(config)) }
  })
  const providers = stores.providers.list().map((provider): InventoryOwner => {
    const { id, name } = provider
    return { kind: 'provider', id, name, hue: null, refs: refsOf(secretsOfProvider(provider)) }
  })
  const network: InventoryOwner = {
    ...NETWORK_OWNER,
    refs: refsOf(secretsOfNetwork(stores.settings.load().network)),
  }
  return [...servers, ...providers, network].filter(({ refs }) => refs.length > 0)
}

function refsOf(secrets: readonly { ref: string }[]): string[] {
  return secrets.map(({ ref }) => ref)
}

function keyOf({ kind, id }: InventoryOwner): string {
  return `${kind}/${id}`
}

/** The readable owners, each with the references to its own secrets only; the rest is left out. */
function ownersIn(text: string): InventoryOwner[] {
  const list = valueOfJson(text)
  if (!Array.isArray(list)) return []
  return list.slice(0, MAX_OWNERS).flatMap((item) => {
    const owner = inventoryOwnerSchema.safeParse(item)
    if (!owner.success) return []
    const below = `${keyOf(owner.data)}/`
    return [{ ...owner.data, refs: owner.data.refs.filter((ref) => ref.startsWith(below)) }]
  })
}
