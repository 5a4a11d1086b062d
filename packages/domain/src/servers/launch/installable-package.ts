import { npmPackageOf, npmSpec } from './npm-package.ts'
import { ociImageOf, ociSpec } from './oci-image.ts'
import { pypiPackageOf, pypiSpec } from './pypi-package.ts'
import type { InstallEcosystem, NotInstallable, WantedPackage } from './wanted-package.ts'

/** The parts of a launch that decide which package it fetches. */
export interface FetchingLaunch {
  command: string
  args: readonly string[]
  env?: readonly { name: string }[]
  cwd?: string | undefined
}

interface Ecosystem {
  read(launch: FetchingLaunch): WantedPackage | NotInstallable | null
  /** The package as its installer is asked for it. */
  spec(wanted: Pick<WantedPackage, 'name' | 'wanted' | 'pypi'>): string
  /** Variables from which the runner reads settings: another registry may be meant. */
  settings: RegExp
  /** The exact version in what a launch asks for; null for a range, a tag or the newest. */
  exact(wanted: string): string | null
}

const ECOSYSTEMS: Readonly<Record<InstallEcosystem, Ecosystem>> = {
  npm: {
    read: npmPackageOf,
    spec: npmSpec,
    settings: /^npm_config_/i,
    exact: (wanted) => (/^\d+\.\d+\.\d/.test(wanted) ? wanted : null),
  },
  pypi: {
    read: pypiPackageOf,
    spec: pypiSpec,
    settings: /^(?:uv|pip|pipx)_/i,
    exact: (wanted) => /^===?([^*,]+)$/.exec(wanted)?.[1] ?? null,
  },
  oci: {
    read: ociImageOf,
    spec: ociSpec,
    settings: /^docker_/i,
    exact: (wanted) => (/^v?\d+\.\d+\.\d/.test(wanted) ? wanted : null),
  },
}

/**
 * The package that a launch fetches at each start, or the part of it for which that package cannot be installed. Null
 * for a launch that fetches none.
 */
export function installableOf(launch: FetchingLaunch): WantedPackage | NotInstallable | null {
  for (const { read, settings } of Object.values(ECOSYSTEMS)) {
    const found = read(launch)
    if (found === null) continue
    if ('reason' in found) return found
    // The runner reads settings from variables, and from files in its folder.
    const variable = launch.env?.find(({ name }) => settings.test(name))
    const word = variable?.name ?? launch.cwd
    return word === undefined ? found : { reason: 'settings', word }
  }
  return null
}

/** The package that can be installed for a launch; null for any other launch. */
export function installablePackage(launch: FetchingLaunch): WantedPackage | null {
  const found = installableOf(launch)
  return found === null || 'reason' in found ? null : found
}

/** The package as its installer is asked for it: `name@1`, `name[extra]==1`. */
export const specOf = (
  wanted: Pick<WantedPackage, 'ecosystem' | 'name' | 'wanted' | 'pypi'>,
): string => ECOSYSTEMS[wanted.ecosystem].spec(wanted)

/** The exact version that is asked for; null for a range, a tag or the newest. */
export const exactVersionOf = ({
  ecosystem,
  wanted,
}: Pick<WantedPackage, 'ecosystem' | 'wanted'>): string | null =>
  ECOSYSTEMS[ecosystem].exact(wanted)
