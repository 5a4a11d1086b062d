import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImportFiles, type ImportFilesOptions } from './import-files.ts'

let home: string

function put(path: string, content: string | Buffer): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

const files = (options: Partial<ImportFilesOptions> = {}) =>
  createImportFiles({
    platform: 'linux',
    home,
    environment: {},
    pickFile: () => Promise.resolve(null),
    pickFolder: () => Promise.resolve(null),
    ...options,
  })
const found = async (options: Partial<ImportFilesOptions> = {}) =>
  (await files(options).known()).map(({ source, path }) => [source, path.slice(home.length + 1)])
const read = (path: string) => files().read({ source: 'file', path, folder: null })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-import-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('known configurations', () => {
  it('are looked for in the right place', async () => {
    expect(await found()).toEqual([])
    put('.config/Claude/claude_desktop_config.json', '{}')
    put('.config/Code/User/mcp.json', '{}')
    put('.config/VSCodium/User/mcp.json', '{}')
    put('.cursor/mcp.json', '{}')
    put('.claude.json', '{}')
    expect(await found()).toEqual([
      ['claude-desktop', '.config/Claude/claude_desktop_config.json'],
      ['vscode', '.config/Code/User/mcp.json'],
      ['vscode', '.config/VSCodium/User/mcp.json'],
      ['cursor', '.cursor/mcp.json'],
      ['claude-code', '.claude.json'],
    ])
  })

  it('are where the environment says', async () => {
    put('xdg/Claude/claude_desktop_config.json', '{}')
    put('elsewhere/.claude.json', '{}')
    const environment = {
      XDG_CONFIG_HOME: join(home, 'xdg'),
      CLAUDE_CONFIG_DIR: join(home, 'elsewhere'),
    }
    expect(await found({ environment })).toEqual([
      ['claude-desktop', 'xdg/Claude/claude_desktop_config.json'],
      ['claude-code', 'elsewhere/.claude.json'],
    ])
  })

  it('are those of macOS on macOS', async () => {
    put('.config/Claude/claude_desktop_config.json', '{}')
    put('Library/Application Support/Claude/claude_desktop_config.json', '{}')
    put('Library/Application Support/Code - Insiders/User/mcp.json', '{}')
    expect(await found({ platform: 'darwin' })).toEqual([
      ['claude-desktop', 'Library/Application Support/Claude/claude_desktop_config.json'],
      ['vscode', 'Library/Application Support/Code - Insiders/User/mcp.json'],
    ])
  })

  it('are found under names that are not known beforehand, as profiles are', async () => {
    put('.config/Code/User/profiles/-1a2b/mcp.json', '{}')
    put('.config/Code/User/profiles/other/settings.json', '{}')
    put('.continue/mcpServers/one.yaml', '')
    put('.continue/mcpServers/one.txt', '')
    expect(await found()).toEqual([
      ['vscode', '.config/Code/User/profiles/-1a2b/mcp.json'],
      ['continue', '.continue/mcpServers/one.yaml'],
    ])
  })

  it('are those of every product that is known', async () => {
    const known: [string, string][] = [
      ['windsurf', '.codeium/windsurf/mcp_config.json'],
      ['zed', '.config/zed/settings.json'],
      [
        'cline',
        '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      ],
      [
        'roo',
        '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
      ],
      ['codex', '.codex/config.toml'],
      ['grok', '.grok/config.toml'],
      ['gemini', '.gemini/settings.json'],
      ['antigravity', '.gemini/antigravity/mcp_config.json'],
      ['copilot', '.copilot/mcp-config.json'],
      ['opencode', '.config/opencode/opencode.jsonc'],
      ['kilo', '.config/kilo/kilo.json'],
      ['goose', '.config/goose/config.yaml'],
      ['continue', '.continue/config.yaml'],
      ['lm-studio', '.lmstudio/mcp.json'],
      ['jan', '.local/share/Jan/data/mcp_config.json'],
      ['amazon-q', '.aws/amazonq/mcp.json'],
      ['kiro', '.kiro/settings/mcp.json'],
      ['warp', '.warp/.mcp.json'],
      ['boltai', '.boltai/mcp.json'],
      ['witsy', '.config/Witsy/settings.json'],
      ['deepchat', '.config/DeepChat/mcp-settings.json'],
    ]
    for (const [, path] of known) put(path, '')
    expect(await found()).toEqual(known)
  })

  it('name one that cannot be opened', async () => {
    symlinkSync(join(home, 'loop'), join(home, 'loop'))
    symlinkSync(join(home, 'loop'), join(home, '.claude.json'))
    expect(await found()).toEqual([['claude-code', '.claude.json']])
  })
})

describe('a picked file or folder', () => {
  it.each([
    ['claude_desktop_config.json', 'claude-desktop', null],
    ['app/.mcp.json', 'claude-code', 'app'],
    ['app/.vscode/mcp.json', 'vscode', 'app'],
    ['app/.cursor/mcp.json', 'cursor', 'app'],
    ['.claude.json', 'claude-code', null],
    ['servers.json', 'file', null],
    ['mcp.json', 'file', null],
  ])('%s is not taken for that of another program', async (name, source, folder) => {
    const path = put(name, '{}')
    const picked = await files({ pickFile: () => Promise.resolve(path) }).chooseFile()
    expect(picked).toEqual({ source, path, folder: folder && join(home, folder) })
  })

  it('is searched for the three files of a project and no more', async () => {
    put('app/.vscode/mcp.json', '{}')
    put('app/.mcp.json', '{}')
    put('app/other.json', '{}')
    const folder = join(home, 'app')
    const chosen = await files({ pickFolder: () => Promise.resolve(folder) }).chooseFolder()
    expect(chosen).toEqual({
      folder,
      files: [
        { source: 'vscode', path: join(folder, '.vscode/mcp.json'), folder },
        { source: 'claude-code', path: join(folder, '.mcp.json'), folder },
      ],
    })
    expect(await files().chooseFolder()).toBeNull()
    expect(await files().chooseFile()).toBeNull()
  })
})

describe('a picked file of variables', () => {
  it('keeps quotes and lines, and is read only when it was picked', async () => {
    const path = put('.env', '# note\nTOKEN="a b=c"\nexport MODE=fast # quick\n\nEMPTY=\n')
    const pickFile = () => Promise.resolve(path)
    expect(await files({ pickFile }).chooseVariables()).toEqual({
      path,
      values: [
        { name: 'TOKEN', value: 'a b=c' },
        { name: 'MODE', value: 'fast' },
        { name: 'EMPTY', value: '' },
      ],
    })
    expect(await files().chooseVariables()).toBeNull()
    const pickFolder = () => Promise.resolve(home)
    await expect(files({ pickFile: pickFolder }).chooseVariables()).rejects.toMatchObject({
      code: 'import/unreadable',
    })
  })

  /** @threat configuration.variables */
  it('is refused above 256 KB', async () => {
    const pickFile = () => Promise.resolve(put('.env', '\n'.repeat(256_001)))
    await expect(files({ pickFile }).chooseVariables()).rejects.toMatchObject({
      data: { code: 'too-large', detail: '0.256' },
    })
  })
})

describe('reading', () => {
  it('gives what is in the file, through a link and in the UTF-16 of Windows too', async () => {
    const text = '{"a": "é 世界 🙂"}'
    const path = put('a.json', text)
    symlinkSync(path, join(home, 'link.json'))
    expect(await read(path)).toBe(text)
    expect(await read(join(home, 'link.json'))).toBe(text)
    expect(await read(put('wide.json', Buffer.from(`\ufeff${text}`, 'utf16le')))).toBe(text)
    const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    expect(await read(put('big-endian.json', big))).toBe(text)
    expect(await read(put('marked.json', `\ufeff${text}`))).toBe(text)
    expect(await read(put('empty.json', ''))).toBe('')
  })

  it('does not take what is too large into memory', async () => {
    const large = put('large.json', Buffer.alloc(5_000_001, 0x20))
    const most = put('most.json', Buffer.alloc(5_000_000, 0x20))
    await expect(read(large)).rejects.toMatchObject({ data: { code: 'too-large', detail: '5' } })
    expect(await read(most)).toHaveLength(5_000_000)
  })

  it('does not wait at a pipe, and reads no folder and no bytes', async () => {
    execFileSync('mkfifo', [join(home, 'pipe')])
    await expect(read(join(home, 'pipe'))).rejects.toMatchObject({ data: { code: 'not-a-file' } })
    await expect(read(home)).rejects.toMatchObject({ data: { code: 'not-a-file' } })
    const bytes = put('bytes.json', Buffer.from([0x7b, 0xff, 0xfe, 0x00]))
    await expect(read(bytes)).rejects.toMatchObject({ data: { code: 'not-text' } })
    const western = put('western.json', Buffer.from('{"a": "José"}', 'latin1'))
    await expect(read(western)).rejects.toMatchObject({ data: { code: 'encoding-unknown' } })
  })

  it('says why it failed', async () => {
    await expect(read(join(home, 'none.json'))).rejects.toMatchObject({
      code: 'import/unreadable',
      data: { code: 'unreadable', detail: 'ENOENT' },
    })
    if (process.getuid?.() === 0) return
    const locked = put('locked.json', '{}')
    chmodSync(locked, 0)
    await expect(read(locked)).rejects.toMatchObject({ data: { code: 'not-allowed' } })
  })
})
