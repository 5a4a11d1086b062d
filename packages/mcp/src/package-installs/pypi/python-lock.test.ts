import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockText, readLock, readReport } from './python-lock.ts'

const HASH = `sha256:${'a'.repeat(64)}`
let file = ''

beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'gatehouse-lock-')), 'lock')
})
afterAll(() => rmSync(join(file, '..'), { recursive: true }))

const readText = (text: string) => {
  writeFileSync(file, text)
  return readLock(file)
}

const entry = (change: object = {}) => ({
  metadata: { name: 'tool', version: '1.0' },
  is_direct: false,
  download_info: {
    url: 'https://index.example/tool-1.0-py3-none-any.whl',
    archive_info: { hashes: { sha256: 'a'.repeat(64) } },
  },
  ...change,
})

const readEntry = (one: object, builds: string[] = []) => {
  writeFileSync(file, JSON.stringify({ version: '1', install: [one] }))
  return readReport(file, builds)
}

describe('a lock', () => {
  it('is read as uv and as this app write it', async () => {
    const packages = [
      { name: 'tool', version: '1.0', hashes: [HASH, `sha256:${'b'.repeat(64)}`] },
      { name: 'dep', version: '2.0.post1+local', hashes: [HASH] },
    ]
    expect(await readText(lockText(packages))).toEqual(packages)
    const uv = `# a note\ntool[x]==1.0 ; sys_platform == 'linux' \\\n    --hash=${HASH}\n    # via dep\n`
    expect(await readText(uv)).toEqual([{ name: 'tool', version: '1.0', hashes: [HASH] }])
  })

  /** @threat launch.python-source */
  it.each([
    'tool==1.0',
    'tool>=1.0 --hash=sha256:ab',
    `tool @ https://elsewhere.example/tool.whl --hash=${HASH}`,
    `-e ./folder --hash=${HASH}`,
    `--index-url https://elsewhere.example --hash=${HASH}`,
    `git+https://elsewhere.example/tool --hash=${HASH}`,
    'tool==1.0 --hash=md5:abcdef',
  ])('is refused for %s', async (line) => {
    await expect(readText(`${line}\n`)).rejects.toMatchObject({ data: { problem: 'other-source' } })
  })
})

describe('the report of pip', () => {
  it('gives versions with the hash of the very file', async () => {
    expect(await readEntry(entry())).toEqual([{ name: 'tool', version: '1.0', hashes: [HASH] }])
  })

  it.each([
    ['a package by its address', { is_direct: true }],
    ['a file without a hash', { download_info: { url: 'https://index.example/tool.whl' } }],
    [
      'source that nobody allowed',
      {
        download_info: {
          url: 'https://index.example/tool-1.0.tar.gz',
          archive_info: { hashes: { sha256: 'a'.repeat(64) } },
        },
      },
    ],
    ['a version that is no version', { metadata: { name: 'tool', version: '1 --pre' } }],
  ])('is refused for %s', async (_what, change) => {
    await expect(readEntry(entry(change))).rejects.toMatchObject({
      data: { problem: 'other-source' },
    })
  })

  it('takes source of a package whose build was allowed', async () => {
    const url = 'https://index.example/old-1.0.tar.gz'
    const one = entry({
      metadata: { name: 'old', version: '1.0' },
      download_info: { url, archive_info: { hashes: { sha256: 'a'.repeat(64) } } },
    })
    expect(await readEntry(one, ['Old'])).toMatchObject([{ name: 'old' }])
  })
})
