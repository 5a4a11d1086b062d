import type { JsonObject } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { toolNamed } from '../../testing/tool-fixture.ts'
import { namesOnlyPathsIn } from './written-paths.ts'

const text = { type: 'string' }
const names = 'path filePath output_file source target-dir content text files edits count to'.split(
  ' ',
)
const tool = toolNamed('write', {
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
  },
})
const isIn = (args: JsonObject, folders = ['/home/ann/site', 'C:\\Site']) =>
  namesOnlyPathsIn(folders, { tool, args })

describe('a call that names only paths in the folders', () => {
  it.each<JsonObject>([
    { path: '/home/ann/site/index.html', content: 'Hello' },
    { filePath: '/home/ann/site/./a//b' },
    { output_file: '/home/ann/site/a', count: 3 },
    { source: '/home/ann/site/a', 'target-dir': '/home/ann/site/b/' },
    { files: [{ path: '/home/ann/site/a' }, { path: '/home/ann/site/b', text: '' }] },
    { path: 'c:\\site\\a.txt' },
    { path: '/home/ann/site/a', content: '/* comment */\nbody' },
  ])('may run: %o', (args) => {
    expect(isIn(args)).toBe(true)
  })
})

describe('a call that is taken for one outside', () => {
  /**
   * @threat grants.mode-paths
   * @attacker model
   * @tries writes outside of the folders of the workspace with a tool that runs by the mode
   * @stoppedBy every text of the arguments that is a path by its name or its form has to be absolute and below a folder
   * of the workspace; what cannot be told asks
   * @remains paths are compared as text: a link in a folder of the workspace may lead out of it, and a server may read
   * an argument otherwise than its name says
   */
  it.each<[string, JsonObject]>([
    ['names no path', { content: 'Hello' }],
    ['has no arguments', {}],
    ['is outside', { path: '/etc/passwd' }],
    ['is beside', { path: '/home/ann/site2/a' }],
    ['is the folder itself', { path: '/home/ann/site' }],
    ['is relative', { path: 'index.html' }],
    ['goes up', { path: '/home/ann/site/../.ssh/id' }],
    ['goes up as Windows does', { path: 'C:\\Site\\..\\a' }],
    ['goes up encoded', { path: '/home/ann/site/%2e%2e/a' }],
    ['is in the home folder', { path: '~/site/a' }],
    ['is an address of a file', { path: 'file:///home/ann/site/a' }],
    ['has a NUL', { path: '/home/ann/site/a\0' }],
    ['is in another case', { path: '/home/ann/SITE/a' }],
    ['is no text', { path: 3 }],
    ['is null', { path: null }],
    ['has one of several outside', { files: ['/home/ann/site/a', '/tmp/b'] }],
    ['has another in an argument of another name', { path: '/home/ann/site/a', to: '/tmp/b' }],
    ['has another as Windows writes it', { path: '/home/ann/site/a', to: 'D:\\b' }],
    ['has one deep inside', { path: '/home/ann/site/a', edits: [{ deep: { dir: '/tmp' } }] }],
    ['has an argument that the tool does not declare', { path: '/home/ann/site/a', more: 'x' }],
    ['is longer than any path', { path: `/home/ann/site/${'a'.repeat(5000)}` }],
  ])('asks when it %s', (_what, args) => {
    expect(isIn(args)).toBe(false)
  })

  it('asks when the chat has no workspace', () => {
    expect(isIn({ path: '/home/ann/site/a' }, [])).toBe(false)
  })
})
