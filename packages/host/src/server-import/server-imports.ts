import { GatehouseError, serverDraftSchema } from '@gatehouse/domain'
import {
  fillDraft,
  type FoundImport,
  type ImportAnswer,
  type ImportChoice,
  type ImportedBundle,
  type ServerImportOutcome,
  type ServerImportPreview,
  type ImportReview,
  type LaunchReview,
  type RegistryEntry,
} from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'
import {
  installedTransport,
  packageOfLaunch,
  type InstallRun,
  type WantedInstall,
} from '../package-installs/package-installs.ts'
import type { ImportFile, SealedPackage } from '../ports/index.ts'
import { checkLaunch } from '../supply-chain/check-packages.ts'
import { inspectTransport } from '../launch-review/launch-inspection.ts'
import { normaliseTransport } from '../launch-review/launch-reviews.ts'
import { assertNameFree } from '../servers/assert-name-free.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'
import { readBundle } from './bundle/read-manifest.ts'
import { ImportSession, serverGone, type ResolvedServer } from './import-session.ts'
import { withoutSecrets } from './import-view.ts'
import type { TrustedSigners } from './bundle/trusted-signers.ts'
import { readConfigFiles, readKnownConfigs, type BundleReading } from './read-config-files.ts'
import { readConfig, type ParsedConfig } from './read-config.ts'

/** Milliseconds without a step after which an import and the secrets that it read are forgotten. */
const LIFETIME_MS = 30 * 60_000
const MAX_OPEN = 4

type Dependencies = Pick<
  HostDependencies,
  | 'bundles'
  | 'clock'
  | 'connections'
  | 'digest'
  | 'importFiles'
  | 'ids'
  | 'stores'
  | 'timers'
  | 'vault'
> & {
  registry: ServerRegistry
  signers: TrustedSigners
}

/** The beginning of a launch whose package is not installed yet. */
type PlannedStart = Pick<SealedPackage, 'command' | 'args'>

/** A server with the files that were found when it was shown: the person agreed to those. */
type ShownServer = Omit<ResolvedServer, 'bundle'> &
  Pick<LaunchReview, 'pin' | 'placeholders' | 'installation'> & { bundle?: ImportedBundle }

interface OpenImport {
  /** Null once its servers were added: only taking them back is left. */
  session: ImportSession | null
  review: { id: string; servers: ShownServer[] } | null
  added: string[]
  cancelExpiry: () => void
}

