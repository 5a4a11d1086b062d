import { NEVER_ABORTED } from '@gatehouse/base'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import type { FolderState } from '@gatehouse/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolders } from './create-folders.ts'
import { findProjects } from './find-projects.ts'
import { gitFolderOf } from './read-branch.ts'

const listFiles = (): Promise<never> => Promise.reject(new Error('Nothing is listed.'))
const { inspect } = createFolders({ listFiles })
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-folders-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function folder(...parts: string[]): string {
  const path = join(root, ...parts)
  mkdirSync(path, { recursive: true })
  return path
}

function file(text: string, ...parts: string[]): void {
  folder(...parts.slice(0, -1))
  writeFileSync(join(root, ...parts), text)
}

describe('inspect', () => {
  it('does not take a file, a missing path or a path through a file for a folder', async () => {
    file('x', 'file')
    const states = ['file', 'gone', join('file', 'below')].map((name) => inspect(join(root, name)))
    expect((await Promise.all(states)).map(({ status }) => status)).toEqual([
      'not-a-folder',
      'missing',
      'missing',
    ])
    expect(await inspect(folder('plain'))).toEqual({ path: join(root, 'plain'), status: 'ok' })
  })

  it.skipIf(process.getuid?.() === 0)(
    'does not call a folder fine that may not be read',
    async () => {
      const locked = folder('locked')
      chmodSync(locked, 0o000)
      expect(await inspect(locked)).toEqual({ path: locked, status: 'unreadable' })
      chmodSync(locked, 0o700)
    },
  )

  // The files are git's own (gitrepository-layout, git-worktree "DETAILS"); git need not be installed.
  it('reads the branch of repositories, linked work trees included', async () => {
    const main = folder('main')
    file('ref: refs/heads/功能/登录\n', 'main', '.git', 'HEAD')
    for (const [name, head] of [
      ['side', 'ref: refs/heads/side\n'],
      ['detached', `${'0123456789abcdef'.repeat(3).slice(0, 40)}\n`],
    ] as const) {
      file(head, 'main', '.git', 'worktrees', name, 'HEAD')
      file(`gitdir: ${join(main, '.git', 'worktrees', name)}\n`, name, '.git')
    }
    expect((await inspect(main)).git).toEqual({ branch: '功能/登录' })
    expect((await inspect(join(root, 'side'))).git).toEqual({ branch: 'side' })
    expect((await inspect(join(root, 'detached'))).git).toEqual({})
  })

  it.each([
    ['a .git that points nowhere', 'gitdir: /nowhere/at/all\n'],
    ['a .git with something else in it', 'x'.repeat(100_000)],
    ['a .git that points at a device', 'gitdir: /dev\n'],
  ])('is not led astray by %s', async (_what, text) => {
    file(text, 'repo', '.git')
    expect(await inspect(join(root, 'repo'))).toEqual({ path: join(root, 'repo'), status: 'ok' })
  })

  it('does not show a branch name of any length', async () => {
    file(`ref: refs/heads/${'x'.repeat(4000)}\n`, 'repo', '.git', 'HEAD')
    expect((await inspect(join(root, 'repo'))).git).toEqual({})
  })

  it.skipIf(process.platform === 'win32')('does not wait for a pipe named HEAD', async () => {
    folder('repo', '.git')
    execFileSync('mkfifo', [join(root, 'repo', '.git', 'HEAD')])
    expect((await inspect(join(root, 'repo'))).status).toBe('ok')
  })

  it('times out on a drive that does not respond, and does not read it again meanwhile', async () => {
    const asked: string[] = []
    const resolvers = new Map<string, (state: FolderState) => void>()
    const slow = createFolders({
      listFiles,
      timeoutMs: 150,
      inspect: (path) => {
        asked.push(path)
        return new Promise((resolve) => resolvers.set(path, resolve))
      },
    })
    const lost = { path: '/nas', status: 'unreadable' }
    expect(await Promise.all([slow.inspect('/nas'), slow.inspect('/nas')])).toEqual([lost, lost])
    expect(await slow.inspect('/nas')).toEqual(lost)
    expect(asked).toEqual(['/nas'])
    const [b, c] = [slow.inspect('/b'), slow.inspect('/c')]
    await new Promise(setImmediate)
    expect(asked).toEqual(['/nas', '/b'])
    resolvers.get('/nas')?.({ path: '/nas', status: 'ok' })
    await new Promise(setImmediate)
    expect(asked).toEqual(['/nas', '/b', '/c'])
    resolvers.get('/b')?.({ path: '/b', status: 'ok' })
    resolvers.get('/c')?.({ path: '/c', status: 'missing' })
    expect([(await b).status, (await c).status]).toEqual(['ok', 'missing'])
  })
})

