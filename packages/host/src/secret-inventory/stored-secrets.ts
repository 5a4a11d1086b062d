import {
  GatehouseError,
  type InventoryOwner,
  type StoredSecret,
  type SecretGroup,
  type SecretOwner,
  type SecretState,
  type SecretSubject,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { SecretPresence } from '../ports/index.ts'
import type { ServerSignIns } from '../server-sign-ins/server-sign-ins.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import type { SecretChanges } from '../secrets/secret-changes.ts'
import { NETWORK_OWNER, type SecretInventory } from './secret-inventory.ts'
import {
  secretsOfNetwork,
  secretsOfProvider,
  secretsOfServer,
  subjectOfRef,
  type NamedSecret,
} from './secret-subjects.ts'

type Dependencies = Pick<
  HostDependencies,
  'vault' | 'stores' | 'events' | 'ids' | 'authorizations'
> & {
  registry: Pick<ServerRegistry, 'all'>
  signIns: Pick<ServerSignIns, 'view' | 'forget'>
  secrets: SecretChanges
  inventory: SecretInventory
}

/** A secret that may be in the keychain, and whether a record names it. */
interface Candidate extends NamedSecret {
  isNamed: boolean
}

interface OwnedCandidates {
  owner: SecretOwner
  candidates: Candidate[]
}

/** Lists the secrets in the keychain for the person, and deletes them. No value is read out of the vault. */
export class StoredSecrets {
  readonly #deps: Dependencies
  /** Secrets that the person deleted since the start, so that none of them is reported as lost. */
  readonly #forgotten = new Set<string>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Secrets grouped by recipient: servers, providers, and leftovers of removed ones. */
  async list(): Promise<SecretGroup[]> {
    const { vault, inventory } = this.#deps
    const owned = await this.#owned()
    const refs = owned.flatMap(({ candidates }) => candidates.map(({ ref }) => ref))
    const found = await vault.presenceOf(refs)
    const presences = new Map(refs.map((ref, index) => [ref, found[index] ?? 'absent']))
    await inventory.drop(new Set(refs.filter((ref) => presences.get(ref) === 'absent')))
    const groups: SecretGroup[] = []
    for (const { owner, candidates } of owned) {
      const secrets: StoredSecret[] = []
      for (const candidate of candidates) {
        const presence = presences.get(candidate.ref) ?? 'absent'
        const secret = await this.#view(owner, candidate, presence)
        if (secret) secrets.push(secret)
      }
      if (secrets.length > 0) groups.push({ owner, secrets })
    }
    return groups
  }

  /**
   * Forgets exactly these secrets, and ignores references of other profiles. A server whose sign-in is forgotten is
   * stopped and signed out at its issuer. Rejects with `secret/keychain-locked` or `secret/keychain-unavailable`
   * before anything is forgotten, and when the keychain fails during it.
   */
  async forget(refs: readonly string[]): Promise<void> {
    const { secrets, events } = this.#deps
    try {
      await secrets.runExclusive(() => this.#forget(new Set(refs)))
    } finally {
      events.emit('secret.changed', {})
    }
  }

  async #forget(asked: ReadonlySet<string>): Promise<void> {
    const { vault, secrets } = this.#deps
    const owners = new Map<string, SecretOwner>()
    for (const { owner, candidates } of await this.#owned())
      for (const { ref } of candidates) if (asked.has(ref)) owners.set(ref, owner)
    // Signing out at an issuer still needs the other secrets of the server.
    const refs = [...owners.keys()].toSorted((a, b) => Number(isSignIn(b)) - Number(isSignIn(a)))
    const presences = await vault.presenceOf(refs)
    assertReachable(presences)
    const before = vault.state().kind
    await secrets.forget(refs, async (ref) => {
      this.#forgotten.add(ref)
      const owner = owners.get(ref)
      if (owner?.kind === 'server' && isSignIn(ref)) await this.#signOut(owner, ref)
      else await vault.delete(ref)
    })
    if (before === 'keychain' && vault.state().kind !== 'keychain') throw interrupted()
  }

  /** Deletes the stored tokens even if the issuer could not be notified. */
  async #signOut({ id, isGone }: SecretOwner, ref: string): Promise<void> {
    const { signIns, authorizations, vault } = this.#deps
    const forgetting = isGone ? authorizations.forget(id) : signIns.forget(id)
    const isForgotten = await forgetting.then(
      () => true,
      () => false,
    )
    // The person may have started it again and signed in.
    if (isForgotten) return
    await authorizations.forget(id)
    await vault.delete(ref)
  }

  async #view(
    owner: SecretOwner,
    { ref, subject, receiver, isNamed }: Candidate,
    presence: SecretPresence,
  ): Promise<StoredSecret | undefined> {
    const isHere = presence === 'kept' || presence === 'until-quit' || presence === 'damaged'
    // Only what is there can be left over, and no one has to have signed in.
    if (!isHere && (!isNamed || isSignIn(ref))) return undefined
    const since = this.#deps.ids.timeOf(ref.split('/').at(-1) ?? '') ?? null
    if (!isNamed) return { ref, subject, receiver: null, since, state: 'left-over' }
    const state = this.#stateOf(ref, presence)
    const known = { ref, subject, receiver, since, state }
    return isSignIn(ref) && isHere ? this.#signIn(owner, known) : known
  }

  #stateOf(ref: string, presence: SecretPresence): SecretState {
    if (presence !== 'absent') return presence
    return this.#forgotten.has(ref) ? 'forgotten' : 'missing'
  }

  /** Adds the issuer and the time of the sign-in, from the stored account of the server. */
  async #signIn({ id }: SecretOwner, secret: StoredSecret): Promise<StoredSecret> {
    const view = await this.#deps.signIns.view(id).catch(() => undefined)
    if (view?.isDamaged === true || secret.state === 'damaged')
      return { ...secret, state: 'damaged' }
    if (!view?.account) return { ...secret, state: 'unused' }
    const { issuer, token } = view.account
    const subject: SecretSubject = token
      ? { kind: 'sign-in', issuer: hostOf(issuer) }
      : { kind: 'registration', issuer: hostOf(issuer) }
    return { ...secret, subject, since: token?.obtainedAt ?? null }
  }

  /** Everything that records name, and what the inventory knows besides. */
  async #owned(): Promise<OwnedCandidates[]> {
    const { stores, registry, inventory } = this.#deps
    const known = new Map(
      (await inventory.update()).map((owner) => [`${owner.kind}/${owner.id}`, owner]),
    )
    const take = (owner: SecretOwner, named: readonly NamedSecret[]): OwnedCandidates => {
      const key = `${owner.kind}/${owner.id}`
      const { refs = [] } = known.get(key) ?? {}
      known.delete(key)
      return { owner, candidates: candidatesOf(named, refs) }
    }
    const servers = registry.all().map((server) => {
      const { config } = server
      const { id, name, hue } = config
      const { status } = server.view().connection
      const isRunning = status === 'ready' || status === 'starting'
      return take(
        { kind: 'server', id, name, hue, isGone: false, isRunning },
        secretsOfServer(config),
      )
    })
    const providers = stores.providers.list().map((provider) => {
      const { id, name } = provider
      return take(
        { kind: 'provider', id, name, hue: null, isGone: false, isRunning: false },
        secretsOfProvider(provider),
      )
    })
    const network = take(
      { ...NETWORK_OWNER, isGone: false, isRunning: false },
      secretsOfNetwork(stores.settings.load().network),
    )
    const gone = [...known.values()].map((owner) => ({
      owner: goneOwner(owner),
      candidates: candidatesOf([], owner.refs),
    }))
    return [...servers, ...providers, network, ...gone]
  }
}

