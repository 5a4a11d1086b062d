import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileChanges } from '@gatehouse/domain/launch'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCommand } from '../environment/find-command.ts'
import { pinLaunch } from './pin-launch.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'named-code-'))
  for (const name of 'uv uvx npm env timeout make op xvfb-run dotenv busybox sh bash sudo node python3 bun ruby npx runs-others'.split(
    ' ',
  ))
    await put(`bin/${name}`, '#!/bin/sh\n')
})
afterEach(() => rm(root, { recursive: true }))

async function put(name: string, text: string): Promise<void> {
  const path = join(root, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text.replaceAll('{root}', root))
  await chmod(path, 0o755)
}

async function look(line: string, env: Record<string, string> = {}) {
  const [command = '', ...args] = line
    .replaceAll('{root}', root)
    .split(' ')
    .map((word) => word.replaceAll('~', ' '))
  const [cwd, folders] = [join(root, 'proj'), [join(root, 'bin')]]
  const { path } = await findCommand(command, { cwd, folders, environment: {} })
  if (path === null) throw new Error(`${command} was not found in ${folders.join(delimiter)}`)
  return pinLaunch({ command, path, args, env, cwd, folders })
}

const main = { 'proj/package.json': '{"main":"dist/server.js"}' }
/** @threat launch.unpinned-code */
test.each<[string, string, Record<string, string>?, Record<string, string>?]>([
  ['uv --directory {root}/other run server.py', 'other/server.py'],
  ['uv --directory={root}/other run server.py', 'other/server.py'],
  ['npm --prefix {root}/other run start', 'other/package.json'],
  ['make -C {root}/other mcp', 'other/Makefile'],
  ['bun --cwd {root}/other run server.ts', 'other/server.ts'],
  ['env -C {root}/other ./server.sh', 'other/server.sh'],
  ['env -u X tool', 'bin/tool'],
  ['env -S tool~s', 'bin/tool'],
  ['timeout -s KILL 60 tool', 'bin/tool'],
  ['xvfb-run tool', 'bin/tool'],
  ['op run -- tool x', 'bin/tool'],
  ['dotenv -- tool', 'bin/tool'],
  ['busybox sh run', 'proj/run'],
  ['env timeout 5 node run', 'proj/run'],
  ['node -r ./hook server.js', 'proj/hook.js'],
  ['node --require=./hook server.js', 'proj/hook.js'],
  ['node server.js', 'proj/hook.js', {}, { NODE_OPTIONS: '--require ./hook' }],
  ['node .', 'proj/dist/server.js', main],
  ['node {root}/proj', 'proj/dist/server.js', main],
  ['node --title other run', 'proj/run', { 'proj/other': '' }],
  ['node --import=file://{root}/proj/h%20k.mjs x.js', 'proj/h k.mjs'],
  ['python3 -m server', 'proj/server.py'],
  ['python3 -m pkg.server', 'proj/pkg/server.py'],
  ['python3 s.py', 'lib/sitecustomize.py', {}, { PYTHONPATH: '{root}/lib' }],
  ['sh -c ./run~--stdio', 'proj/run'],
  ['sh -c node~server.js', 'proj/server.js'],
  ['node --env-file=.env server.js', 'proj/.env'],
  ['node --env-file-if-exists=.env server.js', 'proj/.env'],
  ['node --env-file-if-exists .env server.js', 'proj/.env'],
  ['node --openssl-config=o.cnf server.js', 'proj/o.cnf'],
  ['node --experimental-config-file=n.json server.js', 'proj/n.json'],
  ['node --snapshot-blob=s.blob server.js', 'proj/s.blob'],
  ['bun --config=b.toml server.ts', 'proj/b.toml'],
  ['dotenv -f .env -- tool', 'proj/.env'],
  ['ruby -r./l server.rb', 'proj/l.rb'],
  ['ruby -r ./l server.rb', 'proj/l.rb'],
  ['env -Snode s.js', 'proj/s.js'],
  ['env -vS node~s.js', 'proj/s.js'],
  ['env -iS node~s.js', 'proj/s.js'],
  ['timeout 5 env -Snode~s.js', 'proj/s.js'],
  ['python3 -um server', 'proj/server.py'],
  ['python3 -Im server', 'proj/server.py'],
  ['bun server.ts', 'proj/bunfig.toml'],
  ['./s', 'bin/tool', { 'proj/s': '#!/usr/bin/env -S -u FOO tool\n' }],
  ['./s', 'proj/code', { 'proj/s': '#!{root}/bin/sh {root}/proj/code\n' }],
])('%s is pinned with %s', async (line, swapped, ...[files = {}, env = {}]) => {
  await put(swapped, 'before')
  for (const [name, text] of Object.entries(files)) await put(name, text)
  const variables = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replace('{root}', root)]),
  )
  const before = await look(line, variables)
  await put(swapped, 'another')
  const after = await look(line, variables)
  expect(fileChanges(before.pin, after.pin)).toMatchObject([{ kind: 'replaced' }])
})

