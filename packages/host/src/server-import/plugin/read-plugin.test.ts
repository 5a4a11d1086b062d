import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createImportHarness,
  importedServers,
  type ImportHarness,
} from '../../testing/import-harness.ts'

const PATH = '/home/ada/plugin'
const ROOT = '/data/bundles/aa/notes'
const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'
const AGENT = { $schema: SCHEMA, name: 'notes', version: '1.2.0', author: { name: 'Ada' } }
const CLAUDE = { name: 'notes', version: '1.2.0', author: { name: 'Ada' } }

let test: ImportHarness

beforeEach(() => {
  test = createImportHarness()
})

/** The preview of a plugin with these files. */
async function read(files: Record<string, unknown>) {
  const texts = new Map(
    Object.entries(files).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  test.harness.bundles.plugins.set(PATH, {
    folder: '/data/bundles/aa',
    root: ROOT,
    workFolder: '/data/bundle-work/aa',
    sha256: 'aa',
    files: [...texts.keys()],
    size: 12,
    read: (file) => Promise.resolve(texts.get(file) ?? null),
  })
  const { id } = await test.imports.open({ known: false })
  const preview = await test.imports.readFile(id, PATH)
  const [file] = preview.files
  const problems = file?.problems.map(({ code, detail }) => `${code} ${detail}`.trim()) ?? []
  return { file, servers: importedServers(preview), problems }
}

const server = (launch: object) => ({ mcpServers: { one: launch } })

describe('a plugin', () => {
  it.each<[string, Record<string, unknown>, object]>([
    [
      'of Agent Plugins, with a bare command',
      {
        'plugin.json': AGENT,
        'mcp.json': server({ command: 'node', args: ['${PLUGIN_ROOT}/server.js'] }),
      },
      { kind: 'stdio', command: 'node', args: [`${ROOT}/server.js`], cwd: ROOT },
    ],
    [
      'of Agent Plugins, with a command of its own and a folder for its data',
      {
        'plugin.json': AGENT,
        'mcp.json': server({
          type: 'stdio',
          command: './bin/server',
          env: { DATA: '${PLUGIN_DATA}/x' },
        }),
      },
      {
        command: `${ROOT}/bin/server`,
        cwd: ROOT,
        env: [expect.objectContaining({ name: 'DATA', value: '/data/bundle-work/aa/x' })],
      },
    ],
    [
      'of Agent Plugins, at an address',
      {
        'plugin.json': AGENT,
        'mcp.json': server({ type: 'streamable-http', url: 'https://x.example/mcp' }),
      },
      { kind: 'http', url: 'https://x.example/mcp' },
    ],
    [
      'of Claude Code, with servers in a file',
      {
        '.claude-plugin/plugin.json': CLAUDE,
        '.mcp.json': server({ command: '${CLAUDE_PLUGIN_ROOT}/run.sh', cwd: 'work' }),
      },
      { command: `${ROOT}/run.sh`, cwd: `${ROOT}/work` },
    ],
    [
      'of Claude Code, with servers in its manifest',
      {
        '.claude-plugin/plugin.json': {
          ...CLAUDE,
          ...server({ command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/a.js'] }),
        },
      },
      { command: 'node', args: [`${ROOT}/a.js`] },
    ],
    [
      'of Claude Code, with servers in a file that its manifest names',
      {
        '.claude-plugin/plugin.json': { ...CLAUDE, mcpServers: './config/servers.json' },
        'config/servers.json': server({ command: 'node', args: ['a.js'] }),
      },
      { command: 'node', args: ['a.js'], cwd: ROOT },
    ],
    [
      'of Claude Code, with servers that have no wrapper',
      {
        '.claude-plugin/plugin.json': CLAUDE,
        '.mcp.json': { one: { command: 'node', args: ['${CLAUDE_PROJECT_DIR}'] } },
      },
      { command: 'node', args: ['${workspaceFolder}'] },
    ],
    [
      'with a manifest of either kind and null for what is absent',
      {
        'plugin.json': { ...AGENT, description: null, keywords: null },
        '.claude-plugin/plugin.json': CLAUDE,
        'mcp.json': server({ command: 'node', args: null, env: null }),
        '.mcp.json': server({ command: 'other' }),
      },
      { command: 'node', args: [] },
    ],
  ])('%s becomes servers', async (_case, files, launch) => {
    const { servers, file, problems } = await read(files)
    expect(servers).toHaveLength(1)
    expect(servers[0]?.launch).toMatchObject(launch)
    expect(problems).toEqual([])
    expect(file).toMatchObject({ source: 'plugin', bundle: { version: '1.2.0', author: 'Ada' } })
    proves('server.plugins.servers')
  })

  it('has its skills, hooks and other parts named as left out', async () => {
    const { servers, problems } = await read({
      'plugin.json': { ...AGENT, commands: './extra' },
      'mcp.json': server({ command: 'node' }),
      'skills/release/SKILL.md': '',
      'skills/notes/SKILL.md': '',
      'skills/notes/deep/SKILL.md': '',
      'hooks/hooks.json': '{}',
      '.lsp.json': '{}',
    })
    expect(servers).toHaveLength(1)
    expect(problems).toEqual([
      'plugin-left-out skills: release, notes; commands; hooks; language servers',
    ])
    proves('server.plugins.left-out')
  })

  it('with one bad server keeps the others', async () => {
    const { servers } = await read({
      'plugin.json': AGENT,
      'mcp.json': { mcpServers: { bad: { command: 7 }, good: { command: 'node' } } },
    })
    expect(servers.map(({ launch }) => launch !== null)).toEqual([false, true])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['without a manifest', { 'mcp.json': server({ command: 'node' }) }, 'plugin-no-manifest'],
    ['whose manifest is no JSON', { 'plugin.json': '{' }, 'plugin-no-manifest'],
    ['whose manifest has no name', { 'plugin.json': { $schema: SCHEMA } }, 'plugin-no-manifest'],
    [
      'of a newer kind',
      { 'plugin.json': { ...AGENT, $schema: SCHEMA.replace('1.0.0', '2.0.0') } },
      `manifest-too-new ${SCHEMA.replace('1.0.0', '2.0.0')}`,
    ],
    ['without servers', { 'plugin.json': AGENT }, 'no-servers'],
    [
      'whose servers are no JSON',
      { 'plugin.json': AGENT, 'mcp.json': '{' },
      'not-json CloseBraceExpected',
    ],
  ])('%s says so', async (_case, files, problem) => {
    const { servers, problems } = await read(files)
    expect(servers).toEqual([])
    expect(problems).toEqual([problem])
  })
})
