import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { LaunchPin } from '@gatehouse/domain/launch'
import { fixtureServerCommand } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

let bench: TestBench
let bin: string
let target: { command: string; args: string[]; env: Record<string, string>; cwd: string }

/** A script in `folder` that runs the fixture server; `remark` makes its content another. */
async function script(path: string, remark = ''): Promise<void> {
  const { command, args } = fixtureServerCommand({ features: ['echo'] })
  const words = [command, ...args].map((word) => `'${word}'`).join(' ')
  await writeFile(path, `#!/bin/sh\n# ${remark}\nexec ${words}\n`)
  await chmod(path, 0o755)
}

beforeEach(async () => {
  bench = await createTestBench()
  bin = join(bench.folder, 'bin')
  await mkdir(bin)
  await script(join(bin, 'tool'))
  const env = { PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin` }
  target = { command: 'tool', args: [], env, cwd: bench.folder }
})
afterEach(() => bench.close())

async function allow(known?: LaunchPin): Promise<LaunchPin> {
  const { pin } = await bench.factory.inspectLaunch(target, { lookFor: [], known })
  if (!pin) throw new Error('The command was not found.')
  return pin
}

const start = (allowed: LaunchPin | null) =>
  bench.open(stdioTarget(target, target), { allowed }).then(({ connection }) => connection.info)
const refused = async (allowed: LaunchPin | null) => {
  const { failure, recording } = await bench.openFailing(stdioTarget(target, target), { allowed })
  expect(recording.steps).toEqual(['resolve'])
  expect(failure.code).toBe('launch-changed')
  return failure.changes
}

/**
 * @threat launch.other-path
 * @attacker configuration
 * @tries gives a server a PATH of its own, so that the review shows another program than runs
 * @stoppedBy the review and the start find the command by the same function, with the same variables
 */
test('a review resolves the command with the PATH that the server is given', async () => {
  const { resolution } = await bench.factory.inspectLaunch(target, { lookFor: [] })
  expect(resolution.path).toBe(join(bin, 'tool'))
  expect(await start(await allow())).toMatchObject({ serverName: 'gatehouse-fixture' })
})

/**
 * @threat launch.swapped-file
 * @attacker program
 * @tries replaces, relinks or shadows a program, its interpreter or its script after it was allowed
 * @stoppedBy the files that decide what runs are pinned by real path and SHA-256; another one does not start before the
 * person reads it again
 * @remains what a pinned script loads (its modules, what a package runner downloads) is not pinned, nor interpreters
 * behind a Windows .cmd shim; a program with the person’s own rights can still swap a file in the moment between the
 * check and the start
 */
test('a file that comes before the allowed one in PATH does not start', async () => {
  const pin = await allow()
  const planted = join(bench.folder, 'planted')
  await mkdir(planted)
  await script(join(planted, 'tool'), 'planted')
  target.env['PATH'] = `${planted}${delimiter}${target.env['PATH']}`
  expect(await refused(pin)).toEqual([
    {
      kind: 'moved',
      role: 'program',
      named: 'tool',
      before: join(bin, 'tool'),
      after: join(planted, 'tool'),
    },
  ])
})

/** @threat launch.swapped-file */
test('a file with other content does not start, though its size and time are as before', async () => {
  const path = join(bin, 'tool')
  await script(path, 'aaaa')
  const pin = await allow()
  const [file] = pin.files
  await script(path, 'bbbb')
  await utimes(path, new Date(), new Date(file?.modifiedAt ?? 0))
  expect(await refused(pin)).toMatchObject([{ kind: 'replaced', after: path }])
})

/** @threat launch.swapped-file */
test('a symbolic link that points elsewhere does not start', async () => {
  const [link, next] = [join(bin, 'link'), join(bin, 'next')]
  await symlink(join(bin, 'tool'), link)
  target.command = 'link'
  const pin = await allow()
  await script(join(bin, 'other'))
  await symlink(join(bin, 'other'), next)
  await rename(next, link)
  expect(await refused(pin)).toMatchObject([
    { kind: 'moved', before: join(bin, 'tool'), after: join(bin, 'other') },
  ])
})

test('a file that was written again with the same content starts', async () => {
  const pin = await allow()
  await script(join(bin, 'tool'))
  expect(await start(pin)).toMatchObject({ serverName: 'gatehouse-fixture' })
})

/** @threat launch.swapped-file */
test('an interpreter that comes before the allowed one in PATH does not start', async () => {
  await writeFile(join(bin, 'run.js'), '#!/usr/bin/env interpreter\n')
  await chmod(join(bin, 'run.js'), 0o755)
  await script(join(bin, 'interpreter'))
  target.command = 'run.js'
  const pin = await allow()
  expect(pin.files.map(({ role, named }) => [role, named])).toEqual([
    ['program', 'run.js'],
    ['interpreter', '/usr/bin/env'],
    ['interpreter', 'interpreter'],
    ['interpreter', '/bin/sh'],
  ])
  // The child looks in relative folders of its PATH too.
  await mkdir(join(bench.folder, 'relative'))
  await script(join(bench.folder, 'relative', 'interpreter'), 'planted')
  target.env['PATH'] = `relative${delimiter}${target.env['PATH']}`
  expect(await refused(pin)).toMatchObject([
    { kind: 'moved', role: 'interpreter', after: join(bench.folder, 'relative', 'interpreter') },
  ])
})

test.each([
  ['node', ['server.js'], {}],
  ['node', ['--inspect', './server.js'], {}],
  ['node', ['server'], {}],
  ['node', ['--require', './server.js', '-e', '1'], {}],
  ['node', ['--import=./server.js', '-e', '1'], {}],
  ['env', ['A=b', 'node', 'server.js'], {}],
  ['tool', [], { NODE_OPTIONS: '--max-old-space-size=99 --require=./server.js' }],
])('code that %s %j %j names is pinned with it', async (command, args, env) => {
  const path = join(bench.folder, 'server.js')
  await writeFile(path, '1')
  const node = join(bin, 'node')
  await symlink(process.execPath, node)
  target = { ...target, command, args, env: { ...target.env, ...env } }
  const pin = await allow()
  expect(pin.files.map((file) => file.realPath)).toContain(path)
  await writeFile(path, '2')
  expect(await refused(pin)).toMatchObject([{ kind: 'replaced', after: path }])
})

test('a data file that an argument names may change', async () => {
  const path = join(bench.folder, 'notes.db')
  await writeFile(path, '1')
  target.args = ['--db', path]
  const pin = await allow()
  await writeFile(path, '22')
  expect(await start(pin)).toMatchObject({ serverName: 'gatehouse-fixture' })
})

test('a launch of which nobody allowed a file does not start', async () => {
  expect(await refused(null)).toEqual([])
})

test('a file that is as it was is not read again', async () => {
  const pin = await allow()
  const marked = { files: pin.files.map((file) => ({ ...file, sha256: 'not computed' })) }
  expect((await allow(marked)).files[0]?.sha256).toBe('not computed')
})

/** @threat launch.planted-package */
test('what a project folder holds is found there and above, nearest first', async () => {
  const inner = join(bench.folder, 'a', 'b')
  await mkdir(join(bench.folder, 'node_modules', 'pkg'), { recursive: true })
  await mkdir(inner, { recursive: true })
  await writeFile(join(inner, 'package.json'), '{}')
  const { nearby } = await bench.factory.inspectLaunch(
    { ...target, cwd: inner },
    { lookFor: ['node_modules/pkg', 'package.json', '.npmrc'] },
  )
  expect(nearby).toEqual([join(inner, 'package.json'), join(bench.folder, 'node_modules', 'pkg')])
})

/**
 * @threat streams.launch-files
 * @attacker configuration
 * @tries To hold main, or fill its memory, before anybody consented: a script, interpreter or package.json that is a
 * pipe, a device or without end; or to have it sign in at a network share that a file .git names.
 * @stoppedBy Of a launch only ordinary files are opened, without waiting, and a manifest is read to 16 MB. A file .git
 * leads to no share that its folder is not on.
 * @remains What a package.json of more than 16 MB or 100,000 values names is not pinned. On Windows the review of a
 * launch looks at the command and files that it names, also on a network share.
 */
test.runIf(process.platform !== 'win32')(
  'a review waits for no pipe that a first line names, or that stands for a manifest',
  { timeout: 10_000 },
  async () => {
    const pipe = join(bench.folder, 'pipe')
    const folder = join(bench.folder, 'server')
    await mkdir(folder)
    for (const path of [pipe, join(folder, 'package.json')]) execFileSync('mkfifo', [path])
    await writeFile(join(folder, 'index.js'), '')
    await writeFile(join(bin, 'run'), `#!${pipe}\n`)
    await chmod(join(bin, 'run'), 0o755)
    for (const [command, args, named] of [
      ['run', [], 'run'],
      ['node', [folder], 'server/index.js'],
    ] as const) {
      const launch = { ...target, command, args: [...args] }
      const { pin } = await bench.factory.inspectLaunch(launch, { lookFor: [] })
      expect(pin?.files.map((file) => file.named)).toContain(named)
      expect(pin?.files.map(({ path }) => path)).not.toContain(pipe)
    }
  },
)

test('what a long manifest names is pinned, since the interpreter reads it to its end', async () => {
  const folder = join(bench.folder, 'server')
  await mkdir(folder)
  await writeFile(join(folder, 'other.js'), '')
  const manifest = { description: 'x'.repeat(3_000_000), main: 'other.js' }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const launch = { ...target, command: 'node', args: [folder] }
  const { pin } = await bench.factory.inspectLaunch(launch, { lookFor: [] })
  expect(pin?.files.map((file) => file.named)).toContain('server/other.js')
})

/** @threat streams.launch-files */
test.runIf(process.platform === 'linux')(
  'a review reads only the beginning of a manifest, and nothing of a device',
  { timeout: 10_000 },
  async () => {
    const folder = join(bench.folder, 'server')
    await mkdir(folder)
    await symlink('/dev/zero', join(folder, 'package.json'))
    await writeFile(join(folder, 'index.js'), '')
    const launch = { ...target, command: 'node', args: [folder] }
    const before = process.memoryUsage().rss
    const { pin } = await bench.factory.inspectLaunch(launch, { lookFor: [] })
    expect(pin?.files.map((file) => file.named)).toContain('server/index.js')
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  },
)
