import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proves } from '@gatehouse/testkit/proves'
import { FOLDER_LISTING_LIMITS } from '@gatehouse/domain/documents'
import { listFiles } from './list-files.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-listing-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const plain = { hidden: false, ignored: false }
const pathsOf = async (choice = plain, limits = FOLDER_LISTING_LIMITS): Promise<string[]> =>
  (await listFiles(root, choice, limits)).files.map(({ path }) => path).toSorted()

describe('the listing of a folder', () => {
  it('honours the ignore files of each folder, and leaves hidden and generated ones out, unless they are asked for', async () => {
    write({
      '.gitignore': '*.log\n/build/\n!kept.log\nsecret?.txt\n**/deep/*.tmp\n',
      '.env': 'KEY=1',
      'a.ts': '1',
      'a.log': '1',
      'kept.log': '1',
      'secret1.txt': '1',
      'build/out.js': '1',
      'src/build/in.js': '1',
      'src/.gitignore': '*.ts\n!main.ts\n!b.log\n',
      'src/b.log': '1',
      'src/b.ts': '1',
      'src/main.ts': '1',
      'x/deep/c.tmp': '1',
      'x/deep/c.txt': '1',
      'node_modules/left-pad/index.js': '1',
      '.git/config': '1',
    })
    const shown = [
      'a.ts',
      'kept.log',
      'src/b.log',
      'src/build/in.js',
      'src/main.ts',
      'x/deep/c.txt',
    ]
    expect(await pathsOf()).toEqual(shown)
    const ignored = await pathsOf({ hidden: false, ignored: true })
    expect(ignored).toContain('node_modules/left-pad/index.js')
    expect(ignored).toContain('build/out.js')
    expect(ignored.some((path) => path.startsWith('.'))).toBe(false)
    const hidden = await listFiles(root, { hidden: true, ignored: false })
    expect(hidden.files).toContainEqual({ path: '.env', bytes: 5, isSecret: true })
    expect(hidden.files.some(({ path }) => path.startsWith('.git/'))).toBe(false)
    const { left, cut } = await listFiles(root, plain)
    expect(left).toEqual({ links: 0, hidden: 4, ignored: 6, unreadable: 0 })
    expect(cut).toEqual([])
  })

  /**
   * @threat attachments.hostile-folder
   * @attacker file
   * @tries To be a folder whose links lead out, whose ignore file has patterns that take minutes, that has files without
   * end, or whose names look like lines of the app.
   * @stoppedBy Links are counted and not followed, a process of its own lists the folder within limits and is ended after
   * it, and a name is a string of JSON in the line for the model.
   */
  it('follows no link, out or in a circle, and reads no pipe', async () => {
    write({ 'a/file.txt': 'x' })
    symlinkSync('/etc', join(root, 'out'))
    symlinkSync('/etc/passwd', join(root, 'a', 'passwd'))
    symlinkSync('..', join(root, 'a', 'circle'))
    symlinkSync('/etc/hosts', join(root, '.gitignore'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    const { files, left } = await listFiles(root, { hidden: true, ignored: false })
    expect(files).toEqual([{ path: 'a/file.txt', bytes: 1, isSecret: false }])
    expect(left).toEqual({ links: 4, hidden: 0, ignored: 0, unreadable: 1 })
  })

  /** @threat attachments.hostile-folder */
  it('ends at each of its limits, and says which it was', async () => {
    write({ 'a/1': '', 'a/2': '', 'a/3': '', 'b/c/d/e': '', top: '' })
    const cutOf = async (limits: Partial<Record<keyof typeof FOLDER_LISTING_LIMITS, number>>) => {
      const { files, cut } = await listFiles(root, plain, { ...FOLDER_LISTING_LIMITS, ...limits })
      return [files.map(({ path }) => path).toSorted(), cut]
    }
    expect(await cutOf({ files: 1 })).toEqual([['top'], ['files']])
    const [listed, cut] = await cutOf({ inFolder: 2 })
    expect(cut).toEqual(['files'])
    expect(listed).not.toHaveLength(0)
    expect(await cutOf({ depth: 1 })).toEqual([['a/1', 'a/2', 'a/3', 'top'], ['depth']])
    expect(await cutOf({ ms: -1 })).toEqual([[], ['time']])
    expect((await cutOf({ folders: 1 }))[1]).toEqual(['files'])
    proves('chat.folder.listed')
  })

  it('lists names with line ends and other control characters as they are', async () => {
    const odd = 'two\nlines\u202Ecod.exe'
    write({ [odd]: 'x', 'null\u0001': 'x' })
    expect(await pathsOf()).toEqual(['null\u0001', odd])
  })

  it('rejects where there is no folder, or a file in its place', async () => {
    write({ file: 'x' })
    await expect(listFiles(join(root, 'gone'), plain)).rejects.toThrow('ENOENT')
    await expect(listFiles(join(root, 'file'), plain)).rejects.toThrow('ENOTDIR')
  })
})
