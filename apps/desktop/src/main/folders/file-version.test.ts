import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readVersion, restoreVersion } from './file-version.ts'

let root: string
let folder: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-version-')))
  folder = join(root, 'site')
  mkdirSync(join(folder, 'docs'), { recursive: true })
  writeFileSync(join(folder, 'docs', 'a.md'), 'new')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const file = (text: string) =>
  ({ kind: 'file', bytes: new TextEncoder().encode(text), mode: 0o600 }) as const
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const path = 'docs/a.md'

it('a file that is certainly not there is absent, also where its folder is not there', async () => {
  for (const missing of ['b.md', 'docs/b.md', 'other/deep/b.md'])
    expect(await readVersion({ folder, path: missing })).toEqual({ kind: 'absent' })
})

it('what may be there is not taken for absent', async () => {
  symlinkSync(join(root, 'nowhere'), join(folder, 'dangling'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  await expect(readVersion({ folder, path: 'dangling' })).rejects.toMatchObject({
    code: 'workspace/leads-out',
  })
  for (const [other, code] of [
    ['pipe', 'workspace/unreadable'],
    ['docs', 'workspace/is-folder'],
    ['docs/a.md/b', 'workspace/unreadable'],
    ['../site/docs/a.md', 'workspace/unreadable'],
  ] as const)
    await expect(readVersion({ folder, path: other })).rejects.toMatchObject({ code })
})

it('a version is not restored over another one than was expected, and leaves nothing behind', async () => {
  for (const expected of [null, sha256('other')])
    await expect(
      restoreVersion({ folder, path }, { expected, version: file('old') }),
    ).rejects.toMatchObject({ code: 'undo/changed' })
  await expect(
    restoreVersion({ folder, path }, { expected: sha256('other'), version: { kind: 'absent' } }),
  ).rejects.toMatchObject({ code: 'undo/changed' })
  expect(readdirSync(join(folder, 'docs'))).toEqual(['a.md'])
  expect(readFileSync(join(folder, path), 'utf8')).toBe('new')
})

/** @threat undo.other-file */
it('a version is not restored where a folder on the way became a link', async () => {
  const outside = join(root, 'outside')
  renameSync(join(folder, 'docs'), outside)
  symlinkSync(outside, join(folder, 'docs'))
  for (const version of [file('old'), { kind: 'absent' } as const])
    await expect(
      restoreVersion({ folder, path }, { expected: sha256('new'), version }),
    ).rejects.toMatchObject({ code: 'workspace/leads-out' })
  expect(readdirSync(outside)).toEqual(['a.md'])
  expect(readFileSync(join(outside, 'a.md'), 'utf8')).toBe('new')
})

it('a version takes the name in one step: another name of the old file keeps its bytes', async () => {
  linkSync(join(folder, path), join(folder, 'b.md'))
  await restoreVersion({ folder, path }, { expected: sha256('new'), version: file('old') })
  expect(readFileSync(join(folder, path), 'utf8')).toBe('old')
  expect(readFileSync(join(folder, 'b.md'), 'utf8')).toBe('new')
  expect(readdirSync(join(folder, 'docs'))).toEqual(['a.md'])
})

it('a version is not restored into a folder that is gone', async () => {
  rmSync(join(folder, 'docs'), { recursive: true })
  await expect(
    restoreVersion({ folder, path }, { expected: null, version: file('old') }),
  ).rejects.toMatchObject({ code: 'undo/refused' })
})