describe('a file .git', () => {
  /** @threat streams.launch-files */
  it.each([
    ['C:\\code', 'C:\\main\\.git', 'C:\\main\\.git'],
    ['C:\\code', '..\\main\\.git', 'C:\\main\\.git'],
    ['C:\\code', '\\\\evil.example\\share', undefined],
    ['C:\\code', '//evil.example/share', undefined],
    ['C:\\code', '\\\\?\\UNC\\evil.example\\share', undefined],
    ['\\\\nas\\code\\site', '..\\.git', '\\\\nas\\code\\.git'],
    ['\\\\nas\\code\\site', '\\\\evil\\code\\.git', undefined],
  ])('in %s leads to no share but its own: %s', (at, target, expected) => {
    expect(gitFolderOf(at, target, win32)).toBe(expected)
  })
})

describe('findProjects', () => {
  it('finds repositories and package files two levels down, not in what tools made', async () => {
    folder('web', '.git')
    file('{}', 'web', 'package.json')
    file('{}', 'web', 'packages', 'inner', 'package.json')
    file('', 'group', 'rust', 'Cargo.toml')
    file('', 'group', 'deep', 'deeper', 'go.mod')
    file('{}', 'node_modules', 'left-pad', 'package.json')
    file('{}', '.cache', 'thing', 'package.json')
    folder('empty')
    const { projects, complete } = await findProjects(root, NEVER_ABORTED)
    expect(projects).toEqual([
      { path: join(root, 'web'), name: 'web', signs: ['.git', 'package.json'] },
      { path: join(root, 'group', 'rust'), name: 'rust', signs: ['Cargo.toml'] },
    ])
    expect(complete).toBe(true)
  })

  it('offers the parent itself, and what is in it too', async () => {
    folder('.git')
    file('', 'tool', 'go.mod')
    const { projects } = await findProjects(root, NEVER_ABORTED)
    expect(projects.map(({ path }) => path)).toEqual([root, join(root, 'tool')])
  })

  it('ends at its bounds and says so', async () => {
    for (let at = 0; at < 20; at += 1) folder(`p${at}`, '.git')
    const bounds = { depth: 2, projects: 5, folders: 2000, ms: 2000 }
    const few = await findProjects(root, NEVER_ABORTED, bounds)
    expect([few.projects.length, few.complete]).toEqual([5, false])
    const narrow = await findProjects(root, NEVER_ABORTED, { ...bounds, projects: 100, folders: 4 })
    expect([narrow.projects.length, narrow.complete]).toEqual([3, false])
    const all = await findProjects(root, NEVER_ABORTED, { ...bounds, projects: 100 })
    expect([all.projects.length, all.complete]).toEqual([20, true])
  })

  it('names the folder that it could not read, and stops when asked to', async () => {
    await expect(findProjects(join(root, 'gone'), NEVER_ABORTED)).rejects.toMatchObject({
      code: 'workspace/search-failed',
    })
    await expect(findProjects(root, AbortSignal.abort())).rejects.toThrow(/abort/i)
  })
})
