import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEntryFinder } from './find-entries.ts'
import { readEntry } from './read-entry.ts'
import { createEntryReader } from './read-in-time.ts'

let root: string
let folder: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-entries-')))
  folder = join(root, 'site')
  mkdirSync(folder)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text = 'x'): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const find = async (query: string, bounds?: Parameters<typeof createEntryFinder>[0]) => {
  const { entries, complete } = await createEntryFinder(bounds)([folder], query)
  return { paths: entries.map(({ path }) => path), entries, complete }
}

it('files and folders are found by name, what fits best and is nearest first', async () => {
  for (const path of [
    'src/login.ts',
    'login',
    'src/deep/login.spec.ts',
    'docs/log in/x.md',
    'b.ts',
  ])
    write(path)
  expect((await find('login')).paths).toEqual(['login', 'src/login.ts', 'src/deep/login.spec.ts'])
  expect((await find('SRC/DEEP')).paths).toEqual(['src/deep', 'src/deep/login.spec.ts'])
  expect((await find('')).paths.slice(0, 4)).toEqual(['b.ts', 'docs', 'login', 'src'])
  expect((await find('登录')).paths).toEqual([])
  write('说明/登录.md')
  expect((await find('登录')).entries).toMatchObject([{ kind: 'file', bytes: 1, folder }])
  proves('files.listed.by-name')
})

it('what tools keep for themselves is passed over, and hidden and secret-looking files are marked', async () => {
  for (const path of [
    '.git/HEAD',
    'node_modules/a/index.js',
    '.env',
    '.github/ci.yml',
    'a.pem',
    'a.ts',
  ])
    write(path)
  const { entries } = await find('')
  expect(entries.map(({ path, isHidden, isSecret }) => [path, isHidden, isSecret])).toEqual([
    ['.env', true, true],
    ['.github', true, false],
    ['a.pem', false, true],
    ['a.ts', false, false],
    ['.github/ci.yml', true, false],
  ])
  proves('files.listed.marked')
})

it('a folder of any size is looked through within bounds, and says so, while main goes on', async () => {
  for (let at = 0; at < 3000; at += 1) write(`many/${at % 10}/file-${at}.txt`, '')
  const bounds = { entries: 1500, inFolder: 10_000, ms: 5000 }
  let turns = 0
  let over = false
  const count = (): void => {
    turns += 1
    if (!over) setImmediate(count)
  }
  count()
  const { paths, complete } = await find('file', bounds)
  over = true
  expect(paths).toHaveLength(100)
  expect(complete).toBe(false)
  expect(turns).toBeGreaterThan(10)
  expect((await find('file-2999')).complete).toBe(true)
  expect((await find('', { ...bounds, ms: 0 })).complete).toBe(false)
  proves('files.listed.bounded')
})

/**
 * @threat files.leads-out
 * @attacker file
 * @tries Has a link, or a name with `..`, in a folder of a workspace lead the person to attach a file from outside of
 * it, or a pipe block main.
 * @stoppedBy Links are neither listed nor followed; where a path really leads is compared once the file is open, by
 * what was opened; only files are read, without waiting.
 * @remains A hard link to a file elsewhere is a file of the folder. What `.gitignore` says is not read: its patterns
 * are hostile text too.
 */
it('links are neither listed nor followed, wherever they lead', async () => {
  writeFileSync(join(root, 'outside.txt'), 'outside')
  mkdirSync(join(root, 'other'))
  writeFileSync(join(root, 'other', 'inner.txt'), 'outside')
  write('real/inside.txt', 'inside')
  symlinkSync(join(root, 'outside.txt'), join(folder, 'outside.txt'))
  symlinkSync(join(root, 'other'), join(folder, 'other'))
  symlinkSync(folder, join(folder, 'loop'))
  expect((await find('')).paths).toEqual(['real', 'real/inside.txt'])
  const refused = { code: 'workspace/leads-out' }
  for (const path of ['outside.txt', 'other/inner.txt', 'other', 'loop'])
    await expect(readEntry({ folder, path })).rejects.toMatchObject(refused)
  for (const path of [
    '../outside.txt',
    'real/../../outside.txt',
    '/etc/hosts',
    './real',
    'real//x',
  ])
    await expect(readEntry({ folder, path })).rejects.toMatchObject({
      code: 'workspace/no-such-entry',
    })
  // A folder that is a link itself is what the person chose.
  symlinkSync(folder, join(root, 'link'))
  const read = await readEntry({ folder: join(root, 'link'), path: 'real/inside.txt' })
  expect(read).toEqual({ kind: 'file', bytes: new TextEncoder().encode('inside') })
  proves('files.read.no-way-out')
})

