import { beforeEach, describe, expect, it } from 'vitest'
import {
  DESKTOP,
  EDITOR,
  SECRET,
  createImportHarness,
  envOf,
  importedServers,
  suggestedChoices,
  type ImportHarness,
} from '../testing/import-harness.ts'

let harness: ImportHarness['harness']
let imports: ImportHarness['imports']
let list: ImportHarness['list']
let put: ImportHarness['put']
let add: ImportHarness['add']

beforeEach(() => {
  ;({ harness, imports, list, put, add } = createImportHarness())
})

describe('an import', () => {
  it('shows no secret to the window, and writes it into the keychain only', async () => {
    put(
      DESKTOP,
      {
        mcpServers: {
          github: { command: 'docker', args: ['run'], env: { TOKEN: SECRET, MODE: 'fast' } },
          remote: {
            url: 'https://example.org/mcp',
            headers: { Authorization: `Bearer ${SECRET}` },
          },
        },
      },
      'claude-desktop',
    )
    const found = await imports.find()
    const preview = await imports.open()
    const review = await imports.review(preview.id, suggestedChoices(preview), [])
    expect(envOf(importedServers(preview)[0])).toEqual([
      { name: 'TOKEN', value: null, secret: true, length: SECRET.length, uses: [] },
      { name: 'MODE', value: 'fast', secret: false, length: 4, uses: [] },
    ])
    expect(harness.vault.secrets.size).toBe(0)
    expect(list()).toEqual([])
    const outcome = await imports.save(preview.id, review.id, false)
    expect(JSON.stringify([found, preview, review, outcome, list()])).not.toContain(SECRET)
    expect([...harness.vault.secrets.values()].toSorted()).toEqual([`Bearer ${SECRET}`, SECRET])
    expect(outcome.plainFiles).toEqual([DESKTOP])
    expect(list()).toMatchObject([
      { name: 'github', start: 'demand' },
      { name: 'remote', start: 'demand' },
    ])
  })

  it('runs nothing before the person agrees', async () => {
    put(DESKTOP, { mcpServers: { a: { command: 'x' } } }, 'claude-desktop')
    await add(await imports.open(), false)
    expect(harness.server.opened).toEqual([])
    put(DESKTOP, { mcpServers: { b: { command: 'y' } } }, 'claude-desktop')
    await add(await imports.open(), true)
    expect(list()).toMatchObject([{ start: 'demand' }, { name: 'b', start: 'launch' }])
    await expect.poll(() => harness.server.opened.length).toBe(1)
  })

  it('hides what the person hides, and nothing else', async () => {
    put(
      DESKTOP,
      { mcpServers: { a: { command: 'x', env: { TOKEN: 'one', MODE: 'two' } } } },
      'claude-desktop',
    )
    const preview = await imports.open()
    const [server] = importedServers(preview)
    const choice = {
      serverId: server?.id ?? '',
      name: 'mine',
      secrets: ['MODE'],
      hostVariables: [],
    }
    const review = await imports.review(preview.id, [choice], [])
    await imports.save(preview.id, review.id, false)
    expect(list()).toMatchObject([
      {
        name: 'mine',
        transport: {
          env: [
            { name: 'TOKEN', value: { kind: 'plain', value: 'one' } },
            { name: 'MODE', value: { kind: 'secret' } },
          ],
        },
      },
    ])
  })

  it('adds nothing that runs already, and no two of the same name', async () => {
    const same = { command: 'npx', args: ['-y', 'x'] }
    put(DESKTOP, { mcpServers: { files: same, other: { command: 'z' } } }, 'claude-desktop')
    await add(await imports.open(), false)
    put(
      EDITOR,
      { servers: { mine: same, files: { command: 'w' }, again: { command: 'w' } } },
      'vscode',
    )
    const preview = await imports.open()
    expect(
      importedServers(preview).map(({ name, same: one, suggested }) => [name, one, suggested]),
    ).toEqual([
      ['files 2', { name: 'files', added: true }, false],
      ['other 2', { name: 'other', added: true }, false],
      ['mine', { name: 'files', added: true }, false],
      ['files 3', null, true],
      ['again', { name: 'files 3', added: false }, false],
    ])
    const [, , , third] = importedServers(preview)
    const choice = { serverId: third?.id ?? '', name: 'FILES', secrets: [], hostVariables: [] }
    await expect(imports.review(preview.id, [choice], [])).rejects.toMatchObject({
      code: 'server/name-taken',
    })
  })

  it('leaves nothing behind when a part of what was reviewed cannot be saved', async () => {
    put(
      DESKTOP,
      { mcpServers: { a: { command: 'x', env: { TOKEN: 't' } }, b: { command: 'y' } } },
      'claude-desktop',
    )
    const preview = await imports.open()
    const review = await imports.review(preview.id, suggestedChoices(preview), [])
    const { save } = harness.stores.servers
    harness.stores.servers.save = (config) => {
      if (config.name === 'b') throw new Error('The disk is full.')
      save(config)
    }
    await expect(imports.save(preview.id, review.id, false)).rejects.toThrow('The disk is full.')
    expect(list()).toEqual([])
    expect(harness.vault.secrets.size).toBe(0)
  })

  it('is taken back, and nothing else with it', async () => {
    put(
      DESKTOP,
      { mcpServers: { a: { command: 'x', env: { TOKEN: 't' } }, b: { command: 'y' } } },
      'claude-desktop',
    )
    const first = await imports.open()
    await add(first, false)
    put(EDITOR, { servers: { c: { command: 'z' } } }, 'vscode')
    await add(await imports.open(), false)
    await imports.undo(first.id)
    expect(list().map(({ name }) => name)).toEqual(['c'])
    expect(harness.vault.secrets.size).toBe(0)
  })

  it('is saved once, read, and as it was read', async () => {
    put(DESKTOP, { mcpServers: { a: { command: 'x' } } }, 'claude-desktop')
    const preview = await imports.open()
    const old = await imports.review(preview.id, suggestedChoices(preview), [])
    const review = await imports.review(preview.id, suggestedChoices(preview), [])
    await expect(imports.save(preview.id, old.id, true)).rejects.toMatchObject({
      code: 'server/review-expired',
    })
    await expect(imports.save(preview.id, review.id, true)).rejects.toMatchObject({
      code: 'server/review-expired',
    })
    expect(list()).toEqual([])
  })

  it('does not keep secrets in memory for ever', async () => {
    put(DESKTOP, { mcpServers: { a: { command: 'x' } } }, 'claude-desktop')
    const over = { code: 'import/over' }
    const late = await imports.open()
    harness.clock.advance(31 * 60_000)
    await expect(imports.review(late.id, suggestedChoices(late), [])).rejects.toMatchObject(over)
    const closed = await imports.open()
    imports.close(closed.id)
    await expect(imports.review(closed.id, suggestedChoices(closed), [])).rejects.toMatchObject(
      over,
    )
    const first = await imports.open()
    for (let count = 0; count < 4; count += 1) await imports.open()
    await expect(imports.review(first.id, suggestedChoices(first), [])).rejects.toMatchObject(over)
    const done = await imports.open()
    await add(done, false)
    await expect(imports.review(done.id, suggestedChoices(done), [])).rejects.toMatchObject(over)
  })

  it('reads a file once into an import', async () => {
    put(EDITOR, { servers: { a: { command: 'x' } } }, 'vscode')
    const preview = await imports.open()
    harness.importFiles.chosenFile = harness.importFiles.files[0] ?? null
    const again = await imports.chooseFile(preview.id)
    expect(again?.files).toHaveLength(1)
    expect(importedServers(again).map(({ name }) => name)).toEqual(['a'])
    harness.importFiles.chosenFile = null
    expect(await imports.chooseFile(preview.id)).toBeNull()
    harness.importFiles.chosenFolder = { folder: '/code/none', files: [] }
    await expect(imports.chooseFolder(preview.id)).rejects.toMatchObject({
      code: 'import/folder-empty',
      data: { folder: '/code/none' },
    })
  })

  it('says which file cannot be read, and offers none without servers', async () => {
    harness.importFiles.files.push({ source: 'cursor', path: '/locked', folder: null })
    put('/home/ada/.claude.json', '{"numStartups":1}', 'claude-code')
    put(EDITOR, '{"servers": {', 'vscode')
    const expected = [
      [{ code: 'not-allowed', at: '', line: null, detail: 'EACCES' }],
      [{ code: 'not-json', at: '', line: 1, detail: 'CloseBraceExpected' }],
    ]
    expect((await imports.find()).map(({ problems }) => problems)).toEqual(expected)
    expect((await imports.open()).files.map(({ problems }) => problems)).toEqual(expected)
  })
})

