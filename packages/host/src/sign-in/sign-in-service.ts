import type { SignInView } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { receiverDigest } from '../server-secrets/identity-digest.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { signOut } from '../servers/sign-out.ts'

type Dependencies = Pick<HostDependencies, 'authorizations' | 'digest' | 'vault'> & {
  registry: Pick<ServerRegistry, 'get'>
}

/** The sign-ins of servers, as the person sees and ends them. Everything rejects with `server/not-found`. */
export class SignInService {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects with `sign-in/locked` while the keychain cannot be read. */
  view(id: string): Promise<SignInView> {
    const { oauthClient: client } = this.#deps.registry.get(id).config
    return this.#deps.authorizations.view({ id, receiver: this.#receiver(id), client })
  }

  /** Stops the server first: no request goes out with what is deleted. Nothing of it stays in the keychain. */
  async signOut(id: string): Promise<void> {
    const server = this.#deps.registry.get(id)
    if (server.config.transport.kind !== 'http') return
    await server.lifecycle.stop()
    await signOut(server.config, this.#deps)
  }

  /** The same, and nothing is shown of it any more. */
  async forget(id: string): Promise<void> {
    await this.signOut(id)
    await this.#deps.authorizations.forget(id)
  }

  #receiver(id: string): string {
    return receiverDigest(this.#deps.registry.get(id).config, this.#deps.digest)
  }
}
