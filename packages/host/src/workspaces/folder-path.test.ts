import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { folderKey, folderName, normaliseFolder, folderUrl } from './folder-path.ts'

describe('normaliseFolder', () => {
  it.each([
    ['/home/ada/code/', '/home/ada/code'],
    ['/home//ada/./code/../notes', '/home/ada/notes'],
    ['/../..', '/'],
    ['~', '/home/ada'],
    ['~/code', '/home/ada/code'],
    ['/tmp/ends with a space ', '/tmp/ends with a space '],
    ['/tmp/back\\slash', '/tmp/back\\slash'],
    ['c:\\Users\\Ada\\', 'C:\\Users\\Ada'],
    ['C:/Users/Ada/../Bo', 'C:\\Users\\Bo'],
    ['D:\\', 'D:\\'],
    ['\\\\nas\\papers\\', '\\\\nas\\papers'],
    ['\\\\nas\\papers\\2026\\..\\2025', '\\\\nas\\papers\\2025'],
  ])('does not give one folder two spellings: %s', (given, expected) => {
    expect(normaliseFolder(given, '/home/ada')).toBe(expected)
  })

  it.each([
    '',
    'code',
    './code',
    '~bob/code',
    'C:code',
    '\\\\nas',
    '/a\0b',
    '/a\ud800',
    'file:///a',
  ])('does not take %j for an absolute path', (given) => {
    expect(normaliseFolder(given, '/home/ada')).toBeNull()
  })
})

it('names folders, roots of disks included, and tells cases apart only where the system does', () => {
  expect(['/a/论文', '/', 'C:\\', 'C:\\a\\b', '\\\\nas\\papers'].map(folderName)).toEqual([
    '论文',
    '/',
    'C:',
    'b',
    'papers',
  ])
  expect(folderKey('C:\\Code')).toBe(folderKey('C:\\code'))
  expect(folderKey('/Code')).not.toBe(folderKey('/code'))
})

describe('folderUrl', () => {
  const posix = [
    '/',
    '/home/ada/My Projects',
    '/a#b/c?d',
    '/100%/50%25',
    '/设计稿/文件 夹',
    '/back\\slash',
    '/a+b&c=d;e@f',
    '/it\'s (here) [now] {x} ^ ` | " <>',
    '/emoji 😀',
  ]
  it.each(posix)('does not lead a server elsewhere: %s', (path) => {
    expect(fileURLToPath(folderUrl(path), { windows: false })).toBe(path)
    expect(new URL(folderUrl(path)).href).toBe(folderUrl(path))
    expect(folderUrl(path)).toMatch(/^file:\/\/\/[\x21-\x7e]*$/)
  })

  it.each(['C:\\', 'C:\\Users\\Ada Lovelace\\#1', 'D:\\论文', '\\\\nas\\papers\\2026 a'])(
    'does not lose a drive or a share: %s',
    (path) => {
      expect(fileURLToPath(folderUrl(path), { windows: true })).toBe(path)
      expect(new URL(folderUrl(path)).href).toBe(folderUrl(path))
    },
  )
})
