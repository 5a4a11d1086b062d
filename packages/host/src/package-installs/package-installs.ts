import {
  GatehouseError,
  type ConsentDecision,
  type DraftTransport,
  type LaunchChange,
  type ServerConfig,
  type ServerDraft,
  type ServerNetwork,
  type ServerTransport,
  type ToolCallProgress,
  type VaultState,
} from '@gatehouse/domain'
import {
  exactVersionOf,
  installablePackage,
  packageOfInstalled,
  specOf,
  startOfInstalled,
  type ImportReview,
  type InstallationDiff,
  type InstallEcosystem,
  type InstallPlan,
  type LaunchReview,
  type ServerInstallation,
  type WantedPackage,
} from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'
import type { RevealHidden, ScriptedPackage, SealedPackage } from '../ports/index.ts'
import { draftOfServer } from './draft-of-server.ts'
import { checkPackages } from '../supply-chain/check-packages.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'

/** A package to install for a server. */
export interface WantedInstall {
  serverName: string
  package: WantedPackage
  /** Of the server, if it has its own. */
  network?: ServerNetwork | undefined
}

/** The launches that follow an installation, for the window that shows it: of an import, or of one server. */
export interface PlannedLaunches {
  launches?: ImportReview
  launch?: { review: LaunchReview; changes: LaunchChange[] | null }
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

  /** Paths of the person's programs that install packages; null where there is none. */
  find(): Promise<Record<InstallEcosystem, string | null>> {
    return this.#deps.packages.find()
  }

  /**
   * Shows the person the commands, installs with them, and calls `use` with the installations and the decision. Those
   * that no server uses afterwards are removed. `plannedLaunches` are shown with the commands. Resolves with null when
   * the person refused or `signal` is aborted. Rejects with
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
      plans.push({ serverName, ...(await packages.plan(one)), ...this.#findingsOf(one) })
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
    const diff = await this.#deps.packages.compare(present, next.package)
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

  #findingsOf(wanted: WantedPackage): Pick<InstallPlan, 'risks' | 'packageChecks'> {
    const { ecosystem, name } = wanted
    const now = this.#deps.clock.now()
    if (ecosystem === 'oci')
      return checkPackages([], { unchecked: [specOf(wanted)], others: [] }, { now })
    const named = { ecosystem, name, version: exactVersionOf(wanted), publishedAt: null }
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
    const chooseScripts = (scripted: readonly ScriptedPackage[]): Promise<string[] | null> =>
      this.#chooseScripts(wanted, scripted, signal)
    const fetched = await packages.fetch(plan, { network, onFetched, chooseScripts }, signal)
    return fetched && packages.seal(fetched, wanted.package)
  }

  /** The packages whose scripts or builds the person allows, by id; null when they refused the whole. */
  async #chooseScripts(
    { serverName, package: { ecosystem } }: WantedInstall,
    scripted: readonly ScriptedPackage[],
    signal: AbortSignal,
  ): Promise<string[] | null> {
    // An image has no scripts.
    if (ecosystem === 'oci') return []
    const { decision, chosen } = await this.#deps.consent.choose(
      { kind: 'install-scripts', serverName, ecosystem, packages: [...scripted] },
      signal,
    )
    const known = new Set(scripted.map(({ id }) => id))
    return decision === 'cancel' ? null : chosen.filter((id) => known.has(id))
  }
}

/** The package that an update of a server fetches: the newest version, or the newest of the range or tag. */
export function packageOfUpdate({ transport, installation }: ServerConfig): WantedPackage {
  if (transport.kind === 'http' || !installation) throw notAPackage()
  const installed = packageOfInstalled(transport.args, installation)
  return exactVersionOf(installed) === null ? installed : { ...installed, wanted: '' }
}

/** The package that a launch fetches at each start. Throws `install/not-a-package`. */
export function packageOfLaunch(transport: DraftTransport | ServerTransport): WantedPackage {
  const found = transport.kind === 'stdio' ? installablePackage(transport) : null
  if (found) return found
  throw notAPackage()
}

function notAPackage(): GatehouseError {
  return new GatehouseError(
    'install/not-a-package',
    'Only what npx, uvx, pipx or docker starts by its name can be installed.',
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
