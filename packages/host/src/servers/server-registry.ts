import type { Emitter } from '@gatehouse/base'
import {
  GatehouseError,
  SERVER_HUE_COUNT,
  type AppDrawing,
  type AppGiving,
  type AuditRecord,
  type ConnectionInfo,
  type DraftTransport,
  type ServerBehaviour,
  type ServerConfig,
  type ServerDraft,
  type ServerView,
} from '@gatehouse/domain'
import {
  placeholdersOf,
  type InstallationDiff,
  type LaunchReview,
  type NamedPackage,
  type Placeholder,
  type ServerInstallation,
} from '@gatehouse/domain/launch'
import type { ServerExamination } from '@gatehouse/domain/doctor'
import type { ServerRequestHandlers } from '../server-requests/server-request-handlers.ts'
import type { AskQueue } from '../ask-queue/ask-queue.ts'
import type { HostDependencies } from '../dependencies.ts'
import { SecretChanges, secretRefsOf } from '../secrets/secret-changes.ts'
import { receiverDigest } from '../secrets/receiver-digest.ts'
import { serverIdentityDigest } from '../secrets/server-identity-digest.ts'
import {
  assertStoredSecretsStay,
  secretsOfOtherReceiver,
} from '../secrets/secret-receiver-check.ts'
import type { SignInPrompts } from '../server-requests/sign-in-prompt.ts'
import { signOutInTime } from '../server-sign-ins/sign-out.ts'
import { LaunchReviews, assertNothingHidden } from '../launch-review/launch-reviews.ts'
import { adoptedName } from './adopted-name.ts'
import { assertNameFree } from './assert-name-free.ts'
import {
  NO_PLACEHOLDERS,
  mergeSeenPlaceholders,
  type CurrentPlaceholders,
} from '../launch-review/launch-placeholders.ts'
import type { FollowEvents } from './lists/follow-events.ts'
import { installationOf } from '../package-installs/package-installs.ts'
import { ManagedServer } from './managed-server.ts'
import { oauthClientWithReferences } from '../secrets/oauth-client-secrets.ts'
import { networkWithReferences } from '../secrets/proxy-secrets.ts'
import { withReferences } from '../secrets/server-secrets.ts'
import { serverRemovedError } from './start/start-failure.ts'
import { examineServer } from './start/examine-server.ts'
import { createStartLimiter, type StartLimiter } from './start/start-limiter.ts'
import { newRecord, serverOfRecord } from '../new-record.ts'

/** Number of servers that start at the same time while no one waits for one of them: one for each processor. */
const PARALLEL_STARTS = { least: 2, most: 8 }

type RegistryDependencies = Pick<
  HostDependencies,
  | 'authorizations'
  | 'clock'
  | 'connections'
  | 'digest'
  | 'events'
  | 'ids'
  | 'models'
  | 'processors'
  | 'profile'
  | 'stores'
  | 'timers'
  | 'vault'
> & {
  requestHandlers: ServerRequestHandlers
  signIns: SignInPrompts
  secrets?: SecretChanges
  asks?: Pick<AskQueue, 'withdrawFor'>
  placeholders?: CurrentPlaceholders
  follows?: Pick<Emitter<FollowEvents>, 'emit'>
}

/** A launch that a person was shown and agreed to. */
export type ShownLaunch = Pick<
  LaunchReview,
  'draft' | 'pin' | 'placeholders' | 'installation' | 'carriedSecrets'
> &
  Pick<ServerConfig, 'registryEntry'>

/** The installation that a launch starts. */
export type InstalledLaunch = {
  /** Absent for one that is only planned. */
  installation?: ServerInstallation
  installationDiff?: InstallationDiff
  /** All packages of the installation; absent where they were compared with the lists before. */
  contents?: readonly NamedPackage[]
}

/** All configured servers: reviewed, saved, started, removed. */
export class ServerRegistry {
  readonly #servers = new Map<string, ManagedServer>()
  readonly #reviews: LaunchReviews
  readonly #deps: RegistryDependencies
  readonly #secrets: SecretChanges
  readonly #startLimiter: StartLimiter
  readonly #placeholders: CurrentPlaceholders
  #onRemoved = (): void => undefined

