import type { ResolvedNetwork } from '@gatehouse/domain'
import type {
  InstallationDiff,
  InstalledPackage,
  InstallPlan,
  NamedPackage,
  NpmPackage,
} from '@gatehouse/domain/launch'

/** The command of an installation, and its folder. */
export type PlannedCommand = Omit<InstallPlan, 'serverName' | 'risks' | 'packageChecks'>

/** A package with scripts that its authors want to run at its installation. */
export interface ScriptedPackage {
  /** Name and version. */
  id: string
  scripts: { name: string; line: string }[]
}

/** A package that lies on the disk with all that it needs; nothing of it ran. */
export interface FetchedPackage {
  folder: string
  /** Packages with install scripts, which did not run. */
  scripted: ScriptedPackage[]
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
}

/**
 * Installs packages of npm, each in a folder of its own. All reject with `install/failed`; `data.problem` is an
 * `InstallProblem`, `data.detail` text of npm or of the package.
 */
export interface PackageInstaller {
  /** Path of the person's npm; null where there is none. */
  findNpm(): Promise<string | null>
  /** The command that would install the package, in a folder that does not exist yet. Nothing runs. */
  plan(spec: string): Promise<PlannedCommand>
  /**
   * Runs the plan as it was shown, without scripts of packages. There is no time limit. A failure and an aborted
   * `signal` leave nothing of it.
   */
  fetch(
    plan: Pick<InstallPlan, 'command' | 'args' | 'folder'>,
    options: InstallOptions,
    signal: AbortSignal,
  ): Promise<FetchedPackage>
  /** Runs the install scripts of these packages, by id, and of no others. */
  runScripts(
    fetched: FetchedPackage,
    ids: readonly string[],
    options: Pick<InstallOptions, 'network'>,
    signal: AbortSignal,
  ): Promise<void>
  /** Finds the program and makes the folder read-only. */
  seal(
    fetched: FetchedPackage,
    wanted: Pick<NpmPackage, 'name' | 'wanted' | 'program'>,
  ): Promise<SealedPackage>
  /** Packages and files of two installations, compared. */
  compare(before: string, after: string): Promise<Omit<InstallationDiff, 'before'>>
  /** Removes every folder of an installation that is not used. */
  prune(isUsed: (folder: string) => boolean): Promise<void>
}