function candidatesOf(named: readonly NamedSecret[], known: readonly string[]): Candidate[] {
  const refs = new Set(named.map(({ ref }) => ref))
  const others = known.filter((ref) => !refs.has(ref))
  return [
    ...named.map((secret) => ({ ...secret, isNamed: true })),
    ...others.map((ref) => ({ ref, subject: subjectOfRef(ref), receiver: null, isNamed: false })),
  ]
}

function goneOwner({ kind, id, name, hue }: InventoryOwner): SecretOwner {
  return { kind, id, name, hue, isGone: true, isRunning: false }
}

function isSignIn(ref: string): boolean {
  return subjectOfRef(ref).kind === 'sign-in'
}

/** Its host; the issuer itself where it is not an address. */
function hostOf(issuer: string): string {
  try {
    return new URL(issuer).host
  } catch {
    return issuer
  }
}

function interrupted(): GatehouseError {
  return new GatehouseError(
    'secret/forget-interrupted',
    'The keychain became unavailable midway. The rest is deleted once it can be used again.',
  )
}

/** Forgetting would be put off until the keychain can be used again, and be lost when the app is quit. */
function assertReachable(presences: readonly SecretPresence[]): void {
  const why = presences.find((one) => one === 'locked' || one === 'unavailable')
  if (why === undefined) return
  const state = why === 'locked' ? 'is locked' : 'cannot be used now'
  throw new GatehouseError(
    `secret/keychain-${why}`,
    `The keychain ${state}, so nothing was forgotten. Unlock it and try again.`,
  )
}
