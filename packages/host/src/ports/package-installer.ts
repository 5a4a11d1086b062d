import type { ResolvedNetwork } from '@gatehouse/domain'
import type {
  InstallationDiff,
  InstalledPackage,
  InstallEcosystem,
  InstallPlan,
  NamedPackage,
  WantedPackage,
} from '@gatehouse/domain/launch'

/** The commands of an installation, and its folder. */
export type PlannedInstall = Omit<InstallPlan, 'serverName' | 'risks' | 'packageChecks'>

/** A package whose authors want to run something at its installation: scripts, or a build from source. */
export interface ScriptedPackage {
  /** Name, with the version where it is known. */
  id: string
  /** Empty for a build. */
  scripts: { name: string; line: string }[]
}

/** A package that lies on the disk with all that it needs. */
export interface FetchedPackage {
  folder: string
  /** Packages whose scripts or builds ran. */
  scripts: string[]
  /** Time at which the version was published, as the registry says; null where it does not. */
  publishedAt: number | null
}

/** A package that is ready, and the launch of its program. */
export interface SealedPackage {
  package: InstalledPackage
  /** Absolute path of the runtime. */
  command: string
  /** Come before the arguments of the launch. */
  args: string[]
  /** All packages in the folder, the wanted one included. */
  contents: ContainedPackage[]
}

/** A package of an installation. */
export interface ContainedPackage extends NamedPackage {
  /** True for one that came in the archive of another, under a name that only that archive says. */
  isBundled?: boolean
}

export interface InstallOptions {
  network: ResolvedNetwork | undefined
  /** Called with the number of files of packages that were fetched so far, and the name of the last one. */
  onFetched(count: number, name: string): void
  /**
   * Asks which of these packages may run what they want to run, by id; all others run nothing. Null: the installation is
   * not wanted.
   */
  chooseScripts(packages: readonly ScriptedPackage[]): Promise<readonly string[] | null>
}

/**
 * Installs packages of registries, each in a folder of its own. All reject with `install/failed`; `data.problem` is an
 * `InstallProblem`, `data.detail` text of the installer or of the package.
 */
export interface PackageInstaller {
  /** Paths of the person's programs that install; null where there is none. */
  find(): Promise<Record<InstallEcosystem, string | null>>
  /** The commands that would install the package, in a folder that does not exist yet. Nothing is fetched. */
  plan(wanted: WantedPackage): Promise<PlannedInstall>
  /**
   * Runs the plan as it was shown. There is no time limit. A failure, a refusal (null) and an aborted `signal` leave
   * nothing of it.
   */
  fetch(
    plan: PlannedInstall,
    options: InstallOptions,
    signal: AbortSignal,
  ): Promise<FetchedPackage | null>
  /** Finds the program and makes the folder read-only. */
  seal(fetched: FetchedPackage, wanted: WantedPackage): Promise<SealedPackage>
  /** Packages and files of two installations, compared. */
  compare(
    before: InstalledPackage,
    after: InstalledPackage,
  ): Promise<Omit<InstallationDiff, 'before'>>
  /** Removes every folder of an installation that is not used. */
  prune(isUsed: (folder: string) => boolean): Promise<void>
}
