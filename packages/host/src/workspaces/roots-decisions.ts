import { GatehouseError } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { serverIdentityDigest } from '../secrets/server-identity-digest.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest'>

/** For which servers the person decided what their roots are. A decision holds for one identity. */
export class RootsDecisions {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  isDecided(serverId: string): boolean {
    const identity = this.#identityOf(serverId)
    return identity !== undefined && this.#store.askedAs(serverId) === identity
  }

  /** Throws `server/not-found`. */
  mark(serverId: string): void {
    const identity = this.#identityOf(serverId)
    if (identity === undefined)
      throw new GatehouseError('server/not-found', 'This server no longer exists.')
    this.forgetReplaced(serverId)
    this.#store.markAsked(serverId, identity)
  }

  /** Unshares all folders when the id belongs to another program or account by now. */
  forgetReplaced(serverId: string): void {
    const before = this.#store.askedAs(serverId)
    if (before !== null && before !== this.#identityOf(serverId)) this.#store.forgetServer(serverId)
  }

  get #store(): Dependencies['stores']['workspaces'] {
    return this.#deps.stores.workspaces
  }

  #identityOf(serverId: string): string | undefined {
    const config = this.#deps.stores.servers.list().find(({ id }) => id === serverId)
    return config && serverIdentityDigest(config, this.#deps.digest)
  }
}
