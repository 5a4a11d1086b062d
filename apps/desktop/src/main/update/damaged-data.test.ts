import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openStores, type StoreNotice } from '@gatehouse/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runUpdate } from './run-update.ts'
import { updateData, type UpdatePorts } from './update-data.ts'

const PAGE = 4096
let folder: string
/** A file of format 5 with rows on a hundred pages, and the same brought to the latest format. */
let old: string
let latest: string

const libsql = createRequire(
  new URL('../../../../../packages/store/src/file/database.ts', import.meta.url),
).resolve('libsql')

/** In a process of its own: the files are opened as the app finds them. */
function sql(file: string, text: string): void {
  const program = 'new (require(process.argv[1]))(process.argv[2]).exec(process.argv[3])'
  execFileSync(process.execPath, ['-e', program, libsql, file, text])
}

const inProcess: UpdatePorts = {
  start(file) {
    let onMessage: (message: unknown) => void = () => undefined
    setImmediate(() => runUpdate(file, (message) => onMessage(message)))
    return {
      onMessage: (listener) => (onMessage = listener),
      onExit: () => undefined,
      kill: () => undefined,
    }
  },
  open: () => ({ show: () => undefined, close: () => undefined }),
  quit: () => undefined,
}

/** As the app starts: the update, then the stores. */
async function start(file: string): Promise<{ notice: StoreNotice | null; chats: number }> {
  await updateData(file, inProcess)
  const stores = openStores({ file })
  const chats = stores.conversations.list().length
  stores.close()
  return { notice: stores.notice, chats }
}

function copyOf(from: string, name: string): string {
  const file = join(folder, name.replace(/\W+/g, '-'), 'gatehouse.db')
  mkdirSync(dirname(file))
  copyFileSync(from, file)
  return file
}

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, from, Math.min(to, bytes.length))
  writeFileSync(file, bytes)
}
const half = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2 / PAGE) * PAGE)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-damaged-'))
  old = join(folder, 'old.db')
  latest = join(folder, 'latest.db')
  openStores({ file: latest }).close()
  sql(latest, `CREATE TABLE ballast (a); INSERT INTO ballast ${rows(300)}`)
  const statement = `CREATE TABLE conversations (a); INSERT INTO conversations ${rows(300)}; PRAGMA user_version = 5`
  sql(old, statement)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rows = (count: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT hex(randomblob(700)) FROM n`

const damages: [string, 'old' | 'latest', (file: string) => void][] = [
  ['pages in the middle damaged', 'old', (file) => overwrite(file, 3 * PAGE, 60 * PAGE)],
  ['cut in half', 'old', half],
  ['the first page damaged behind its header', 'old', (file) => overwrite(file, 100, PAGE)],
  ['the first page damaged behind its header', 'latest', (file) => overwrite(file, 100, PAGE)],
  ['cut to one page', 'latest', (file) => truncateSync(file, PAGE)],
  ['cut to 512 bytes', 'latest', (file) => truncateSync(file, 512)],
  ['cut in half', 'latest', half],
  ['the page size damaged', 'latest', (file) => overwrite(file, 16, 18)],
  ['a format below zero', 'latest', (file) => sql(file, 'PRAGMA user_version = -1')],
  ['no format any more', 'latest', (file) => sql(file, 'PRAGMA user_version = 0')],
]

describe('a damaged file', () => {
  /**
   * @threat record.damaged-file
   * @attacker program
   * @tries To keep Gatehouse from ever starting again, or to have all chats disappear without a word, by damaging the
   * file that they are in: a page, its end, its format number.
   * @stoppedBy Nothing looks into the file before it is known to be whole but to see whether an update is due, and that
   * look never fails; only the opening itself sets a damaged file aside, under another name and in view. A link in its
   * place is refused before anything is opened.
   * @remains a file whose pages are sound but whose tables were changed (one taken away, the number of an earlier
   * format written in) does not open; the app reports this, and changes nothing of it besides making a copy. A damaged
   * search index alone sets the file aside too, although every chat in it is whole
   */
  it.each(damages)(
    'with %s (%s format) is set aside in view, and the app starts',
    async (what, of, damage) => {
      const file = copyOf(of === 'old' ? old : latest, `${what} ${of}`)
      damage(file)
      const first = await start(file)
      expect(first.notice?.code).toBe('set-aside')
      expect(existsSync(first.notice?.movedTo ?? '')).toBe(true)
      expect(await start(file)).toEqual({ notice: null, chats: 0 })
    },
  )

  /** @threat record.damaged-file */
  it('whose records are not those of its format says where what it was before is', async () => {
    const file = copyOf(latest, 'wrong format')
    sql(file, 'PRAGMA user_version = 3')
    await expect(start(file)).rejects.toMatchObject({
      code: 'store/migration-failed',
      message: expect.stringContaining(`${file}.format-3`) as string,
    })
  })
})

/** @threat record.damaged-file */
it('a link in place of the file is refused, and nothing is made where it points to', async () => {
  const real = copyOf(old, 'real')
  const link = join(folder, 'link', 'gatehouse.db')
  mkdirSync(dirname(link))
  symlinkSync(real, link)
  await expect(start(link)).rejects.toMatchObject({ code: 'store/cannot-open' })
  expect(readdirSync(dirname(real))).toEqual(['gatehouse.db'])
})
