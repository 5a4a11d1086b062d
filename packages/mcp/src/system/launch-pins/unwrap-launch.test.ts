import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCommand } from '../environment/find-command.ts'
import { pinLaunch } from './pin-launch.ts'
import { unwrapLaunch } from './unwrap-launch.ts'

const IS_NIGHTLY = process.env['GATEHOUSE_NIGHTLY'] === '1'
/** Wrappers that the systems of developers have. */
const SYSTEM = ['/usr/bin', '/bin']
let root: string

/** A program that tells which file of it ran, and with what. */
function probe(path: string): void {
  writeFileSync(
    path,
    `#!${process.execPath}\nconst { A, B, C, PATH } = process.env
process.stdout.write(JSON.stringify({ file: process.argv[1], args: process.argv.slice(2),
  cwd: process.cwd(), env: { A, B, C, PATH } }))\n`,
  )
  chmodSync(path, 0o755)
}

beforeAll(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), 'unwrap-')))
  for (const folder of ['one', 'two', 'one/inner', 'links']) mkdirSync(join(root, folder))
  for (const folder of ['one', 'two', 'one/inner']) probe(join(root, folder, 'probe'))
  symlinkSync(join(root, 'one/inner'), join(root, 'links/inner'))
})
afterAll(() => rmSync(root, { recursive: true }))

const quoted = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
const value = fc.constantFrom('x', 'a b', 'ä', '-v', '')
const name = fc.constantFrom('A', 'B', 'C')
const folder = () =>
  fc.constantFrom(
    '.',
    'inner',
    '../two',
    `${root}/one`,
    `${root}/links/inner`,
    `${root}/links/inner/..`,
  )
const paths = () =>
  fc.constantFrom(
    [`${root}/one`, ...SYSTEM].join(delimiter),
    [`${root}/two`, ...SYSTEM].join(delimiter),
    ['.', `${root}/two`, ...SYSTEM].join(delimiter),
  )

/** Puts a wrapper around the words of a command; what an empty folder or name makes of them is for the system to say. */
const wrappers = (): fc.Arbitrary<(words: string[]) => string[]> =>
  fc.oneof(
    fc.tuple(name, value).map(([n, v]) => (words: string[]) => ['env', `${n}=${v}`, ...words]),
    name.map((n) => (words: string[]) => ['env', '-u', n, ...words]),
    name.map((n) => (words: string[]) => ['env', `--unset=${n}`, '--', ...words]),
    paths().map((path) => (words: string[]) => ['env', '-i', `PATH=${path}`, ...words]),
    paths().map((path) => (words: string[]) => ['env', `PATH=${path}`, ...words]),
    folder().map((to) => (words: string[]) => ['env', '-C', to, ...words]),
    folder().map((to) => (words: string[]) => ['env', `--chdir=${to}`, ...words]),
    fc.constant((words: string[]) => ['env', '-S', quoted(words)]),
    fc.constant((words: string[]) => ['env', `-S${quoted(words)}`]),
    fc
      .constantFrom(['sh'], ['dash'], ['bash'], ['bash', '--norc'])
      .map((shell) => (words: string[]) => [...shell, '-c', quoted(words)]),
    fc.constant((words: string[]) => ['sh', '-ec', `exec ${quoted(words)}`, 'sh', 'more']),
    fc.tuple(name, value).map(([n, v]) => (words: string[]) => [
      'sh',
      '-c',
      `${n}='${v}' ${quoted(words)}`,
    ]),
    folder().map((to) => (words: string[]) => ['sh', '-c', `cd '${to}' && ${quoted(words)}`]),
    fc
      .constantFrom(
        ['nice'],
        ['nice', '-n', '1'],
        ['nice', '-5'],
        ['nohup'],
        ['setsid', '-w'],
        ['stdbuf', '-oL'],
        ['stdbuf', '--output=L', '-e0'],
        ['timeout', '9'],
        ['timeout', '-k', '1', '--signal=KILL', '9s'],
        ['ionice', '-c', '3'],
        ['env'],
        ['env', '--'],
      )
      .map((own) => (words: string[]) => [...own, ...words]),
  )

