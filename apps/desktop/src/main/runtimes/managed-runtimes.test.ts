import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NEVER_ABORTED } from '@gatehouse/base'
import { createFileDownload, removeFolder } from '@gatehouse/mcp'
import { startRuntimeMirror, type RuntimeMirror, type TarEntry } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releaseFor, type RuntimeRelease } from './archives.ts'
import { createManagedRuntimes, runtimeMirror } from './managed-runtimes.ts'

let root: string
let mirror: RuntimeMirror
/** A stand-in that says its version and runs scripts with this Node. */
const NODE = {
  content: `#!/bin/sh\n[ "$1" = --version ] && echo v26.1.0 && exit\nexec '${process.execPath}' "$@"\n`,
  mode: 0o755,
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-runtimes-'))
  mirror = await startRuntimeMirror()
})

afterEach(async () => {
  await mirror.close()
  await removeFolder(root)
})

function benchOf({
  node = { 'package/bin/node': NODE, 'package/LICENSE': 'MIT' },
  version = '26.1.0',
  damage = (release: RuntimeRelease): RuntimeRelease => release,
}: {
  node?: Record<string, string | TarEntry>
  version?: string
  damage?: (release: RuntimeRelease) => RuntimeRelease
} = {}) {
  const npm = { 'package/bin/npx-cli.js': 'console.log("npx", process.argv.slice(2).join(" "))' }
  const release: RuntimeRelease = damage({
    name: 'node',
    version,
    base: 'https://never.example',
    archives: [
      { ...mirror.publish('node.tgz', node), from: 'package/bin/', to: 'bin/' },
      { ...mirror.publish('npm.tgz', npm), from: 'package/', to: 'lib/node_modules/npm/' },
    ],
  })
  const runtimes = createManagedRuntimes({
    root,
    mirror: mirror.url,
    download: createFileDownload({ environment: {} }),
    releaseOf: (name) => (name === 'node' ? release : undefined),
  })
  const plan = runtimes.plan('node')
  if (!plan) throw new Error('There is no plan.')
  return { runtimes, plan }
}

const install = (
  { runtimes, plan }: ReturnType<typeof benchOf>,
  signal = NEVER_ABORTED,
  onBytes: (bytes: number) => void = () => undefined,
) => runtimes.install(plan, { network: undefined, onBytes }, signal)

