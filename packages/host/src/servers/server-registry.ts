import {
  GatehouseError,
  SERVER_HUE_COUNT,
  type AuditRecord,
  type LaunchReview,
  type ServerConfig,
  type ServerDraft,
  type ServerView,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { launchRisks } from './launch-risks.ts'
import { ManagedServer } from './managed-server.ts'
import { secretRefs, storeSecrets } from './server-secrets.ts'

/** How many servers start at the same time when the app is launched. */
const LAUNCH_PARALLEL = 6
/** Milliseconds after which a review can no longer be saved. */
const REVIEW_LIFETIME_MS = 30 * 60_000

/** All configured servers: reviewed, saved, started, removed. */
export class ServerRegistry {
  readonly #servers = new Map<string, ManagedServer>()
  readonly #reviews = new Map<string, LaunchReview>()
  readonly #deps: HostDependencies

  constructor(deps: HostDependencies) {
    this.#deps = deps
    for (const config of deps.stores.servers.list())
      this.#servers.set(config.id, new ManagedServer(config, deps))
  }

  list(): ServerView[] {
    return [...this.#servers.values()].map((server) => server.view())
  }

  /** Throws `server/not-found`. */
  get(id: string): ManagedServer {
    const server = this.#servers.get(id)
    if (!server) throw new GatehouseError('server/not-found', 'There is no such server any more.')
    return server
  }

  /** All servers whose tools may be offered, in a stable order. */
  offered(): ManagedServer[] {
    return [...this.#servers.values()].filter((server) => server.isOffered())
  }

  /** Runs nothing; see {@link LaunchReview}. Rejects with `server/name-taken`, `server/not-found`. */
  async review(draft: ServerDraft): Promise<LaunchReview> {
    if (draft.id !== undefined) this.get(draft.id)
    assertNameFree(draft, this.#servers)
    const { transport } = draft
    const resolution =
      transport.kind === 'stdio'
        ? await this.#deps.connections.resolveCommand(transport.command, transport.cwd)
        : null
    const review: LaunchReview = {
      id: this.#deps.ids.next(),
      draft,
      resolution,
      risks: launchRisks(transport, resolution),
      createdAt: this.#deps.clock.now(),
    }
    for (const old of this.#reviews.values())
      if (review.createdAt - old.createdAt > REVIEW_LIFETIME_MS) this.#reviews.delete(old.id)
    this.#reviews.set(review.id, review)
    return review
  }

  /** Saves what was reviewed. Rejects with `server/review-expired`. */
  async save(reviewId: string, start: boolean): Promise<ServerView> {
    const draft = this.#takeReview(reviewId)
    assertNameFree(draft, this.#servers)
    const existing = draft.id === undefined ? undefined : this.get(draft.id)
    const config = await this.#configOf(draft, existing?.config)
    if (existing) await this.#forgetSecrets(existing.config, secretRefs(config.transport))
    this.#deps.stores.servers.save(config)
    this.#audit(existing ? 'server-changed' : 'server-added', config)
    const server = existing ?? new ManagedServer(config, this.#deps)
    this.#servers.set(config.id, server)
    if (existing) await existing.stop()
    server.configure(config)
    if (start) server.start()
    return server.view()
  }

  async restart(id: string): Promise<void> {
    const server = this.get(id)
    await server.stop()
    server.start()
  }

  async remove(id: string): Promise<void> {
    const server = this.get(id)
    this.#servers.delete(id)
    await server.stop()
    await this.#forgetSecrets(server.config, [])
    this.#deps.stores.grants.removeForServer(id)
    this.#deps.stores.servers.remove(id)
    this.#audit('server-removed', server.config)
    this.#deps.events.emit('server.removed', { id })
  }

  /** Starts every server that is to run from launch, a few at a time. */
  launch(): void {
    const queue = [...this.#servers.values()].filter(({ config }) => config.start === 'launch')
    const never = new AbortController().signal
    const next = (): void => {
      const server = queue.shift()
      if (server) void server.ready(never).then(next, next)
    }
    for (let index = 0; index < LAUNCH_PARALLEL; index += 1) next()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.stop()))
  }

  /** A review can be used once, and not for ever. */
  #takeReview(id: string): ServerDraft {
    const review = this.#reviews.get(id)
    this.#reviews.delete(id)
    if (!review || this.#deps.clock.now() - review.createdAt > REVIEW_LIFETIME_MS)
      throw new GatehouseError(
        'server/review-expired',
        'This review was used or is too old. Read the server’s launch again, then save it.',
      )
    return review.draft
  }

  async #configOf(draft: ServerDraft, existing: ServerConfig | undefined): Promise<ServerConfig> {
    const id = existing?.id ?? this.#deps.ids.next()
    return {
      id,
      name: draft.name,
      hue: existing?.hue ?? freeHue(this.#servers),
      transport: await storeSecrets(id, draft.transport, this.#deps.vault),
      protocol: draft.protocol,
      start: draft.start,
      requestTimeoutMs: draft.requestTimeoutMs,
      createdAt: existing?.createdAt ?? this.#deps.clock.now(),
    }
  }

  async #forgetSecrets(config: ServerConfig, keep: string[]): Promise<void> {
    for (const ref of secretRefs(config.transport))
      if (!keep.includes(ref)) await this.#deps.vault.delete(ref)
  }

  #audit(kind: AuditRecord['kind'], config: ServerConfig): void {
    this.#deps.stores.audit.append({
      id: this.#deps.ids.next(),
      at: this.#deps.clock.now(),
      kind,
      serverId: config.id,
      serverName: config.name,
      serverHue: config.hue,
      conversationId: null,
      entryId: null,
      subject: config.name,
      decision: 'none',
      edited: false,
      outcome: 'none',
      durationMs: null,
    })
  }
}

function assertNameFree(draft: ServerDraft, servers: Map<string, ManagedServer>): void {
  for (const { config } of servers.values())
    if (config.id !== draft.id && config.name.toLowerCase() === draft.name.toLowerCase())
      throw new GatehouseError(
        'server/name-taken',
        `There is a server named ${config.name} already. Choose another name.`,
        { data: { name: config.name } },
      )
}

/** The hue used least so far, the first of those. */
function freeHue(servers: Map<string, ManagedServer>): number {
  const uses = Array.from({ length: SERVER_HUE_COUNT }, () => 0)
  for (const { config } of servers.values()) uses[config.hue] = (uses[config.hue] ?? 0) + 1
  return uses.indexOf(Math.min(...uses))
}
