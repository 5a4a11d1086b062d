import type { ResolvedNetwork } from '@gatehouse/domain'
import type { InstallPlan, WantedPackage } from '@gatehouse/domain/launch'
import type { FetchedPackage, InstallOptions, SealedPackage } from '@gatehouse/host/ports'

/** Network, ways to stop and to report, of one fetch. */
export interface FetchRun extends Pick<InstallOptions, 'onFetched' | 'chooseScripts'> {
  network: ResolvedNetwork | undefined
  signal: AbortSignal
}

/** The packages of one kind of registry: how they are installed into a folder, and what lies there. */
export interface Ecosystem {
  /** Path of the program that installs; null where there is none. */
  find(): Promise<string | null>
  /** Nothing runs that fetches. Rejects with `install/failed`. */
  plan(
    wanted: WantedPackage,
    folder: string,
  ): Promise<Pick<InstallPlan, 'spec' | 'installer' | 'steps' | 'starts'>>
  /** Runs the plan in its folder, which is there and empty. Null if the person refused a script. */
  fetch(
    plan: Pick<InstallPlan, 'installer' | 'steps' | 'folder' | 'spec'>,
    run: FetchRun,
  ): Promise<(Pick<FetchedPackage, 'scripts' | 'publishedAt'> & Partial<FetchedPackage>) | null>
  /** The launch of its program and what lies in the folder, which is made read-only. */
  seal(fetched: FetchedPackage, wanted: WantedPackage): Promise<SealedPackage>
  /** Versions by place, so that two copies of a package stay two. */
  versions(folder: string): Promise<ReadonlyMap<string, string>>
  /**
   * Files that belong to packages, by their paths below the folder; lists of the installer have times and paths. Null
   * where no files lie in a folder.
   */
  isOfPackage: ((path: string) => boolean) | null
}