/** Takes over servers from the configurations of other programs. Those files are never changed. */
export class ServerImports {
  readonly #open = new Map<string, OpenImport>()
  readonly #deps: Dependencies
  /** Calls that read files now. */
  #reading = 0

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Finds servers of programs that keep them in a known place. */
  async find(): Promise<FoundImport[]> {
    const files = await readKnownConfigs(this.#deps.importFiles, this.#bundleReading())
    return files.map(({ file, config }) => ({
      source: file.source,
      path: file.path,
      servers: config.servers.map(({ key }) => key),
      problems: config.problems,
    }))
  }

  /** Begins an import with everything that {@link find} finds; with nothing when `known` is false. */
  async open({ known = true }: { known?: boolean | undefined } = {}): Promise<ServerImportPreview> {
    const session = new ImportSession({
      nextId: () => this.#deps.ids.next(),
      hasVariable: (name) => this.#deps.importFiles.hasVariable(name),
      variable: (name) => this.#deps.importFiles.variable(name),
      judge: ({ facts, validity }) => this.#deps.signers.judge(facts, validity),
    })
    const found = known ? await readKnownConfigs(this.#deps.importFiles, this.#bundleReading()) : []
    for (const { file, config } of found) session.add(config, file.path)
    const [oldest] = this.#open.keys()
    if (oldest !== undefined && this.#open.size >= MAX_OPEN) this.close(oldest)
    this.#open.set(session.id, { session, review: null, added: [], cancelExpiry: () => undefined })
    return this.#preview(session.id)
  }

  /** Asks the person for a file. Null when they closed the dialog. */
  async chooseFile(id: string, replaces = false): Promise<ServerImportPreview | null> {
    this.#session(id)
    const file = await this.#deps.importFiles.chooseFile()
    if (file && replaces) this.#session(id).forget()
    return file && this.#addFiles(id, [file])
  }

  /** Reads a file that the person dropped, in place of all that was read before. The caller makes sure that they did. */
  readFile(id: string, path: string): Promise<ServerImportPreview> {
    this.#session(id).forget()
    return this.#addFiles(id, [{ source: 'file', path, folder: null }])
  }

  /** Asks for a project's folder. Null when the dialog was closed. Rejects with `import/folder-empty`. */
  async chooseFolder(id: string): Promise<ServerImportPreview | null> {
    this.#session(id)
    const chosen = await this.#deps.importFiles.chooseFolder()
    const plugin = chosen && (await this.#deps.bundles.findPlugin(chosen.folder))
    if (plugin) return this.#addFiles(id, [{ source: 'plugin', path: plugin, folder: null }])
    if (chosen?.files.length === 0)
      throw new GatehouseError(
        'import/folder-empty',
        `There is no .vscode/mcp.json, .cursor/mcp.json or .mcp.json in ${chosen.folder}. Choose the folder of a project that has one, or choose a file.`,
        { data: { folder: chosen.folder } },
      )
    return chosen && this.#addFiles(id, chosen.files)
  }

  /**
   * Adds the variables of a file that the person picks to a server whose configuration names one.
   * Null when they closed the dialog. Rejects with `import/unreadable`, `import/invalid`.
   */
  async chooseVariables(id: string, serverId: string): Promise<ServerImportPreview | null> {
    this.#session(id)
    const chosen = await this.#deps.importFiles.chooseVariables()
    if (!chosen) return null
    this.#session(id).addVariables(serverId, chosen)
    return this.#preview(id)
  }

  /** Adds a pasted text, or puts it in place of all that was read before. */
  readText(id: string, text: string, replaces = false): ServerImportPreview {
    const { home, separator } = this.#deps.importFiles
    const place = { home, separator, folder: null }
    if (replaces) this.#session(id).forget()
    this.#session(id).add(readConfig({ text, source: 'text', place }), null)
    return this.#preview(id)
  }

  /**
   * Fetches the bundle of a server that the person saw at `url`, in place of all that was read before. Null when `signal`
   * is aborted. Rejects with `import/server-gone`, `download/failed`, `import/unreadable`.
   */
  async download(
    id: string,
    { serverId, url }: { serverId: string; url: string },
    { onProgress, signal }: InstallRun,
  ): Promise<ServerImportPreview | null> {
    const { registryEntry, ...wanted } = this.#session(id).downloadOf(serverId)
    if (wanted.url !== url) throw serverGone()
    const { bundles } = this.#deps
    this.#reading += 1
    try {
      const network = await effectiveNetwork(undefined, this.#deps)
      const onBytes = (progress: number, total: number | null): void =>
        onProgress({ progress, ...(total === null ? {} : { total }) })
      const { bundle, hosts } = await bundles.fetch({ ...wanted, network, onBytes }, signal)
      const config = await readBundle(bundle, bundles, this.#deps.clock.now())
      this.#session(id).forget()
      this.#session(id).add(downloaded(config, { hosts, registryEntry }), null)
      return this.#preview(id)
    } catch (error) {
      if (signal.aborted) return null
      throw error
    } finally {
      this.#reading -= 1
    }
  }

  /** The packages of chosen servers that are to be installed first. Rejects as {@link review} does. */
  wantedInstalls(
    id: string,
    choices: readonly ImportChoice[],
    answers: readonly ImportAnswer[],
  ): (WantedInstall & { serverId: string })[] {
    const chosen = new Set(choices.filter(({ install }) => install).map((one) => one.serverId))
    if (chosen.size === 0) return []
    const filled = this.#session(id).fill(choices, answers)
    assertNamesFree(filled, this.#deps.registry)
    return filled.flatMap(({ serverId, name, transport }) =>
      chosen.has(serverId)
        ? [{ serverId, serverName: name, package: packageOfLaunch(transport) }]
        : [],
    )
  }

  /**
   * Runs nothing: the exact launch of every chosen server, from the disk for those in `installed` (by id), which may be
   * only planned. Rejects with
   * `import/…`, `server/name-taken`.
   */
  async review(
    id: string,
    choices: readonly ImportChoice[],
    answers: readonly ImportAnswer[],
    installed: ReadonlyMap<string, SealedPackage | PlannedStart> = new Map(),
  ): Promise<ImportReview> {
    const open = this.#get(id)
    const filled = this.#session(id).fill(choices, answers)
    open.review = null
    assertNamesFree(filled, this.#deps.registry)
    const views: ImportReview['servers'] = []
    const shown: ShownServer[] = []
    for (const server of filled) {
      const { bundle: unpacked, ...rest } = server
      const { serverId, name, risks } = rest
      const bundle = unpacked && this.#deps.signers.judge(unpacked.facts, unpacked.validity)
      const start = installed.get(serverId)
      const sealed = start && 'package' in start ? start : undefined
      const transport = normaliseTransport(
        start ? installedTransport(server.transport, start) : server.transport,
      )
      const installation = sealed && { present: sealed.package }
      const placeholders = this.#deps.registry.placeholdersOf(transport)
      const started = fillDraft(transport, placeholders)
      const found = await inspectTransport(started, this.#deps.connections)
      const launch = withoutSecrets(transport)
      const findings = checkLaunch(started, sealed, { now: this.#deps.clock.now() })
      const resolution = found?.resolution ?? null
      const pin = found?.pin ?? null
      const view = {
        serverId,
        name,
        launch,
        resolution,
        risks: [...findings.risks, ...risks(transport, found)],
        ...(findings.packageChecks ? { packageChecks: findings.packageChecks } : {}),
        pin,
        placeholders,
        ...(found?.runtime ? { runtime: found.runtime } : {}),
      }
      const origin = { ...(bundle ? { bundle } : {}), ...(installation ? { installation } : {}) }
      views.push({ ...view, ...origin })
      shown.push({ ...rest, transport, pin, placeholders, ...origin })
    }
    const reviewId = this.#deps.ids.next()
    open.review = { id: reviewId, servers: shown }
    return { id: reviewId, servers: views }
  }

  /**
   * Reveals one value of a launch under review, as it stands in the file or was typed. Throws `import/over`,
   * `server/review-expired`, and `import/own-value` for a value of the person's own environment.
   */
  revealValue(id: string, { reviewId, serverId, name }: RevealRequest): string {
    const { review } = this.#get(id)
    const server =
      review?.id === reviewId && review.servers.find((one) => one.serverId === serverId)
    if (!server) throw notReviewed()
    const { transport, ownValues } = server
    const values = transport.kind === 'http' ? transport.headers : transport.env
    const value = values.find((one) => one.name === name)?.value
    if (typeof value === 'string' && !ownValues.has(name)) return value
    throw new GatehouseError(
      'import/own-value',
      `The value of ${name} is not shown: it comes from your own environment, or nothing was given for it.`,
      { data: { name } },
    )
  }

  /**
   * Adds what was reviewed, all or nothing. Those that are not started now stay stopped until they
   * are needed. `trusted`: certificates of signers whom the person trusts from now on. Rejects with
   * `server/review-expired`, `server/name-taken` and `store/…`.
   */
  async save(
    id: string,
    reviewId: string,
    start: boolean,
    trusted: readonly string[] = [],
  ): Promise<ServerImportOutcome> {
    const open = this.#get(id)
    const { review } = open
    open.review = null
    if (review?.id !== reviewId) throw notReviewed()
    const added = await this.#saveAll(review.servers, start)
    this.#deps.signers.trust(
      review.servers.flatMap(({ bundle }) => bundle ?? []),
      trusted,
    )
    open.session = null
    open.added.push(...added)
    if (start)
      for (const serverId of added) this.#deps.registry.get(serverId).lifecycle.start('queued')
    const plain = review.servers.flatMap(({ plainFiles }) => plainFiles)
    return { serverIds: added, plainFiles: [...new Set(plain)] }
  }

  /** Forgets a review that no one decides about; what was read stays, to be reviewed again. */
  forgetReview(id: string, reviewId: string): void {
    const open = this.#open.get(id)
    if (open?.review?.id === reviewId) open.review = null
  }

  /** Removes again every server that this import added and that is still here. */
  async undo(id: string): Promise<void> {
    const open = this.#get(id)
    const here = new Set(this.#deps.registry.list().map(({ config }) => config.id))
    for (const serverId of open.added.splice(0))
      if (here.has(serverId)) await this.#deps.registry.remove(serverId)
  }

  /** Forgets everything that was read, secrets included, and what could be taken back. */
  close(id: string): void {
    this.#open.get(id)?.cancelExpiry()
    if (this.#open.delete(id)) void this.removeUnusedBundles()
  }

  /** Removes unpacked bundles that neither a server nor an open import uses. Never rejects. */
  async removeUnusedBundles(): Promise<void> {
    // What is being read is in no session yet.
    if (this.#reading > 0) return
    const launches = this.#deps.registry
      .list()
      .map(({ config }) => JSON.stringify(config.transport))
    const sessions = [...this.#open.values()].flatMap(({ session }) => session ?? [])
    const isUsed = (folder: string): boolean => {
      const written = JSON.stringify(folder).slice(1, -1)
      const isOpen = sessions.some((session) => session.isReadFrom(folder))
      return isOpen || launches.some((launch) => launch.includes(written))
    }
    await this.#deps.bundles.prune(isUsed).catch(() => undefined)
  }

  closeAll(): void {
    for (const id of this.#open.keys()) this.close(id)
  }

  async #saveAll(servers: readonly ShownServer[], start: boolean): Promise<string[]> {
    const { registry } = this.#deps
    const added: string[] = []
    try {
      for (const { name, transport, ...seen } of servers) {
        const draft = { name, transport, start: start ? 'launch' : 'demand' }
        const { config } = await registry.add({ ...seen, draft: serverDraftSchema.parse(draft) })
        added.push(config.id)
      }
    } catch (error) {
      for (const serverId of added) await registry.remove(serverId)
      throw error
    }
    return added
  }

  async #addFiles(id: string, files: readonly ImportFile[]): Promise<ServerImportPreview> {
    this.#reading += 1
    const { importFiles } = this.#deps
    const read = await readConfigFiles(files, importFiles, this.#bundleReading()).finally(() => {
      this.#reading -= 1
    })
    const session = this.#session(id)
    for (const { file, config } of read) session.add(config, file.path)
    return this.#preview(id)
  }

  #bundleReading(): BundleReading {
    return { files: this.#deps.bundles, now: this.#deps.clock.now() }
  }

  #preview(id: string): ServerImportPreview {
    return this.#session(id).preview(this.#deps.registry.list().map(({ config }) => config))
  }

  #session(id: string): ImportSession {
    const { session } = this.#get(id)
    if (!session) throw over()
    return session
  }

  /** Every step prolongs its life. */
  #get(id: string): OpenImport {
    const open = this.#open.get(id)
    if (!open) throw over()
    open.cancelExpiry()
    open.cancelExpiry = this.#deps.timers.after(LIFETIME_MS, () => this.close(id))
    return open
  }
}

/** The value of a server of a review to reveal. */
export interface RevealRequest {
  reviewId: string
  serverId: string
  name: string
}

/** The configuration of a bundle with where it comes from. */
function downloaded(
  config: ParsedConfig,
  { hosts, registryEntry }: { hosts: string[]; registryEntry: RegistryEntry | undefined },
): ParsedConfig {
  const { bundle, servers } = config
  return {
    ...config,
    ...(bundle ? { bundle: { ...bundle, facts: { ...bundle.facts, hosts } } } : {}),
    servers: registryEntry ? servers.map((server) => ({ ...server, registryEntry })) : servers,
  }
}

function notReviewed(): GatehouseError {
  return new GatehouseError(
    'server/review-expired',
    'This review was used or is too old. Read what will run again, then add it.',
  )
}

function over(): GatehouseError {
  return new GatehouseError(
    'import/over',
    'This import is over or too old. Close it and import again.',
  )
}

function assertNamesFree(servers: readonly ResolvedServer[], registry: ServerRegistry): void {
  const taken: { name: string }[] = registry.list().map(({ config }) => ({ name: config.name }))
  for (const { name } of servers) {
    assertNameFree({ name }, taken)
    taken.push({ name })
  }
}