/** @threat launch.unpinned-code */
test(
  'what runs inside of wrappers is what is found, with its arguments, folder and variables',
  async () => {
    let compared = 0
    const launches = fc.record({
      chain: fc.array(wrappers(), { minLength: 1, maxLength: 5 }),
      args: fc.array(value, { maxLength: 3 }),
      own: fc.dictionary(name, value, { maxKeys: 2, noNullPrototype: true }),
      path: paths(),
    })
    await fc.assert(
      fc.asyncProperty(launches, async ({ chain, args, own, path: PATH }) => {
        const [command = '', ...rest] = chain.reduceRight<string[]>(
          (words, wrap) => wrap(words),
          ['probe', ...args],
        )
        const cwd = join(root, 'one')
        const env = { ...own, PATH }
        const folders = PATH.split(delimiter).map((one) => (one === '.' ? cwd : one))
        const { path } = await findCommand(command, { cwd, folders, environment: {} })
        if (path === null) throw new Error(`${command} is not there.`)
        const { programs, unknown } = await unwrapLaunch(
          { command, args: rest, env, cwd, path },
          folders,
        )
        const last = programs.at(-1)
        const ran = spawnSync(path, rest, { cwd, env, encoding: 'utf8' })
        // What cannot be read is said, and what cannot run is not claimed.
        if (unknown !== null || last?.command !== 'probe') {
          if (unknown === null) throw new Error(`${command} ${rest.join(' ')} hides what runs.`)
          return
        }
        if (ran.stdout === '') return
        compared += 1
        const seen = JSON.parse(ran.stdout) as { file: string; env: Record<string, string> }
        expect({ ...seen, file: realpathSync.native(seen.file) }).toEqual({
          file: realpathSync.native(last.path),
          args: last.args,
          cwd: realpathSync.native(last.cwd),
          env: { PATH: seen.env['PATH'], ...pick(last.env) },
        })
        const { pin } = await pinLaunch({ command, path, args: rest, env, cwd, folders })
        expect(pin.files.map((file) => file.realPath)).toContain(realpathSync.native(last.path))
      }),
      IS_NIGHTLY ? { numRuns: 1000 } : { numRuns: 60, seed: 7 },
    )
    expect(compared).toBeGreaterThan(20)
  },
  IS_NIGHTLY ? 900_000 : 60_000,
)

const pick = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => ['A', 'B', 'C', 'PATH'].includes(key)))

/**
 * @threat launch.unpinned-code
 * @attacker program
 * @tries replaces the code of a launch that names it in a roundabout way: behind a wrapper, in another folder, as a
 * module, by a line of commands
 * @stoppedBy wrappers are taken off by a table of their options, and the program inside is found, pinned, judged and
 * shown; where the very code that an interpreter or a package runner runs is not pinned, or a wrapper cannot be read,
 * the consent window states it
 * @remains what a package runner fetches, what an image holds, modules that a script loads and installed Python modules
 * are not pinned; a program that is not known by name, and names the one that it starts otherwise than by a path among
 * its arguments, is taken for a program of its own, and then there is no warning
 */
test.runIf(process.platform === 'linux')(
  'a program that starts another in ways that are not read counts as not checked, and what it may start is pinned',
  async () => {
    const inner = join(root, 'two/probe')
    const own = join(root, 'one/own-starter')
    writeFileSync(own, '#!/bin/sh\nexec "$2"\n')
    chmodSync(own, 0o755)
    const pinOf = async (command: string, ...args: string[]) => {
      const search = { cwd: root, folders: SYSTEM, environment: {} }
      const { path } = await findCommand(command, search)
      const launch = { command, path: path ?? command, args, env: {}, cwd: root, folders: SYSTEM }
      const { pin, unpinned } = await pinLaunch(launch)
      return { isPinned: pin.files.some((file) => file.path === inner), unpinned }
    }
    const isChecked = { isPinned: true, unpinned: null }
    expect(await pinOf('flock', '/tmp/lock', inner)).toEqual({ isPinned: true, unpinned: 'flock' })
    expect(await pinOf('/opt/strace', '-f', inner)).toEqual({ isPinned: true, unpinned: 'strace' })
    expect(await pinOf('/lib64/ld-linux-x86-64.so.2', inner)).toMatchObject({
      isPinned: true,
      unpinned: 'ld-linux-x86-64.so.2',
    })
    // A program that nobody knows, which starts the file that an argument names.
    expect(await pinOf(own, '--', inner)).toEqual(isChecked)
    expect(await pinOf(own, `--program=${inner}`)).toEqual(isChecked)
    // A file that may be run by its mode alone is data.
    const data = join(root, 'data.db')
    writeFileSync(data, 'SQLite', { mode: 0o777 })
    const { pin } = await pinLaunch({
      command: own,
      path: own,
      args: [data],
      env: {},
      cwd: root,
      folders: SYSTEM,
    })
    expect(pin.files.map(({ path }) => path)).not.toContain(data)
  },
)
