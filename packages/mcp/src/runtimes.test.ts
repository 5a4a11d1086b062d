import { chmod, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtureServerCommand } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBench, type TestBench } from '../checks/testing/recorded-connection.ts'
import { removeFolder } from './package-installs/common/sealed-folder.ts'
import type { SpareRuntimes } from './system/environment/runtimes.ts'

let home: string
let bench: TestBench
/** Folders of the person and of the copies of this app. */
let own: string
let root: string
let copy: string

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-runtime-')))
  own = join(home, 'own')
  root = join(home, 'runtimes')
  copy = join(root, 'node-26.1.0', 'bin')
  for (const folder of [own, copy]) await mkdir(folder, { recursive: true })
  const folders: SpareRuntimes['folders'] = () =>
    Promise.resolve([{ folder: copy, origin: 'managed' }])
  bench = await createTestBench({
    treeRoots: [root],
    spareRuntimes: { folders },
    baseEnvironment: { HOME: home, SHELL: '/bin/false', PATH: own },
    headStartMs: 300,
  })
})

afterEach(async () => {
  await bench.close()
  await removeFolder(home)
})

/** A runtime that prints its version, and runs scripts with this Node. */
async function writeRuntime(path: string, version: string): Promise<void> {
  const line = `[ "$1" = --version ] && echo 'v${version} (x)' && exit`
  await writeFile(path, `#!/bin/sh\n${line}\nexec '${process.execPath}' "$@"\n`)
  await chmod(path, 0o755)
}

const launchOf = (env: Record<string, string> = {}) => ({
  command: 'bun',
  args: fixtureServerCommand({ features: ['echo'] }).args,
  env,
  cwd: undefined,
})
const inspect = (launch: ReturnType<typeof launchOf>) =>
  bench.factory.inspectLaunch(launch, { lookFor: [] })

it('a launch runs with the runtime of the person, whose version and place are told', async () => {
  await writeRuntime(join(own, 'bun'), '1.2.3')
  await writeRuntime(join(copy, 'bun'), '9.9.9')
  const { runtime, pin } = await inspect(launchOf())
  const path = join(own, 'bun')
  expect(runtime).toEqual({ name: 'bun', path, version: '1.2.3', origin: 'system' })
  expect(pin?.files.map((file) => file.path)).not.toContain(join(root, 'node-26.1.0'))
  const { found, lookedIn } = await bench.factory.findRuntimes()
  expect(found).toContainEqual({ name: 'bun', path, version: '1.2.3', origin: 'system' })
  expect(lookedIn).toContain(own)
  proves('server.runtimes.place')
})

/** @threat runtime.other-launch */
it('a launch whose runtime is missing runs with the copy, which is pinned whole', async () => {
  const missing = await inspect(launchOf())
  expect(missing.resolution.path).toBeNull()
  expect(missing.runtime).toBeUndefined()
  await writeRuntime(join(copy, 'bun'), '9.9.9')
  const launch = launchOf()
  const { runtime, pin } = await inspect(launch)
  const path = join(copy, 'bun')
  // The version is that of the folder: nothing is run to read it.
  expect(runtime).toEqual({ name: 'bun', path, version: '26.1.0', origin: 'managed' })
  expect(pin?.files.map((file) => file.path)).toContain(join(root, 'node-26.1.0'))
  const target = { kind: 'stdio' as const, ...launch }
  const { connection } = await bench.open(target, { allowed: pin })
  expect(connection.info.serverName).toBe('gatehouse-fixture')
  await connection.close()
  await writeFile(join(root, 'node-26.1.0', 'planted'), 'x')
  const { failure } = await bench.openFailing(target, { allowed: pin })
  expect(failure.code).toBe('launch-changed')
  proves('server.runtimes.only')
})

/**
 * @threat runtime.other-launch
 * @attacker configuration
 * @tries has a launch use a program of a copy in place of the one that its own search path names
 * @stoppedBy a copy serves only commands that are runtimes and are nowhere in the search path, and is pinned whole
 */
it('a copy serves neither a launch with a search path of its own nor other commands', async () => {
  await writeRuntime(join(copy, 'bun'), '9.9.9')
  await writeRuntime(join(copy, 'tool'), '9.9.9')
  const paths = await Promise.all(
    [launchOf({ PATH: '/usr/bin' }), { ...launchOf(), command: 'tool' }].map(
      async (launch) => (await inspect(launch)).resolution.path,
    ),
  )
  expect(paths).toEqual([null, null])
})

/** @threat runtime.other-launch */
it('a program outside of the search path is not run for its version', async () => {
  const folder = join(home, 'elsewhere', 'v7.7.7', 'bin')
  await mkdir(folder, { recursive: true })
  const trace = join(home, 'ran')
  await writeFile(join(folder, 'bun'), `#!/bin/sh\ntouch '${trace}'\necho 1.0.0\n`)
  await chmod(join(folder, 'bun'), 0o755)
  const { runtime } = await inspect({ ...launchOf(), command: join(folder, 'bun') })
  expect(runtime?.version).toBe('7.7.7')
  await expect(realpath(trace)).rejects.toThrow('ENOENT')
})
