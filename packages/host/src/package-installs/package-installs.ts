import {
  GatehouseError,
  type ConsentDecision,
  type DraftTransport,
  type ServerConfig,
  type ServerDraft,
  type ServerNetwork,
  type ServerTransport,
  type ToolCallProgress,
  type VaultState,
} from '@gatehouse/domain'
import {
  npmPackageOf,
  npmSpec,
  packageOfInstalled,
  startOfInstalled,
  type ImportReview,
  type InstallationDiff,
  type InstallPlan,
  type NpmPackage,
  type ServerInstallation,
} from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'
import type { FetchedPackage, RevealHidden, SealedPackage } from '../ports/index.ts'
import { draftOfServer } from './draft-of-server.ts'
import { checkPackages } from '../supply-chain/check-packages.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'

/** A package to install for a server. */
export interface WantedInstall {
  serverName: string
  package: NpmPackage
  /** Of the server, if it has its own. */
  network?: ServerNetwork | undefined
}

/** The launches that follow an installation, for the window that shows it. */
export interface PlannedLaunches {
  launches: ImportReview
  vault: VaultState
  reveal: RevealHidden
}

/** An installation that the person waits for. */
export interface InstallRun {
  onProgress(progress: ToolCallProgress): void
  signal: AbortSignal
}

type Dependencies = Pick<
  HostDependencies,
  'packages' | 'consent' | 'stores' | 'vault' | 'digest' | 'clock'
> & {
  /** The saved servers. */
  servers(): readonly ServerConfig[]
}

/** Installs packages of servers, with the person's consent to each command, and removes those of no server. */
export class PackageInstalls {
  readonly #deps: Dependencies
  /** Folders of installations under way, which no server names yet. */
  readonly #held = new Set<string>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Path of the person's npm; null where there is none. */
  findNpm(): Promise<string | null> {
    return this.#deps.packages.findNpm()
  }

  /**
   * Shows the person what npm would be asked, installs that, and calls `use` with the installations and the decision.
   * Those that no server uses afterwards are removed. `plannedLaunches` are shown with it. Resolves with null when the person refused or `signal` is aborted. Rejects with
   * `install/failed`.
   */
  async run<Outcome>(
    wanted: readonly WantedInstall[],
    { onProgress, signal }: InstallRun,
    use: (installed: readonly SealedPackage[], decision: ConsentDecision) => Promise<Outcome>,
    plannedLaunches?: (plans: readonly InstallPlan[]) => Promise<PlannedLaunches | null>,
  ): Promise<Outcome | null> {
    const { packages, consent } = this.#deps
    const plans: InstallPlan[] = []
    for (const { serverName, package: one } of wanted)
      plans.push({ serverName, ...(await packages.plan(npmSpec(one))), ...this.#findingsOf(one) })
    const { reveal, ...launches } = (await plannedLaunches?.(plans)) ?? {}
    const decision = await consent.ask({ kind: 'install', plans, ...launches }, signal, reveal)
    if (decision === 'cancel') return null
    for (const { folder } of plans) this.#held.add(folder)
    try {
      const installed: SealedPackage[] = []
      for (const [at, one] of wanted.entries()) {
        const sealed = await this.#install(one, plans[at], { onProgress, signal })
        if (sealed === null) return null
        installed.push(sealed)
      }
      return await use(installed, decision)
    } catch (error) {
      if (signal.aborted) return null
      throw error
    } finally {
      for (const { folder } of plans) this.#held.delete(folder)
      await this.removeUnused()
    }
  }

  /** A server as it would be with another installation, its own arguments and values kept. */
  async compared(
    config: ServerConfig,
    next: Pick<SealedPackage, 'package' | 'command' | 'args'>,
  ): Promise<{
    draft: ServerDraft
    installation: ServerInstallation
    installationDiff: InstallationDiff
  }> {
    const { transport, installation } = config
    if (transport.kind === 'http' || !installation) throw notAPackage()
    const { command, args } = transport
    const { present } = installation
    const start = startOfInstalled(args, present)
    const draft = draftOfServer(config)
    const diff = await this.#deps.packages.compare(present.folder, next.package.folder)
    return {
      draft: {
        ...draft,
        transport: {
          ...draft.transport,
          kind: 'stdio',
          command: next.command,
          args: [...next.args, ...args.slice(start)],
          env: draft.transport.kind === 'stdio' ? draft.transport.env : [],
        },
      },
      installation: {
        present: next.package,
        former: { package: present, command, args: args.slice(0, start) },
      },
      installationDiff: { before: present, ...diff },
    }
  }

  /** Removes installations that no server uses and that are not under way. Never rejects. */
  async removeUnused(): Promise<void> {
    const texts = this.#deps
      .servers()
      .map(({ transport, installation }) => JSON.stringify([transport, installation]))
    const isUsed = (folder: string): boolean => {
      const written = JSON.stringify(folder).slice(1, -1)
      return this.#held.has(folder) || texts.some((text) => text.includes(written))
    }
    await this.#deps.packages.prune(isUsed).catch(() => undefined)
  }

  #findingsOf(wanted: NpmPackage): Pick<InstallPlan, 'risks' | 'packageChecks'> {
    const version = /^\d+\.\d+\.\d/.test(wanted.wanted) ? wanted.wanted : null
    const named = { ecosystem: 'npm', name: wanted.name, version, publishedAt: null } as const
    const now = this.#deps.clock.now()
    return checkPackages([named], { unchecked: [], others: [] }, { now })
  }

  async #install(
    wanted: WantedInstall,
    plan: InstallPlan | undefined,
    { onProgress, signal }: InstallRun,
  ): Promise<SealedPackage | null> {
    if (!plan) throw new Error('A package has no plan.')
    const { packages } = this.#deps
    const network = await effectiveNetwork(wanted.network, this.#deps).catch(() => undefined)
    const onFetched = (count: number, name: string): void =>
      onProgress({ progress: count, message: name })
    const fetched = await packages.fetch(plan, { network, onFetched }, signal)
    const scripts = await this.#chooseScripts(wanted, fetched, signal)
    if (scripts === null) return null
    if (scripts.length > 0) await packages.runScripts(fetched, scripts, { network }, signal)
    const sealed = await packages.seal(fetched, wanted.package)
    return { ...sealed, package: { ...sealed.package, scripts } }
  }

  /** The packages whose scripts the person allows, by id; null when they refused the whole. */
  async #chooseScripts(
    { serverName }: WantedInstall,
    { scripted }: FetchedPackage,
    signal: AbortSignal,
  ): Promise<string[] | null> {
    if (scripted.length === 0) return []
    const { decision, chosen } = await this.#deps.consent.choose(
      { kind: 'install-scripts', serverName, packages: [...scripted] },
      signal,
    )
    const known = new Set(scripted.map(({ id }) => id))
    return decision === 'cancel' ? null : chosen.filter((id) => known.has(id))
  }
}

