import { ATTACHMENT_LIMITS } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { folderTree, tickOf, toggled, visibleRows, type FolderTreeNode } from './folder-tree.ts'

const file = (path: string, bytes = 10, isSecret = false) => ({ path, bytes, isSecret })
const tree = folderTree(
  [
    file('b.ts'),
    file('src/deep/x.ts', 30),
    file('src/a.ts'),
    file('a10.txt'),
    file('a9.txt'),
    file('src/.env', 5, true),
    file('src/huge.txt', ATTACHMENT_LIMITS.fileBytes + 1),
    file('src/long.pdf', ATTACHMENT_LIMITS.fileBytes + 1),
  ],
  'site',
)
const at = (path: string): FolderTreeNode => {
  const found = visibleRows(tree, new Set(['', 'src', 'src/deep'])).find((row) => row.path === path)
  if (!found) throw new Error(`No row ${path}`)
  return found
}

it('has folders before files, by name, and adds up what can be attached', () => {
  expect(visibleRows(tree, new Set(['', 'src'])).map(({ path, depth }) => [path, depth])).toEqual([
    ['', 0],
    ['src', 1],
    ['src/deep', 2],
    ['src/.env', 2],
    ['src/a.ts', 2],
    ['src/huge.txt', 2],
    ['src/long.pdf', 2],
    ['a9.txt', 1],
    ['a10.txt', 1],
    ['b.ts', 1],
  ])
  expect(tree.files).toHaveLength(7)
  expect(at('src')).toMatchObject({ bytes: 45 + ATTACHMENT_LIMITS.fileBytes + 1 })
  expect(at('src/huge.txt')).toMatchObject({ over: ATTACHMENT_LIMITS.fileBytes })
  expect(at('src/long.pdf')).toMatchObject({ over: undefined })
})

it('checks all of a folder by one press but secrets and files over their limit, and clears all of it by the next', () => {
  const all = toggled(at('src'), new Set(['b.ts']))
  expect([...all].toSorted()).toEqual(['b.ts', 'src/a.ts', 'src/deep/x.ts', 'src/long.pdf'])
  expect(tickOf(at('src'), all)).toBe('all')
  expect(tickOf(tree, all)).toBe('some')
  expect([...toggled(at('src/huge.txt'), all)]).toEqual([...all])
  const withSecret = toggled(at('src/.env'), all)
  expect(withSecret.has('src/.env')).toBe(true)
  expect([...toggled(at('src'), withSecret)]).toEqual(['b.ts'])
  expect(tickOf(at('src'), new Set(['src/a.ts']))).toBe('some')
  expect(tickOf(at('src'), new Set())).toBe('none')
})
