import {
  GatehouseError,
  SERVER_HUE_COUNT,
  type AuditRecord,
  type Frame,
  type LaunchReview,
  type LogLine,
  type ServerConfig,
  type ServerDraft,
  type ServerView,
  type Tool,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { launchRisks } from './launch-risks.ts'
import { createManagedServer, type ManagedServer } from './managed-server.ts'
import { secretRefs, storeSecrets } from './server-secrets.ts'

/** How many servers start at the same time when the app is launched. */
const LAUNCH_PARALLEL = 6
/** Milliseconds after which a review can no longer be saved. */
const REVIEW_LIFETIME_MS = 30 * 60_000

export interface ServerRegistry {
  list(): ServerView[]
  /** Throws `server/not-found`. */
  get(id: string): ManagedServer
  /** All servers whose tools may be offered, in a stable order. */
  offered(): ManagedServer[]
  /** Runs nothing; see {@link LaunchReview}. Throws `server/name-taken`, `server/not-found`. */
  review(draft: ServerDraft): Promise<LaunchReview>
  /** Throws `server/review-expired`. */
  save(reviewId: string, start: boolean): Promise<ServerView>
  restart(id: string): Promise<void>
  remove(id: string): Promise<void>
  tools(id: string): Tool[]
  logs(id: string, after: number, limit: number): LogLine[]
  frames(id: string, after: number, limit: number): Frame[]
  /** Starts every server that is to run from launch, a few at a time. */
  launch(): void
  close(): Promise<void>
}

export function createServerRegistry(deps: HostDependencies): ServerRegistry {
  const servers = new Map<string, ManagedServer>()
  const reviews = new Map<string, LaunchReview>()
  for (const config of deps.stores.servers.list())
    servers.set(config.id, createManagedServer(config, deps))

  function get(id: string): ManagedServer {
    const server = servers.get(id)
    if (!server) throw new GatehouseError('server/not-found', 'There is no such server any more.')
    return server
  }

  function audit(kind: AuditRecord['kind'], config: ServerConfig): void {
    deps.stores.audit.append({
      id: deps.ids.next(),
      at: deps.clock.now(),
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

  async function review(draft: ServerDraft): Promise<LaunchReview> {
    if (draft.id !== undefined) get(draft.id)
    assertNameFree(draft, servers)
    const { transport } = draft
    const resolution =
      transport.kind === 'stdio'
        ? await deps.connections.resolveCommand(transport.command, transport.cwd)
        : null
    const made: LaunchReview = {
      id: deps.ids.next(),
      draft,
      resolution,
      risks: launchRisks(transport, resolution),
      createdAt: deps.clock.now(),
    }
    for (const old of reviews.values())
      if (made.createdAt - old.createdAt > REVIEW_LIFETIME_MS) reviews.delete(old.id)
    reviews.set(made.id, made)
    return made
  }

  async function save(reviewId: string, start: boolean): Promise<ServerView> {
    const reviewed = reviews.get(reviewId)
    reviews.delete(reviewId)
    if (!reviewed || deps.clock.now() - reviewed.createdAt > REVIEW_LIFETIME_MS)
      throw new GatehouseError(
        'server/review-expired',
        'This review was used or is too old. Read the server’s launch again, then save it.',
      )
    const { draft } = reviewed
    assertNameFree(draft, servers)
    const existing = draft.id === undefined ? undefined : get(draft.id)
    const id = existing?.config.id ?? deps.ids.next()
    const transport = await storeSecrets(id, draft.transport, deps.vault)
    const config: ServerConfig = {
      id,
      name: draft.name,
      hue: existing?.config.hue ?? freeHue(servers),
      transport,
      protocol: draft.protocol,
      start: draft.start,
      requestTimeoutMs: draft.requestTimeoutMs,
      createdAt: existing?.config.createdAt ?? deps.clock.now(),
    }
    if (existing) await forgetSecrets(existing.config, secretRefs(transport))
    deps.stores.servers.save(config)
    audit(existing ? 'server-changed' : 'server-added', config)
    const server = existing ?? createManagedServer(config, deps)
    servers.set(id, server)
    if (existing) await existing.stop()
    server.configure(config)
    if (start) server.start()
    return server.view()
  }

  async function forgetSecrets(config: ServerConfig, keep: string[]): Promise<void> {
    for (const ref of secretRefs(config.transport))
      if (!keep.includes(ref)) await deps.vault.delete(ref)
  }

  async function remove(id: string): Promise<void> {
    const server = get(id)
    servers.delete(id)
    await server.stop()
    await forgetSecrets(server.config, [])
    deps.stores.grants.removeForServer(id)
    deps.stores.servers.remove(id)
    audit('server-removed', server.config)
    deps.events.emit('server.removed', { id })
  }

  function launch(): void {
    const queue = [...servers.values()].filter((server) => server.config.start === 'launch')
    const next = (): void => {
      const server = queue.shift()
      if (!server) return
      server.start()
      void server.ready(new AbortController().signal).then(next, next)
    }
    for (let index = 0; index < LAUNCH_PARALLEL; index += 1) next()
  }

  return {
    list: () => [...servers.values()].map((server) => server.view()),
    get,
    offered: () => [...servers.values()].filter((server) => server.isOffered()),
    review,
    save,
    async restart(id) {
      await get(id).stop()
      get(id).start()
    },
    remove,
    tools: (id) => get(id).tools(),
    logs: (id, after, limit) => get(id).journal.logs(after, limit),
    frames: (id, after, limit) => get(id).journal.frames(after, limit),
    launch,
    async close() {
      await Promise.all([...servers.values()].map((server) => server.stop()))
    },
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