describe('a launch that cannot be', () => {
  it.each([
    { entry: { command: '' }, code: 'empty', at: 'command' },
    { entry: { command: 'a\0b' }, code: 'nul', at: 'command' },
    {
      entry: { command: 'x', args: Array.from({ length: 300 }, () => 'y') },
      code: 'too-many',
      at: 'args',
    },
    { entry: { command: 'x', args: ['y'.repeat(40_000)] }, code: 'too-long', at: 'args[0]' },
    { entry: { command: 'x', env: { 'A=B': 'c' } }, code: 'variable-name', at: 'env.A=B' },
    { entry: { url: 'ftp://x' }, code: 'url-invalid', at: 'url' },
    { entry: { url: 'javascript:alert(1)' }, code: 'url-invalid', at: 'url' },
    {
      entry: { url: 'https://x', headers: { 'a b': 'c' } },
      code: 'header-name',
      at: 'headers.a b',
    },
    { entry: { url: 'https://x', headers: { a: 'b\0' } }, code: 'nul', at: 'headers.a' },
  ])('$code at $at is not offered', async ({ entry, code, at }) => {
    put(DESKTOP, { mcpServers: { a: entry } }, 'claude-desktop')
    const [server] = importedServers(await imports.open())
    expect(server).toMatchObject({ launch: null, suggested: false })
    expect(server?.problems).toEqual([{ code, at: `mcpServers.a.${at}`, line: 1, detail: '' }])
  })
})
