import {
  installableOf,
  type FetchingLaunch,
  type NotInstallable,
  type WantedPackage,
} from '@gatehouse/domain/launch'
import { useInstallers } from '../../../lib/queries/index.ts'

/** A launch as forms and imports hold it. */
export type KnownLaunch = (FetchingLaunch & { kind: 'stdio' }) | { kind: 'http' }

/** Reads the package of a launch, or the part for which it cannot be installed. Null where nothing can install it. */
export function useInstallable(): (launch: KnownLaunch) => WantedPackage | NotInstallable | null {
  const installers = useInstallers()
  return (launch) => {
    const found = launch.kind === 'stdio' ? installableOf(launch) : null
    if (found === null || 'reason' in found) return found
    return installers[found.ecosystem] === null ? null : found
  }
}

/** True for a package that can be installed. */
export const isPackage = (found: WantedPackage | NotInstallable | null): found is WantedPackage =>
  found !== null && !('reason' in found)
