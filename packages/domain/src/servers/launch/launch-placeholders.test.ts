import { describe, expect, it } from 'vitest'
import {
  fillDraft,
  fillPlaceholders,
  placeholderPlaces,
  placeholdersOf,
  unseenPlaceholders,
  type PlaceholderSource,
} from './launch-placeholders.ts'

const at =
  (folder: string, folders = 1) =>
  (): PlaceholderSource => ({
    userHome: '/home/me',
    workspace: { name: 'Site', folder, folders },
  })
const nowhere = (): PlaceholderSource => ({ userHome: '/home/me', workspace: null })
const stdio = {
  kind: 'stdio' as const,
  command: '${workspaceFolder}/run',
  args: ['--root', '${workspaceFolder}', '--cache=${userHome}/.cache'],
  env: [
    { name: 'ROOT', value: '${workspaceFolder}', secret: false },
    { name: 'TOKEN', value: '${userHome}', secret: true },
    { name: 'KEPT', value: null, secret: true },
  ],
  cwd: '${workspaceFolder}/src',
}

const hostile = [
  '/a b',
  '/a"b\'c',
  '/--flag',
  '/-rf',
  '/$(id)`id`',
  '/$&$1$$',
  '/${userHome}',
  '/\u202egnp.exe',
  '/新しい 📁',
  '/a\nb',
  'C:\\Users\\me\\a b',
]

describe('placeholders', () => {
  /**
   * @threat launch.other-folder
   * @attacker file
   * @tries is a folder whose name reads like an option, a variable or a placeholder, or one that a server was never
   * meant to get
   * @stoppedBy a folder is filled in once, inside the argument that it stands in, and only if the person read it in
   * that very place of that very launch
   * @remains A launch that hands an argument to a shell lets the shell read what the folder is called; the review names
   * the shell. What the person allowed the server before holds in the other folder too, and the record does not say in
   * which folder a call ran; the review says the first.
   */
  it.each(hostile)('puts the folder %j into its own argument and nowhere else', (folder) => {
    const filled = fillDraft(stdio, placeholdersOf(stdio, at(folder)))
    expect(filled).toEqual({
      ...stdio,
      args: ['--root', folder, '--cache=/home/me/.cache'],
      env: [{ name: 'ROOT', value: folder, secret: false }, stdio.env[1], stdio.env[2]],
      cwd: `${folder}/src`,
    })
  })

  it('leaves what is no placeholder and what has no value', () => {
    const none = placeholdersOf(stdio, nowhere)
    expect(none).toEqual([
      { name: 'workspaceFolder', value: null },
      { name: 'userHome', value: '/home/me' },
    ])
    expect(fillPlaceholders('${workspaceFolder} ${HOME} $userHome', none)).toBe(
      '${workspaceFolder} ${HOME} $userHome',
    )
  })

  it('finds none in an address, in a command and in a secret', () => {
    const http = { kind: 'http' as const, url: 'https://a/${userHome}', headers: [] }
    expect(placeholdersOf(http, at('/a'))).toEqual([])
    const hidden = { ...stdio, args: [], env: stdio.env.slice(1), cwd: undefined }
    expect(placeholdersOf(hidden, at('/a'))).toEqual([])
  })

  it('gives the workspace of the folder and how many folders that has', () => {
    expect(placeholdersOf(stdio, at('/a', 3))[0]).toEqual({
      name: 'workspaceFolder',
      value: '/a',
      workspace: { name: 'Site', folders: 3 },
    })
  })

  it('counts as seen the very value for the very placeholder', () => {
    const now = placeholdersOf(stdio, at('/a'))
    const seen = [
      { name: 'workspaceFolder' as const, value: '/a' },
      { name: 'userHome' as const, value: '/home/me' },
    ]
    expect(unseenPlaceholders(now, seen)).toEqual([])
    expect(unseenPlaceholders(now, seen.slice(1)).map(({ name }) => name)).toEqual([
      'workspaceFolder',
    ])
    expect(unseenPlaceholders(placeholdersOf(stdio, at('/home/me')), seen)).toHaveLength(1)
    const unset = placeholdersOf(stdio, nowhere)
    expect(unseenPlaceholders(unset, seen)).toHaveLength(1)
  })

  it('reads the same places in a draft and in what is kept of it', () => {
    const kept = {
      ...stdio,
      env: [
        { name: 'ROOT', value: { kind: 'plain' as const, value: '${workspaceFolder}' } },
        { name: 'TOKEN', value: { kind: 'secret' as const, ref: 'a' } },
        { name: 'KEPT', value: { kind: 'secret' as const, ref: 'b' } },
      ],
    }
    expect(placeholderPlaces(kept)).toBe(placeholderPlaces(stdio))
    expect(placeholderPlaces({ ...kept, args: ['${userHome}'] })).not.toBe(placeholderPlaces(stdio))
  })
})