  constructor(deps: RegistryDependencies) {
    this.#deps = deps
    const { least, most } = PARALLEL_STARTS
    const { processors = most } = deps
    this.#startLimiter = createStartLimiter(
      Math.max(least, Math.min(most, processors)),
      deps.timers,
    )
    this.#placeholders = deps.placeholders ?? (() => NO_PLACEHOLDERS)
    this.#reviews = new LaunchReviews({ ...deps, placeholders: this.#placeholders })
    this.#secrets = deps.secrets ?? new SecretChanges(deps)
    for (const config of deps.stores.servers.list())
      this.#servers.set(config.id, this.#managed(config))
  }

  all(): ManagedServer[] {
    return [...this.#servers.values()]
  }

  list(): ServerView[] {
    return [...this.#servers.values()].map((server) => server.view())
  }

  /** Throws `server/not-found`. */
  get(id: string): ManagedServer {
    const server = this.#servers.get(id)
    if (!server) throw new GatehouseError('server/not-found', 'This server no longer exists.')
    return server
  }

  /** All servers whose tools may be offered, in a stable order. */
  offered(): ManagedServer[] {
    return [...this.#servers.values()].filter((server) => server.isOffered())
  }

  /**
   * Runs nothing; see {@link LaunchReview}. Rejects with `server/name-taken`, `server/not-found`,
   * `server/never-secret` (`data.names`) and `server/secret-elsewhere` (`data.names`, `from`, `to`).
   *
   * `installed`: what the launch starts was installed in place of the package that the server fetched. It is given
   * the stored secrets of the server, which the review names.
   */
  async review(draft: ServerDraft, installed?: InstalledLaunch): Promise<LaunchReview> {
    const existing = draft.id === undefined ? undefined : this.get(draft.id).config
    const carriedSecrets =
      installed && existing ? secretsOfOtherReceiver(draft, existing, this.#deps.digest) : undefined
    this.assertAllowed(draft, carriedSecrets)
    return this.#reviews.add(draft, existing, { ...installed, carriedSecrets })
  }

  /** Throws as {@link review} rejects. `carried`: names of stored secrets that the launch is given. */
  assertAllowed(draft: ServerDraft, carried?: readonly string[]): void {
    const existing = draft.id === undefined ? undefined : this.get(draft.id).config
    assertNameFree(draft, this.#named())
    assertNothingHidden(draft.transport)
    assertStoredSecretsStay(draft, existing, { digest: this.#deps.digest, carried })
  }

  /** One value of a review that was typed or imported and not saved yet. Throws `server/review-expired`. */
  revealValue(reviewId: string, name: string): string {
    return this.#reviews.valueOf(reviewId, name)
  }

  /** Forgets a review that no one decides about, and the secrets that it holds. */
  forgetReview(reviewId: string): void {
    this.#reviews.forget(reviewId)
  }

  /**
   * Saves what was reviewed. Rejects with `server/review-expired`, as {@link review} does, and as `check` throws for
   * the server that is changed: no other change is saved after it.
   */
  save(
    reviewId: string,
    start: boolean,
    check?: (existing: ServerConfig | undefined) => void,
  ): Promise<ServerView> {
    return this.#secrets.runExclusive(() => {
      const review = this.#reviews.take(reviewId)
      check?.(this.#servers.get(review.draft.id ?? '')?.config)
      return this.#save(review, start)
    })
  }

  /** Adds a server with the files that were shown, whatever is in their place by now. */
  add(shown: ShownLaunch): Promise<ServerView> {
    return this.#secrets.runExclusive(() => this.#save(shown, false))
  }

  async #save(shown: ShownLaunch, start: boolean): Promise<ServerView> {
    const { draft } = shown
    const existing = draft.id === undefined ? undefined : this.get(draft.id)
    // Another change may have been saved since the review.
    this.assertAllowed(draft, shown.carriedSecrets)
    const newSecrets = new Map<string, string>()
    const config = this.#configOf(shown, existing?.config, newSecrets)
    const named = new Set(secretRefsOf(config))
    const replacedRefs = existing
      ? secretRefsOf(existing.config).filter((ref) => !named.has(ref))
      : []
    return this.#secrets.change({ newSecrets, replacedRefs }, async () => {
      // A call that needs it meanwhile gets the server that it will be.
      const release = existing?.lifecycle.hold()
      try {
        await existing?.lifecycle.stop()
        const isOtherClient = existing && clientOf(existing.config) !== clientOf(config)
        // Who gave it knows the former client alone.
        if (isOtherClient) await signOutInTime(existing.config, this.#deps)
        // A removal does not wait for a change that is being saved: nothing of it comes back.
        if (existing && this.#servers.get(config.id) !== existing)
          throw serverRemovedError(existing.config.name)
        this.#keep({ ...config, ...keptBehaviour(existing?.config) }, existing)
        // What was given to one client is of no use to another: if it cannot be forgotten, it is not used.
        if (isOtherClient) await this.#deps.authorizations.forget(config.id).catch(() => undefined)
      } finally {
        release?.()
      }
      const server = this.get(config.id)
      if (start) server.lifecycle.start()
      return server.view()
    })
  }

  #keep(config: ServerConfig, existing: ManagedServer | undefined): void {
    const { stores, digest } = this.#deps
    const isOther = existing && serverIdentityDigest(config, digest) !== existing.identity
    stores.transaction(() => {
      stores.servers.save(config)
      if (isOther) stores.servers.forgetLists(config.id)
      this.#audit(existing ? 'server-changed' : 'server-added', config)
    })
    const server = existing ?? this.#managed(config)
    this.#servers.set(config.id, server)
    server.configure(config)
  }

  /** Reads the facts about a server for a diagnosis. Starts nothing. Throws `server/not-found`. */
  examine(id: string): Promise<Omit<ServerExamination, 'platform'>> {
    return examineServer(this.get(id), this.#deps.connections, this.#placeholders())
  }

  /** Changes what decides nothing of what runs: no review, no new start. */
  adjust(id: string, behaviour: ServerBehaviour): ServerView {
    const server = this.get(id)
    const next = { ...withoutBehaviour(server.config), ...behaviour }
    const { stores } = this.#deps
    stores.transaction(() => {
      stores.servers.save(next)
      this.#audit('server-changed', next)
    })
    server.adjust(next)
    return server.view()
  }

  /** Changes settings of a server's interfaces; undefined: as for all servers. Throws `server/not-found`. */
  setApps(
    id: string,
    change: { apps?: AppDrawing | undefined } | { appGiving?: AppGiving | undefined },
  ): ServerView {
    const server = this.get(id)
    const { apps, appGiving, ...rest } = { ...server.config, ...change }
    const next = {
      ...rest,
      ...(apps === undefined ? {} : { apps }),
      ...(appGiving === undefined ? {} : { appGiving }),
    }
    const { stores } = this.#deps
    stores.transaction(() => {
      stores.servers.save(next)
      this.#audit('server-changed', next)
    })
    server.adjust(next)
    return server.view()
  }

  async restart(id: string): Promise<void> {
    const server = this.get(id)
    await server.lifecycle.stop()
    server.lifecycle.start()
  }

  async remove(id: string): Promise<void> {
    const server = this.get(id)
    this.#servers.delete(id)
    const retired = server.lifecycle.retire()
    this.#deps.asks?.withdrawFor(id, 'server-removed')
    try {
      await retired
      for (const ref of secretRefsOf(server.config)) await this.#deps.vault.delete(ref)
      await this.#deps.authorizations.forget(id)
      this.#forget(server.config)
    } catch (error) {
      // It is still in the file, and would be back at the next start: it can be removed again.
      this.#servers.set(id, this.#managed(server.config))
      throw error
    }
    this.#deps.events.emit('server.removed', { id })
    this.#onRemoved()
  }

  /** Everything that is stored about it, or nothing. */
  #forget(config: ServerConfig): void {
    const { id } = config
    const { stores } = this.#deps
    const { grants, sampling, dataFlows, instructions, promptPins, appPins, formValues, follows } =
      stores
    const parts = [
      grants,
      sampling,
      dataFlows,
      instructions,
      promptPins,
      appPins,
      formValues,
      follows,
    ]
    stores.transaction(() => {
      for (const part of parts) part.removeForServer(id)
      stores.workspaces.forgetServer(id)
      stores.servers.remove(id)
      this.#audit('server-removed', config)
    })
  }

  /** Called after a server was removed. */
  onRemoved(listener: () => void): void {
    this.#onRemoved = listener
  }

  /** The present values of a launch's placeholders. */
  placeholdersOf(transport: DraftTransport): Placeholder[] {
    return placeholdersOf(transport, this.#placeholders)
  }

  /** The folder for placeholders of launches changed. */
  placeholdersChanged(): void {
    for (const server of this.#servers.values()) server.placeholdersChanged()
  }

  /** Called when the roots of a server changed. */
  rootsChanged(id: string): void {
    this.#servers.get(id)?.rootsChanged()
  }

  /** Starts every server that is to run from launch, a few at a time. */
  launch(): void {
    for (const server of this.#servers.values())
      if (server.config.start === 'launch') server.lifecycle.start('queued')
  }

  /** Stops all of them for good. */
  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.lifecycle.retire()))
  }

  #named(): ServerConfig[] {
    return this.all().map(({ config }) => config)
  }

  #managed(config: ServerConfig): ManagedServer {
    return new ManagedServer(config, {
      ...this.#deps,
      startLimiter: this.#startLimiter,
      placeholders: this.#placeholders,
      onOpened: (id, info) => this.#adoptName(id, info),
    })
  }

  /** Replaces a suggested name, once: a server cannot rename itself later. */
  #adoptName(id: string, info: ConnectionInfo): void {
    const server = this.#servers.get(id)
    if (server?.config.isNameSuggested !== true) return
    const { isNameSuggested: _is, ...config } = server.config
    const others = this.#named().filter((one) => one.id !== id)
    const next = { ...config, name: adoptedName(info, others) ?? config.name }
    const { stores } = this.#deps
    stores.transaction(() => {
      stores.servers.save(next)
      this.#audit('server-changed', next)
    })
    server.configure(next)
  }

  #configOf(
    shown: ShownLaunch,
    existing: ServerConfig | undefined,
    newSecrets: Map<string, string>,
  ): ServerConfig {
    const { draft, pin } = shown
    const id = existing?.id ?? this.#deps.ids.next()
    const { digest } = this.#deps
    const newRef = (below: string): string => this.#secrets.newRef(below)
    const place = {
      serverId: id,
      newRef,
      newSecrets,
      digest,
      receiver: receiverDigest(draft, digest),
    }
    const network = networkWithReferences(draft.network, existing?.network, {
      ...place,
      owner: `server/${id}`,
    })
    const oauthClient = oauthClientWithReferences(draft, existing?.oauthClient, place)
    const redirect = draft.transport.kind === 'http' ? draft.signInRedirect : undefined
    return {
      id,
      name: draft.name,
      ...(draft.isNameSuggested && draft.transport.kind === 'http'
        ? { isNameSuggested: true }
        : {}),
      hue: existing?.hue ?? freeHue(this.#servers),
      transport: withReferences(draft.transport, existing?.transport, place),
      protocol: draft.protocol,
      ...(network ? { network } : {}),
      ...(oauthClient ? { oauthClient } : {}),
      ...(redirect ? { signInRedirect: redirect } : {}),
      start: draft.start,
      requestTimeoutMs: draft.requestTimeoutMs,
      ...(pin ? { pin } : {}),
      ...installationOf(draft.transport, shown.installation, existing?.installation),
      ...mergeSeenPlaceholders(shown, existing),
      ...registryEntryOf(shown, existing),
      createdAt: existing?.createdAt ?? this.#deps.clock.now(),
    }
  }

  #audit(kind: AuditRecord['kind'], config: ServerConfig): void {
    const identity = serverIdentityDigest(config, this.#deps.digest)
    this.#deps.stores.audit.append(
      newRecord(this.#deps, {
        kind,
        ...serverOfRecord({ config, identity }),
        subject: config.name,
      }),
    )
  }
}

