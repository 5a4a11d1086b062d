import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFolderLister } from './folder-lister.ts'
import type { ListingProcess } from './listing-process.ts'

let program: PackageBundle
let root: string
const ended: boolean[] = []

/** The same program as in the app, as a process of Node. */
function start(): ListingProcess {
  const child = fork(program.file, { serialization: 'advanced', stdio: 'ignore', env: {} })
  return {
    post: (request) => void child.send(request),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void ended.push(child.kill('SIGKILL')),
  }
}

beforeAll(async () => {
  program = await bundlePackage(new URL('./process.ts', import.meta.url), [])
  root = mkdtempSync(join(tmpdir(), 'gatehouse-lister-'))
  writeFileSync(join(root, 'notes.md'), '# Notes')
}, 120_000)
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  program.dispose()
})

const plain = { hidden: false, ignored: false }

it('lists a folder in a process that ends with it', async () => {
  const lister = createFolderLister(start)
  const { files } = await lister.list(root, plain)
  expect(files).toEqual([{ path: 'notes.md', bytes: 7, isSecret: false }])
  expect(ended).toEqual([true])
  await expect(lister.list(join(root, 'gone'), plain)).rejects.toMatchObject({
    code: 'folder/unreadable',
  })
})

/** @threat attachments.hostile-folder */
it('lists a folder whose ignore file has patterns that backtracking expressions take minutes for', async () => {
  const patterns = [`${'*a'.repeat(30)}b`, `${'**/*a'.repeat(8)}/b`, `*${'[a-z]*'.repeat(12)}1`]
  writeFileSync(join(root, '.gitignore'), patterns.join('\n'))
  writeFileSync(join(root, 'a'.repeat(200)), '')
  expect((await createFolderLister(start).list(root, plain)).files).toHaveLength(2)
})

/** @threat attachments.hostile-folder */
it('ends a process that does not respond, and lists the next folder', async () => {
  let count = 0
  const silentFirst = (): ListingProcess => {
    count += 1
    return count === 1 ? { ...start(), post: () => undefined } : start()
  }
  const lister = createFolderLister(silentFirst, 3000)
  const [first, second] = await Promise.allSettled([
    lister.list(root, plain),
    lister.list(root, plain),
  ])
  expect(first).toMatchObject({ reason: { code: 'folder/too-slow' } })
  expect(second).toMatchObject({ status: 'fulfilled' })
})

it('takes no listing of another shape, and none of a process that dies', async () => {
  const forged = (message: unknown): ListingProcess => ({
    post: () => undefined,
    onMessage: (listener) => listener(message),
    onExit: () => undefined,
    kill: () => undefined,
  })
  for (const message of [{}, { listing: { files: [{ path: '' }] } }, 'text'])
    await expect(createFolderLister(() => forged(message)).list(root, plain)).rejects.toMatchObject(
      {
        code: 'folder/unreadable',
      },
    )
  const dying = {
    ...forged(null),
    onMessage: () => undefined,
    onExit: (then: () => void) => then(),
  }
  await expect(createFolderLister(() => dying).list(root, plain)).rejects.toMatchObject({
    code: 'folder/too-slow',
  })
})
