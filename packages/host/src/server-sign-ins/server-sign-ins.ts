import type { ServerConfig, SignInView } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { receiverDigest } from '../secrets/receiver-digest.ts'
import { signOut, signOutInTime } from './sign-out.ts'

type Dependencies = Pick<
  HostDependencies,
  'authorizations' | 'digest' | 'stores' | 'vault' | 'timers' | 'events'
> & {
  registry: { get(id: string): SignedInServer }
}

/** The part of a server that ending its sign-in needs. */
interface SignedInServer {
  readonly config: ServerConfig
  readonly lifecycle: {
    start(): void
    stop(): Promise<void>
    /** No start begins before the result is called. */
    hold(): () => void
  }
}

/** The sign-ins of servers, as the person sees and ends them. Everything rejects with `server/not-found`. */
export class ServerSignIns {
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
    try {
      await server.lifecycle.stop()
      await signOut(server.config, this.#deps)
    } finally {
      this.#deps.events.emit('secret.changed', {})
    }
  }

  /** Starts the server anew with a sign-in of its own; what is kept stays until the person signed in. */
  async signInAgain(id: string): Promise<void> {
    const { lifecycle, config } = this.#deps.registry.get(id)
    if (config.transport.kind !== 'http') return
    await lifecycle.stop()
    lifecycle.start()
    // A start by itself uses what is kept; it opens the connection after this.
    this.#deps.authorizations.signInAgain(id)
  }

  /** Signs out and shows nothing of the sign-in afterwards. A start that is requested during it begins after it. */
  async forget(id: string): Promise<void> {
    const { lifecycle, config } = this.#deps.registry.get(id)
    // A program runs on: what is left was given for an address.
    const isProgram = config.transport.kind !== 'http'
    const release = isProgram ? () => undefined : lifecycle.hold()
    try {
      if (!isProgram) {
        await lifecycle.stop()
        await signOutInTime(config, this.#deps)
      }
      await this.#deps.authorizations.forget(id)
    } finally {
      release()
      this.#deps.events.emit('secret.changed', {})
    }
  }

  #receiver(id: string): string {
    return receiverDigest(this.#deps.registry.get(id).config, this.#deps.digest)
  }
}