test('as many files as a launch can name are pinned, and more of them are reported', async () => {
  const names = Array.from({ length: 330 }, (_, at) => `f${at}.js`)
  for (const name of names) await put(`proj/${name}`, 'before')
  const { pin, unpinned } = await look(`node ${names.slice(0, 256).join(' ')}`)
  expect(pin.files.map(({ named }) => named)).toContain('f255.js')
  expect(unpinned).toBeNull()
  expect(await look(`node ${names.join(' ')}`)).toMatchObject({ unpinned: 'node' })
})

/** @threat launch.unpinned-code */
test.each([
  ['npx -y some-package', 'npx'],
  ['uv run some-module', 'uv'],
  ['node -e 1', 'node'],
  ['env A=b npx -y some-package', 'npx'],
  ['python3 -m installed', 'python3'],
  ['sh -c cd~sub&&node~s.js', 'sh'],
  ['node -e require("./x") s.js', 'node'],
  ['node -pe require("./x") s.js', 'node'],
  ['node --eval=require("./x") s.js', 'node'],
  ['python3 -c import~x s.py', 'python3'],
  ['python3 -cimport~x s.py', 'python3'],
  ['ruby -e load("./x") server.rb', 'ruby'],
  ['sh -c ./r"u"n', 'sh'],
  ['sh -c $PWD/run', 'sh'],
  ['env -S node~-e~$CODE', 'env'],
  // Of these a file that is pinned is none that runs.
  ['npx -y some-package s.js', 'npx'],
  ['uv run s.py', 'uv'],
  ['uvx --with x mcp s.py', 'uvx'],
  ['npm start', 'npm'],
  ['node missing s.js', 'node'],
  ['python3 -uc import~x s.py', 'python3'],
  ['sudo node s.js', 'sudo'],
  ['bash -lc node~s.js', 'bash'],
  ['runs-others node s.js', 'runs-others'],
])('%s runs code that is not pinned, which is said', async (line, program) => {
  // Files beside it that are pinned say nothing of the code that runs.
  for (const name of ['s.js', 's.py', 'server.rb']) await put(`proj/${name}`, '1')
  expect(await look(line)).toMatchObject({ unpinned: program })
})

/** @threat launch.unpinned-code */
test('a program is known by what its link leads to', async () => {
  await put('proj/s.js', '1')
  await symlink(join(root, 'bin/node'), join(root, 'bin/js'))
  expect(await look('js s.js')).toMatchObject({ unpinned: null })
  expect(await look('js -e 1 s.js')).toMatchObject({ unpinned: 'node' })
})

test('a file that was allowed by another name is no change', async () => {
  await put('proj/server.js', '1')
  const { pin } = await look('node ./server.js')
  const named = { files: pin.files.map((file) => ({ ...file, named: `./${file.named}` })) }
  expect(fileChanges(named, pin)).toEqual([])
  await put('proj/server.js', '2')
  const { pin: after } = await look('node ./server.js')
  expect(
    fileChanges(named, after)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['added', 'gone'])
})

test('a project that is only served may change', async () => {
  await put('served/package.json', '{}')
  const { pin } = await look('npx -y server-filesystem {root}/served')
  expect(pin.files.map(({ named }) => named)).toEqual(['npx', '/bin/sh'])
})

/** @threat launch.unpinned-code */
test('a search path that a wrapper sets decides which program runs', async () => {
  await put('other/tool', '#!/bin/sh\n')
  const { programs } = await look('env PATH={root}/other tool x')
  expect(programs).toMatchObject([{ command: 'tool', path: join(root, 'other/tool'), args: ['x'] }])
})

test('a script that is pinned, and a program of its own, are not said to be unpinned', async () => {
  await put('proj/server.js', '1')
  await put('bin/tool', '1')
  expect(await look('node server.js')).toMatchObject({ unpinned: null })
  expect(await look('tool serve')).toMatchObject({ unpinned: null })
})