describe('a copy of a runtime', () => {
  it('is fetched, verified, unpacked and sealed; its programs run', async () => {
    const bench = benchOf()
    const seen: number[] = []
    await install(bench, NEVER_ABORTED, (bytes) => seen.push(bytes))
    const total = bench.plan.archives.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(seen.at(-1)).toBe(total)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(await readdir(root)).toEqual(['node-26.1.0'])
    const [folder = ''] = await bench.runtimes.programFolders()
    expect(await readdir(folder)).toEqual(['node', 'npx'])
    expect((await stat(join(folder, 'node'))).mode & 0o777).toBe(0o555)
    const env = { PATH: `${folder}:/usr/bin:/bin` }
    const { stdout } = await promisify(execFile)(join(folder, 'npx'), ['-y', 'tool'], { env })
    expect(stdout).toBe('npx -y tool\n')
    expect(await bench.runtimes.installed()).toMatchObject([{ name: 'node', version: '26.1.0' }])
    await bench.runtimes.remove('node')
    expect(await readdir(root)).toEqual([])
  })

  it('of uv is fetched from its own address or the mirror, and both of its programs run', async () => {
    const say = (name: string) => ({
      content: `#!/bin/sh\necho ${name} "$@"\n`,
      mode: 0o755,
    })
    const archive = mirror.publish('0.1.0/uv-a.tar.gz', {
      'uv-a/uv': say('uv'),
      'uv-a/uvx': say('uvx'),
    })
    const limited = { ...archive, bytes: 1_000_000, isLimit: true, from: 'uv-a/', to: 'bin/' }
    const release: RuntimeRelease = {
      name: 'uv',
      version: '0.1.0',
      base: mirror.url,
      archives: [limited],
    }
    const runtimes = createManagedRuntimes({
      root,
      mirror: undefined,
      download: createFileDownload({ environment: {} }),
      releaseOf: () => release,
    })
    const plan = runtimes.plan('uv')
    if (!plan) throw new Error('There is no plan.')
    expect(plan.archives).toEqual([
      expect.objectContaining({ url: `${mirror.url}/0.1.0/uv-a.tar.gz`, isLimit: true }),
    ])
    const totals = new Set<number | null>()
    const onBytes = (_bytes: number, total: number | null): void => void totals.add(total)
    await runtimes.install(plan, { network: undefined, onBytes }, NEVER_ABORTED)
    expect([...totals]).toEqual([archive.bytes])
    const [folder = ''] = await runtimes.programFolders()
    expect(await readdir(folder)).toEqual(['uv', 'uvx'])
    const { stdout } = await promisify(execFile)(join(folder, 'uvx'), ['tool'])
    expect(stdout).toBe('uvx tool\n')
  })

  /**
   * @threat runtime.other-archive
   * @attacker file
   * @tries answers for the address of a runtime with another archive, leads to another host, or hides links in it
   * @stoppedBy size and SHA-256 stand in the app and are compared before unpacking; another host is followed over
   * https only; only plain files are unpacked
   * @remains The packages of Node are made by others than the Node project, from its releases.
   */
  it.each([
    ['with other bytes', 'other-bytes', 'other-content'],
    ['that is longer than it says', 'longer', 'other-content'],
    ['that ends too early', 'truncated', 'unreachable'],
    ['that leads to a host without encryption', 'redirect', 'redirected'],
    ['that is not there', 'missing', 'refused'],
  ] as const)('of an archive %s is refused, and nothing is left', async (_case, fault, problem) => {
    const bench = benchOf()
    mirror.fault = fault
    await expect(install(bench)).rejects.toMatchObject({
      code: 'runtime/failed',
      data: { problem },
    })
    expect(await readdir(root)).toEqual([])
    expect(mirror.requests).toEqual(['node.tgz'])
    mirror.fault = 'none'
    await install(bench)
    expect(await readdir(root)).toEqual(['node-26.1.0'])
    proves('server.runtimes.verified')
  })

  it('whose table has another SHA-256 is never unpacked', async () => {
    const bench = benchOf({
      damage: ({ archives, ...release }) => ({
        ...release,
        archives: archives.map((archive) => ({ ...archive, sha256: '0'.repeat(64) })),
      }),
    })
    await expect(install(bench)).rejects.toMatchObject({ data: { problem: 'other-content' } })
    expect(await readdir(root)).toEqual([])
  })

  /** @threat runtime.other-archive */
  it.each<[string, Record<string, string | TarEntry>]>([
    ['a symbolic link', { 'package/bin/node': { type: '2', target: '/bin/sh' } }],
    ['a hard link', { 'package/bin/node': { type: '1', target: '/etc/passwd' } }],
    ['a device', { 'package/bin/node': { type: '3' } }],
    ['a name that leads out', { 'package/bin/../../../out': 'x' }],
    ['an absolute name', { '/package/bin/node': 'x' }],
    ['two names for one place', { 'package/bin/node': 'x', 'package/bin/NODE': 'y' }],
    ['a link outside of what is taken', { 'package/x': { type: '2', target: '..' } }],
  ])('with %s is refused', async (_case, node) => {
    const bench = benchOf({ node })
    await expect(install(bench)).rejects.toMatchObject({ data: { problem: 'damaged' } })
    expect(await readdir(root)).toEqual([])
  })

  it('that is cancelled half-way leaves nothing', async () => {
    const bench = benchOf()
    const { halfSent, release } = mirror.hold()
    const controller = new AbortController()
    const running = install(bench, controller.signal)
    await halfSent
    controller.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
    release()
    expect(await readdir(root)).toEqual([])
  })

  it('of a killed app is removed at the next start, and complete ones stay', async () => {
    const bench = benchOf()
    await install(bench)
    const half = join(root, 'node-26.2.0.0b1f9d1e-7a52-4a6b-9c53-1d1f0a9f3f10', 'content')
    await mkdir(half, { recursive: true })
    await writeFile(join(half, 'node'), 'half')
    expect(await bench.runtimes.installed()).toHaveLength(1)
    await bench.runtimes.removeLeftovers()
    expect(await readdir(root)).toEqual(['node-26.1.0'])
  })

  it('takes the place of an older one', async () => {
    await install(benchOf())
    await install(benchOf({ version: '26.2.0' }))
    expect(await readdir(root)).toEqual(['node-26.2.0'])
  })
})

it('each archive of the table has a size, a digest and a path below any mirror', () => {
  const systems = ['linux', 'darwin', 'win32'].flatMap((platform) =>
    ['x64', 'arm64'].map((arch) => ({ platform, arch })),
  )
  for (const system of systems) {
    const { archives = [] } = releaseFor('node', system) ?? {}
    expect({ ...system, archives: archives.length }).toEqual({ ...system, archives: 2 })
    for (const { path, bytes, sha256 } of archives) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(bytes).toBeGreaterThan(1_000_000)
      expect(path).toMatch(/^([a-z0-9-]+)\/-\/\1-\d+\.\d+\.\d+\.tgz$/)
    }
  }
  for (const system of systems) {
    const { version, archives = [] } = releaseFor('uv', system) ?? {}
    expect({ ...system, archives: archives.length }).toEqual({
      ...system,
      archives: system.platform === 'win32' ? 0 : 1,
    })
    for (const { path, from, sha256 } of archives) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(path).toBe(`${version}/${from.slice(0, -1)}.tar.gz`)
    }
  }
})

it.each([
  [undefined, undefined],
  ['https://mirror.example/npm/', 'https://mirror.example/npm'],
  ['file:///etc', undefined],
])('the mirror that %s names is %s', (variable, base) => {
  expect(runtimeMirror(variable)).toBe(base)
})