/** The package that an update of a server fetches: the newest version, or the newest of the range or tag. */
export function packageOfUpdate({ transport, installation }: ServerConfig): NpmPackage {
  if (transport.kind === 'http' || !installation) throw notAPackage()
  const installed = packageOfInstalled(transport.args, installation)
  return /^\d+\.\d+\.\d/.test(installed.wanted) ? { ...installed, wanted: '' } : installed
}

/** The package that a launch fetches at each start. Throws `install/not-a-package`. */
export function packageOfLaunch(transport: DraftTransport | ServerTransport): NpmPackage {
  const found = transport.kind === 'stdio' ? npmPackageOf(transport) : null
  if (found && !hasOwnNpmSettings(transport)) return found
  throw notAPackage()
}

/** npm reads settings from variables, and from a file in its folder: another registry may be meant. */
function hasOwnNpmSettings(transport: DraftTransport | ServerTransport): boolean {
  if (transport.kind === 'http') return false
  return transport.cwd !== undefined || transport.env.some(({ name }) => /^npm_config_/i.test(name))
}

function notAPackage(): GatehouseError {
  return new GatehouseError(
    'install/not-a-package',
    'Only a package that npx starts by its name can be installed.',
  )
}

/** A launch that starts an installation instead of fetching its package. */
export function installedTransport<Transport extends DraftTransport>(
  transport: Transport,
  { command, args }: Pick<SealedPackage, 'command' | 'args'>,
): Transport {
  if (transport.kind === 'http') return transport
  return { ...transport, command, args: [...args, ...packageOfLaunch(transport).args] }
}

/** The installation of a saved launch; absent for a launch that does not start it. */
export function installationOf(
  transport: DraftTransport,
  ...known: readonly (ServerInstallation | undefined)[]
): { installation?: ServerInstallation } {
  const text = JSON.stringify(transport)
  const installation = known.find(
    (one) => one && text.includes(JSON.stringify(one.present.folder).slice(1, -1)),
  )
  return installation ? { installation } : {}
}