/** @threat files.leads-out */
it('what is not a file is not waited for, and a file that is too large is not read', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')])
  await expect(readEntry({ folder, path: 'pipe' })).rejects.toMatchObject({
    code: 'workspace/no-such-entry',
  })
  write('large', 'x'.repeat(30_000_001))
  await expect(readEntry({ folder, path: 'large' })).rejects.toMatchObject({
    code: 'attachment/file-too-large',
    data: { megabytes: 30 },
  })
})

it('of a folder the names are read, and nothing in the files', async () => {
  write('src/b.ts', 'secret text')
  write('src/a/c.ts')
  expect(await readEntry({ folder, path: 'src' })).toEqual({
    kind: 'folder',
    names: ['a/', 'a/c.ts', 'b.ts'],
    complete: true,
  })
  for (let at = 0; at < 1100; at += 1) write(`wide/${at}`, '')
  const wide = await readEntry({ folder, path: 'wide' })
  expect(wide).toMatchObject({ kind: 'folder', complete: false })
  proves('files.read.names')
})

/** A folder on a drive that is gone: it does not respond until it is released. */
function hanging() {
  const asked: string[] = []
  let fail = (): void => undefined
  const gone = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new Error('ENOTCONN'))
  })
  gone.catch(() => undefined)
  return { asked, fail: () => fail(), gone }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const quick = { entries: 1000, inFolder: 1000, ms: 60 }

it('a folder that does not respond is waited for only so long, and asked once until it does', async () => {
  const { asked, fail, gone } = hanging()
  const open = (path: string) => {
    asked.push(path)
    return gone
  }
  const search = createEntryFinder(quick, { goodMs: 20, open })
  for (const query of ['n', 'no', 'not', 'note']) {
    expect(await search([folder], query)).toEqual({ entries: [], complete: false })
    // Longer than what was found is good.
    await pause(40)
  }
  expect(asked).toEqual([folder])
  fail()
  await pause(40)
  await search([folder], 'notes')
  expect(asked).toEqual([folder, folder])
})

it('what was found before a folder below stopped responding is given', async () => {
  write('notes.md')
  write('drive/notes.txt')
  const { gone } = hanging()
  const open = (path: string) => (path.endsWith('drive') ? gone : opendir(path))
  const found = await createEntryFinder(quick, { open })([folder], 'notes')
  expect(found.entries.map(({ path }) => path)).toEqual(['notes.md'])
  expect(found.complete).toBe(false)
})

it('files that do not respond are listed without their size, and two of a folder are asked at a time', async () => {
  for (const name of ['a.md', 'b.md', 'c.md']) write(name)
  const { asked, gone } = hanging()
  const measure = (path: string) => {
    asked.push(path)
    return gone
  }
  const search = createEntryFinder(quick, { measure })
  for (let times = 0; times < 2; times += 1) {
    const { entries } = await search([folder], 'md')
    expect(entries.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['a.md', undefined],
      ['b.md', undefined],
      ['c.md', undefined],
    ])
  }
  expect(asked).toEqual([join(folder, 'a.md'), join(folder, 'b.md')])
})

it('a list waits for all sizes together no longer than for one, and has those that came', async () => {
  for (let n = 10; n < 40; n += 1) write(`${n}.md`)
  const measure = async () => {
    await pause(quick.ms / 2)
    return 7
  }
  const started = performance.now()
  const { entries } = await createEntryFinder(quick, { measure })([folder], 'md')
  expect(performance.now() - started).toBeLessThan(quick.ms * 8)
  expect(entries).toHaveLength(30)
  expect(entries[0]).toMatchObject({ path: '10.md', bytes: 7 })
  expect(entries.at(-1)).not.toHaveProperty('bytes')
})

it('a file that does not respond is not waited for, and its folder is asked again once it did', async () => {
  write('a.md', 'text')
  const { asked, fail, gone } = hanging()
  let isGone = true
  const read = createEntryReader((place) => {
    asked.push(place.path)
    return isGone ? gone : readEntry(place)
  }, 40)
  const refused = { code: 'workspace/timed-out' }
  for (let times = 0; times < 3; times += 1)
    await expect(read({ folder, path: 'a.md' })).rejects.toMatchObject(refused)
  expect(asked).toEqual(['a.md'])
  isGone = false
  fail()
  await pause(10)
  expect(await read({ folder, path: 'a.md' })).toMatchObject({ kind: 'file' })
})
