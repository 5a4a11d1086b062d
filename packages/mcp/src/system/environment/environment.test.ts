import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPidFile, waitUntilGone } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCommand } from './find-command.ts'
import { createSearchPath } from './search-path.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-env-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function script(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

function foldersWith(environment: NodeJS.ProcessEnv, timeoutMs = 3000) {
  return createSearchPath({ environment: { HOME: folder, ...environment }, timeoutMs }).folders()
}

test('the PATH that a login shell sets up comes first', async () => {
  await writeFile(join(folder, '.profile'), 'PATH=/from/profile:$PATH\nexport PATH\necho welcome')
  const folders = await foldersWith({ SHELL: '/bin/sh', PATH: '/own/folder:/usr/bin' })
  expect(folders[0]).toBe('/from/profile')
  expect(folders).toContain('/own/folder')
})

test('a shell that hangs costs its time limit only, and is ended with its children', async () => {
  const pidFile = join(folder, 'pid')
  const shell = await script('shell', `sleep 100 & echo $! > ${pidFile}; wait`)
  const started = performance.now()
  const folders = await foldersWith({ SHELL: shell, PATH: '/usr/bin' }, 500)
  expect(performance.now() - started).toBeLessThan(3000)
  expect(folders[0]).toBe('/usr/bin')
  await waitUntilGone([await readPidFile(pidFile)], 1000)
})

test.each([
  ['prints for ever', 'while :; do echo PATH=/bad; done'],
  ['fails', 'exit 1'],
  ['prints another PATH and no mark', 'echo PATH=/bad'],
])('a shell that %s is passed over', async (_what, text) => {
  const folders = await foldersWith({ SHELL: await script('shell', text), PATH: '/usr/bin' }, 1500)
  expect(folders[0]).toBe('/usr/bin')
  expect(folders).not.toContain('/bad')
})

test('a shell that does not exist is passed over', async () => {
  expect((await foldersWith({ SHELL: '/no/such/shell', PATH: '/usr/bin' }))[0]).toBe('/usr/bin')
})

test('the folders of version managers are found without any shell, newest first', async () => {
  const versions = ['v9.1.0', 'v20.2.0', 'v18.15.0']
  for (const version of versions)
    await mkdir(join(folder, '.nvm/versions/node', version, 'bin'), { recursive: true })
  const folders = await foldersWith({ SHELL: '/no/such/shell', PATH: '' })
  const found = folders
    .filter((path) => path.includes('.nvm'))
    .map((path) => path.split('/').at(-2))
  expect(found).toEqual(['v20.2.0', 'v18.15.0', 'v9.1.0'])
})

test('relative and empty folders of a PATH are not searched', async () => {
  const folders = await foldersWith({ SHELL: '/no/such/shell', PATH: ':.:relative:/usr/bin:' })
  expect(folders.every((path) => path.startsWith('/'))).toBe(true)
})

test('the shell is asked once, however often the path is wanted', async () => {
  const shell = await script('shell', `echo asked >> ${join(folder, 'asked')}; exec /bin/sh "$@"`)
  const path = createSearchPath({ environment: { HOME: folder, SHELL: shell }, timeoutMs: 3000 })
  await Promise.all([path.folders(), path.folders()])
  await path.folders()
  const asked = await readFile(join(folder, 'asked'))
  expect(asked.toString()).toBe('asked\n')
})

test('the first executable wins over a folder and a plain file of the same name', async () => {
  const [first, second, third] = ['1', '2', '3'].map((name) => join(folder, name))
  if (!first || !second || !third) throw new Error('no folders')
  await mkdir(join(first, 'tool'), { recursive: true })
  await mkdir(second)
  await mkdir(third)
  await writeFile(join(second, 'tool'), '', { mode: 0o644 })
  await writeFile(join(third, 'tool'), '', { mode: 0o755 })
  const search = { cwd: folder, folders: [first, second, third], environment: {} }
  expect(await findCommand('tool', search)).toMatchObject({ path: join(third, 'tool') })
  const without = await findCommand('tool', { ...search, folders: [first, second] })
  expect(without).toEqual({
    path: null,
    lookedIn: [first, second],
    notExecutable: join(second, 'tool'),
  })
  expect(await findCommand('./3/tool', search)).toMatchObject({ path: join(third, 'tool') })
})