/** The configuration without those settings that are absent where nothing is set. */
function withoutBehaviour(config: ServerConfig): ServerConfig {
  const { startTimeoutMs: _s, totalTimeoutMs: _t, toolTimeouts: _p, logLevel: _l, ...rest } = config
  return rest
}

/** The settings that the form of a launch does not show: they stay as they are by then. */
function keptBehaviour(
  existing: ServerConfig | undefined,
): Pick<
  ServerConfig,
  'startTimeoutMs' | 'totalTimeoutMs' | 'toolTimeouts' | 'logLevel' | 'apps' | 'appGiving'
> {
  const { startTimeoutMs, totalTimeoutMs, toolTimeouts, logLevel, apps, appGiving } = existing ?? {}
  return {
    ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
    ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs }),
    ...(toolTimeouts === undefined ? {} : { toolTimeouts }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(apps === undefined ? {} : { apps }),
    ...(appGiving === undefined ? {} : { appGiving }),
  }
}

/** A text that differs when the client, its issuer or the way to sign in differ. */
function clientOf(config: ServerConfig): string {
  const { issuer, id, grant, statementFile, provider } = config.oauthClient ?? {}
  // No one signs in to a program: what was given for an address would stay behind.
  return JSON.stringify([config.transport.kind, issuer, id, grant, statementFile, provider])
}

/** The hue used least so far, the first of those. */
function freeHue(servers: Map<string, ManagedServer>): number {
  const uses = Array.from({ length: SERVER_HUE_COUNT }, () => 0)
  for (const { config } of servers.values()) uses[config.hue] = (uses[config.hue] ?? 0) + 1
  return uses.indexOf(Math.min(...uses))
}

/** The entry that a server was added from stays with it through changes of its launch. */
function registryEntryOf(
  ...known: readonly (Pick<ServerConfig, 'registryEntry'> | undefined)[]
): Pick<ServerConfig, 'registryEntry'> {
  const registryEntry = known.find((one) => one?.registryEntry)?.registryEntry
  return registryEntry ? { registryEntry } : {}
}
