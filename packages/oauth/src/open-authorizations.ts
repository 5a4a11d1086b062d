import { withTimeout } from '@gatehouse/base'
import type { AuthorizedServer } from '@gatehouse/host/ports'
import type { ServerAuthorization } from './server-authorization.ts'

/** Milliseconds that a refresh under way has when the app is left. */
const LEAVING_MS = 3000
/** The same when the network settings of its server change: longer than any one request takes. */
const HANDING_OVER_MS = 20_000

interface Leaving {
  id: string
  authorization: ServerAuthorization
  /** Resolves when nothing more is written. */
  done: Promise<void>
}

/** The authorization of each opened server, until nothing of it is pending. */
export class OpenAuthorizations {
  readonly #create: (server: AuthorizedServer, before: Promise<void>) => ServerAuthorization
  readonly #servers = new Map<string, { key: string; authorization: ServerAuthorization }>()
  /** Authorizations that ended, or were handed over to another one of their server. */
  readonly #leaving = new Set<Leaving>()

  /** @param create makes one that reads nothing before `before` is over */
  constructor(create: (server: AuthorizedServer, before: Promise<void>) => ServerAuthorization) {
    this.#create = create
  }

  /** The authorization shared by all connections of a server; changed network settings get a new one. */
  open(server: AuthorizedServer): ServerAuthorization {
    const [id, key] = [server.id, keyOf(server)]
    const kept = this.#servers.get(id)
    const authorization =
      kept?.key === key ? kept.authorization : this.#create(server, this.#handOver(id))
    this.#servers.set(id, { key, authorization })
    authorization.begin(server)
    return authorization
  }

  get(id: string): ServerAuthorization | undefined {
    return this.#servers.get(id)?.authorization
  }

  /** Resolves when nothing more of this server is written. */
  async end(id: string): Promise<void> {
    const kept = this.get(id)
    this.#servers.delete(id)
    if (kept) this.#watch(id, kept, kept.end())
    await Promise.all(this.#leavingOf(id).map(({ authorization }) => authorization.end()))
  }

  /** Waits, at most three seconds, for refreshes under way and until they are in the vault. */
  leave(): Promise<void> {
    const all = [...this.#servers.values(), ...this.#leaving]
    return settle(
      all.map(({ authorization }) => authorization),
      LEAVING_MS,
    )
  }

  /** Waits until the old authorization has saved its tokens, before the new one reads them. */
  async #handOver(id: string): Promise<void> {
    const kept = this.get(id)
    if (kept) {
      kept.leave()
      const settled = settle([kept], HANDING_OVER_MS)
      this.#watch(
        id,
        kept,
        settled.then(() => kept.end()),
      )
    }
    await Promise.all(this.#leavingOf(id).map(({ done }) => done))
  }

  #watch(id: string, authorization: ServerAuthorization, done: Promise<void>): void {
    const one = { id, authorization, done }
    this.#leaving.add(one)
    void Promise.all([done, authorization.settled()]).finally(() => this.#leaving.delete(one))
  }

  #leavingOf(id: string): Leaving[] {
    return [...this.#leaving].filter((one) => one.id === id)
  }
}

/** Another way to the server, or another client there, starts over. */
function keyOf({ receiver, url, network, client, redirect }: AuthorizedServer): string {
  return JSON.stringify([receiver, url, network, client, redirect])
}

async function settle(
  authorizations: readonly ServerAuthorization[],
  timeoutMs: number,
): Promise<void> {
  await withTimeout(
    Promise.all(authorizations.map((authorization) => authorization.settled())),
    timeoutMs,
  )
}
