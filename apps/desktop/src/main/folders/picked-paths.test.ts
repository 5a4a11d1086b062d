import { mkdir, mkdtemp, realpath, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPickedPaths } from './picked-paths.ts'

let root: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'picked-')))
  for (const folder of ['code/site/src', 'code2', 'private/divorce'])
    await mkdir(join(root, folder), { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

async function coverage(picked: string[], asked: string[]) {
  const paths = createPickedPaths()
  paths.note(picked)
  return Promise.all(asked.map((path) => paths.covers(path)))
}

describe('picked paths', () => {
  /** @threat consent.act-for-person */
  it('cover what was picked and what lies in it, and nothing beside or above', async () => {
    const code = join(root, 'code')
    const inside = [code, code + sep, join(code, 'site', 'src'), `${root}/./code`]
    expect(await coverage([code + sep], inside)).toEqual([true, true, true, true])
    const outside = [
      '/',
      '\\\\evil.example\\share',
      root,
      `${code}2`,
      `${code}/../private`,
      `${code}/..`,
      'nowhere',
    ]
    expect(await coverage([code], outside)).toEqual(outside.map(() => false))
    expect(await coverage([code], [join(code, 'not-there')])).toEqual([false])
  })

  /** @threat consent.act-for-person */
  it.runIf(process.platform !== 'win32')(
    'do not cover where a link in a picked folder leads',
    async () => {
      const [code, link] = [join(root, 'code'), join(root, 'code', 'docs')]
      await symlink(join(root, 'private'), link)
      await symlink(join('..', 'private'), join(code, 'relative'))
      await symlink(join(code, 'site'), join(code, 'own'))
      const asked = [link, join(link, 'divorce'), join(code, 'relative'), join(code, 'own', 'src')]
      expect(await coverage([code], asked)).toEqual([false, false, false, true])
      expect(await coverage([code], [relative(process.cwd(), link)])).toEqual([false])
    },
  )

  /** @threat consent.act-for-person */
  it.runIf(process.platform !== 'win32')(
    'do not cover a path that goes up behind a link to where its text does not lead',
    async () => {
      const code = join(root, 'code')
      for (const folder of ['deep/x', 'deep/keys'])
        await mkdir(join(code, folder), { recursive: true })
      await symlink(join('deep', 'x'), join(code, 'a'))
      await symlink(join(root, 'private'), join(code, 'keys'))
      // By its text it is `keys`; the system would go to `deep/keys`.
      expect(await coverage([code], [`${code}/a/../keys`])).toEqual([false])
    },
  )

  /** @threat consent.act-for-person */
  it.runIf(process.platform !== 'win32')(
    'cover where a picked link leads, and not where it leads later',
    async () => {
      const [link, moved] = [join(root, 'link'), join(root, 'moved')]
      await symlink(join(root, 'code'), link)
      const paths = createPickedPaths()
      paths.note([link])
      expect(await paths.covers(join(link, 'site'))).toBe(true)
      await symlink(join(root, 'private'), moved)
      await rename(moved, link)
      expect(await paths.covers(join(link, 'divorce'))).toBe(false)
    },
  )
})
